import { setTimeout as wait } from 'node:timers/promises'
import type { RhinoSession } from '../rhino/session.ts'
import { type ChangeSummary, changedAnything, noChange, type ObjectBrief } from '../shared/change.ts'
import type { Trouble } from '../shared/event.ts'
import type { ResultOf } from '../tools/registry.ts'
import { Fault } from '../wire/fault.ts'
import type { Journal } from './journal.ts'
import { unturned } from './plain.ts'
import { troubleOf } from './trouble.ts'

export interface ClosedTurn {
  changes: ChangeSummary
  before: string | null
  after: string | null
  /** Why the host could not say what changed. */
  trouble: Trouble | null
}

/** How often the end is asked for again, and for how long at most, beside the time that each asking takes. */
const AGAIN_MS = 500
const PATIENCE_MS = 600_000
const LAST_STEP = 'The last step cannot be interrupted. The turn ends as soon as it is done.'

const UNKNOWN = 'whatever it changed, because this Rhino keeps no turns'

/** Ends a turn on the host and keeps what it did, with its two pictures. Never throws: a turn must always end. */
export async function closeTurn(session: RhinoSession, turn: string, journal: Journal): Promise<ClosedTurn> {
  if (session.legacy)
    return { changes: { ...noChange(), uncovered: [UNKNOWN] }, before: null, after: null, trouble: null }
  try {
    const { changes } = await ended(session, turn, journal)
    const pictures = changedAnything(changes) ? await picturesOf(session, turn, journal) : { before: null, after: null }
    return { changes: readable(changes), ...pictures, trouble: null }
  } catch (error) {
    const trouble = troubleOf(error, 'What the turn changed is not known')
    return { changes: noChange(), before: null, after: null, trouble }
  }
}

/**
 * The last step may be one that nothing can stop, and a host gives up what has waited behind it for long. The turn ends
 * after it all the same: left open it would keep the next one from beginning, and its last change would be nobody's.
 */
async function ended(session: RhinoSession, turn: string, journal: Journal): Promise<ResultOf<'undo.end_turn'>> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      return await session.call('undo.end_turn', { turn_id: turn })
    } catch (error) {
      // A host that is gone took its turns with it.
      const there = session.state === 'ready' || session.state === 'busy'
      if (!there || waited >= PATIENCE_MS || !isBusy(error)) throw error
      if (waited === 0) journal.append({ type: 'notice', turn, level: 'info', text: LAST_STEP })
      await wait(AGAIN_MS)
    }
  }
}

const isBusy = (error: unknown): boolean => error instanceof Fault && ['RHINO_BUSY', 'TIMEOUT'].includes(error.code)

/** Names come from the document, which may be anybody's. */
function readable(changes: ChangeSummary): ChangeSummary {
  const brief = (object: ObjectBrief) => ({ ...object, name: unturned(object.name), layer: unturned(object.layer) })
  return {
    ...changes,
    added: changes.added.map(brief),
    removed: changes.removed.map(brief),
    modified: changes.modified.map(brief),
    other: changes.other.map(unturned),
    uncovered: changes.uncovered.map(unturned),
  }
}

/** Pictures are a comfort: a host that cannot draw them, or fails to, costs the turn nothing else. */
async function picturesOf(session: RhinoSession, turn: string, journal: Journal) {
  try {
    const { before, after } = await session.call('undo.pictures', { turn_id: turn })
    return { before: journal.picture(before), after: journal.picture(after) }
  } catch {
    return { before: null, after: null }
  }
}

/** What the designer must know of the document as the turn leaves it. */
export function warn({ journal, turn }: { journal: Journal; turn: string }, text: string | null | undefined): void {
  if (text) journal.append({ type: 'notice', turn, level: 'warning', text })
}

/** What a turn that did not end well left: "What it did is still in the model: 3 objects added, 1 changed." */
export function leftBehind({ counts: { added, removed, modified }, other }: ChangeSummary): string | null {
  const parts = [
    added > 0 && `${objects(added)} added`,
    modified > 0 && `${objects(modified)} changed`,
    removed > 0 && `${objects(removed)} deleted`,
    other.length > 0 && `${other.length} other ${other.length === 1 ? 'change' : 'changes'}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `What it did is still in the model: ${parts.join(', ')}. Undo takes that back.`
}

const objects = (count: number) => `${count} ${count === 1 ? 'object' : 'objects'}`
