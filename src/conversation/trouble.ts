import { z } from 'zod'
import { TroubleError } from '../shared/agent.ts'
import type { Trouble } from '../shared/event.ts'

const sqliteError = z.object({ message: z.string(), sqliteCode: z.number().optional(), errcode: z.number().optional() })

/** What the binding says of damage that it meets in the middle of reading, where it gives no code. */
const DAMAGED = /malformed|not a database/

/** SQLite's primary result codes (sqlite.org/rescode.html) that a user can do something about. */
const CODES = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 } as const

/** Which of the named results an error is; undefined for anything else, our own mistakes included. */
export function sqliteResult(error: unknown): keyof typeof CODES | undefined {
  const parsed = sqliteError.safeParse(error)
  if (!parsed.success) return undefined
  const { message, sqliteCode, errcode } = parsed.data
  const primary = (sqliteCode ?? errcode ?? 0) & 0xff
  const named = (Object.keys(CODES) as (keyof typeof CODES)[]).find((name) => CODES[name] === primary)
  return named ?? (DAMAGED.test(message) ? 'CORRUPT' : undefined)
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const CAUSE_OF: Record<keyof typeof CODES, { cause: string; next: string }> = {
  BUSY: {
    cause: 'Another Tickbird has been holding the store for several seconds.',
    next: 'Wait a moment and try again, or close the other Tickbird.',
  },
  READONLY: { cause: 'The store may not be written to.', next: 'Give yourself write permission on its folder.' },
  IOERR: { cause: 'The disk reported an error.', next: 'Check that the disk is connected and in good order.' },
  CORRUPT: {
    cause: 'The file that holds the conversations is damaged.',
    next: 'Close and start Tickbird again: it moves the file aside and keeps what can be read.',
  },
  FULL: { cause: 'The disk is full.', next: 'Free some space and try again.' },
  CANTOPEN: { cause: 'The store cannot be opened.', next: 'Check that its folder exists and is yours.' },
  NOTADB: {
    cause: 'The file that holds the conversations is damaged.',
    next: 'Close and start Tickbird again: it moves the file aside.',
  },
}

/** Runs `work`; a failure that the user can mend is thrown as a TroubleError, everything else as it is. */
export function explained<T>(title: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const result = sqliteResult(error)
    if (result === undefined) throw error
    throw new TroubleError({ title, ...CAUSE_OF[result], details: reason(error) })
  }
}

export const gone = (): TroubleError =>
  new TroubleError({
    title: 'This conversation is gone',
    cause: 'It has been removed, or it was never stored.',
    next: 'Choose another conversation or start a new one.',
  })

export const goneItem = (): TroubleError =>
  new TroubleError({
    title: 'This follow-up is gone',
    cause: 'It has been sent or removed meanwhile.',
    next: 'Look at the conversation, then write it again if it is still wanted.',
  })

export const tooMany = (limit: number): TroubleError =>
  new TroubleError({
    title: 'The queue is full',
    cause: `${limit} follow-ups are waiting already.`,
    next: 'Send or remove some of them first.',
  })

export const tooLarge = (characters: number): TroubleError =>
  new TroubleError({
    title: 'The file is too large to hand over',
    cause: `It would be more than ${Math.round(characters / 1024 / 1024)} MB.`,
    next: 'Write it to a folder instead, or export it as Markdown, which holds no pictures.',
  })

const UNTIL_THEN = 'Until then conversations last only as long as Tickbird is open.'

export const newerStore = (file: string, version: number, ours: number): Trouble => ({
  title: 'Your conversations were kept by a newer Tickbird',
  cause: `The store is of version ${version}; this Tickbird knows version ${ours}. It has not been touched.`,
  next: `Update Tickbird to see them again. ${UNTIL_THEN}`,
  details: file,
})

/** A store that cannot be opened although its file is sound: its folder, its rights, the disk, or a step that failed. */
export function unusableStore(folder: string, error: unknown): Trouble {
  const result = sqliteResult(error)
  const known = result === 'FULL' || result === 'BUSY' || result === 'IOERR' ? CAUSE_OF[result] : undefined
  return {
    title: 'Conversations cannot be kept',
    cause: known?.cause ?? `Tickbird cannot use its folder ${folder} (${reason(error)}).`,
    next: `${known?.next ?? 'Make the folder writable.'} Then start Tickbird again. ${UNTIL_THEN}`,
    details: `${folder}: ${reason(error)}`,
  }
}

/** `recovered`: how many conversations could still be read of it. */
export const movedAside = (to: string, recovered: number, error: unknown): Trouble => ({
  title: recovered > 0 ? 'Conversations were recovered from a damaged file' : 'Earlier conversations could not be read',
  cause: `Their file was damaged. It was not deleted: it is now ${to}.`,
  next:
    recovered > 0
      ? `${recovered === 1 ? 'One conversation' : `${recovered} conversations`} could be read and went into a new file. Keep the damaged one if something is missing.`
      : 'New conversations are kept as usual. Keep the moved file if you want to have it repaired.',
  details: reason(error),
})

/** How a turn ends whose core was killed. */
export const closedInTurn = (): Trouble => ({
  title: 'Tickbird was closed in the middle of this turn',
  cause: 'It ended before the agent had finished: the rest of the answer is missing, and steps shown here may be too.',
  next: 'Look at the model, then send the prompt again if it is still wanted.',
})
