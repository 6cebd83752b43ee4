import { TroubleError } from '../shared/agent.ts'
import type { Trouble } from '../shared/event.ts'
import { Fault } from '../wire/fault.ts'
import { forPerson, unturned, withTitles } from './plain.ts'

/** Any failure as a person reads it. What is no Fault is our own bug, and says so. */
export function troubleOf(error: unknown, title: string): Trouble {
  if (error instanceof TroubleError) return error.trouble
  if (error instanceof Fault) {
    const details = Object.keys(error.details).length > 0 ? JSON.stringify(error.details, null, 2) : undefined
    const { next } = error.details
    return {
      title,
      cause: unturned(withTitles(error.message)),
      // What is meant for an agent alone is still in the details.
      next: unturned((typeof next === 'string' && forPerson(next)) || (NEXT[error.code] ?? 'Try again.')),
      ...(details ? { details } : {}),
    }
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    title,
    cause: 'Something in Tickbird itself went wrong.',
    next: 'Try again; if it comes back, report it with the details.',
    details: text,
  }
}

const NEXT: Partial<Record<Fault['code'], string>> = {
  RHINO_BUSY: 'Finish or cancel what Rhino is waiting for, then try again.',
  TIMEOUT: 'Look whether Rhino is still working, then try again.',
  UNDO_BLOCKED: 'Undo your own edits first, or take them back together with the turn.',
  OBJECT_NOT_FOUND: 'Look at the document again: the object may be gone.',
  INVALID_PARAMS: 'Ask for it in another way.',
  OPERATION_FAILED: 'Try it in another way, or ask the agent to.',
  NOT_IMPLEMENTED: 'Connect Rhino for this.',
}

export const troubleError = (title: string, cause: string, next: string): TroubleError =>
  new TroubleError({ title, cause, next })
