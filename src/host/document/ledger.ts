import { Fault } from '../../wire/fault.ts'
import { ChangeSet } from './changes.ts'
import type { Keeper } from './entry.ts'
import type { Tables } from './tables.ts'
import type { Turn, Turns } from './turns.ts'

/** Records that can be taken back; older ones are forgotten. */
export const MAX_RECORDS = 200
/** A record closes after this much silence of its turn. */
const SILENCE_MS = 120_000

/** One entry of the undo stack. `turn` is null for what somebody did outside any turn. */
export interface UndoRecord {
  readonly turn: string | null
  readonly label: string
  readonly changes: ChangeSet
  /** When its last change came, in ms. */
  touchedAt: number
  closed: boolean
  /** The document's state number before it, to know whether the document is as it was saved. */
  readonly stateBefore: number
  stateAfter: number
}

export interface Reverted {
  /** Newest first. */
  readonly records: readonly UndoRecord[]
}

/** The undo stack of one document, and what was taken back and can come again. */
export class Ledger {
  readonly #tables: Tables
  readonly #keeper: Keeper
  readonly #turns: Turns
  readonly #done: UndoRecord[] = []
  /** Groups that one revert took back each, oldest revert first; records within a group oldest first. */
  readonly #undone: UndoRecord[][] = []
  #state = 0
  #lastState = 0

  constructor(tables: Tables, keeper: Keeper, turns: Turns) {
    this.#tables = tables
    this.#keeper = keeper
    this.#turns = turns
  }

  /** A number that is the same whenever the document is the same. */
  get state(): number {
    return this.#state
  }

  /** Oldest first. */
  get done(): readonly UndoRecord[] {
    return this.#done
  }

  /** The order in which they would come back. */
  get undone(): readonly UndoRecord[] {
    return this.#undone.toReversed().flat()
  }

  recordsOf(turn: string): UndoRecord[] {
    return [...this.#done, ...this.undone].filter((record) => record.turn === turn)
  }

  stateOf(turn: Turn): 'live' | 'undone' | 'gone' {
    if (this.#done.some((record) => record.turn === turn.id)) return turn.cut ? 'gone' : 'live'
    if (this.undone.some((record) => record.turn === turn.id)) return 'undone'
    // A turn that only read leaves no trace, and nothing of it is missing either.
    return turn.cut || turn.lost ? 'gone' : 'live'
  }

  /** Labels of edits made outside any turn since this turn's first change, newest first; all for null. */
  foreignSince(turn: Turn | null): string[] {
    const from = turn ? this.#oldestOf(turn) : 0
    const foreign = this.#done.slice(from).filter((record) => record.turn === null)
    return foreign.map(({ label }) => label).reverse()
  }

  /** Adds changes that are in the tables already; takes `changes` over. Whatever could be redone is lost. */
  add(turn: string | null, label: string, changes: ChangeSet, now: number): void {
    this.#forgetUndone()
    const stateBefore = this.#state
    this.#lastState += 1
    this.#state = this.#lastState
    const top = this.#done.at(-1)
    if (top && turn !== null && top.turn === turn && !top.closed && now - top.touchedAt < SILENCE_MS) {
      top.changes.absorb(changes)
      top.touchedAt = now
      top.stateAfter = this.#state
      return
    }
    this.#close()
    this.#done.push({
      turn,
      label,
      changes,
      touchedAt: now,
      closed: turn === null,
      stateBefore,
      stateAfter: this.#state,
    })
    while (this.#done.length > MAX_RECORDS) this.#forgetDone(this.#done.shift())
  }

  /** Ends the open record of a turn, if it is the newest one. */
  closeRecordOf(turn: string): void {
    if (this.#done.at(-1)?.turn === turn) this.#close()
  }

  /**
   * Takes back the turn and everything after it. Throws OPERATION_FAILED where it is not in the document, UNDO_BLOCKED
   * with the labels where edits of others would go with it and `includeForeign` is not set.
   */
  revert(turn: Turn, includeForeign: boolean): Reverted {
    const from = this.#oldestOf(turn)
    const group = this.#done.slice(from)
    const foreign = group.filter((record) => record.turn === null).map((record) => record.label)
    if (foreign.length > 0 && !includeForeign) throw blocked(turn, foreign.reverse())
    this.#done.length = from
    for (const record of group.toReversed()) {
      record.changes.apply(this.#tables, 'before')
      record.closed = true
    }
    this.#undone.push(group)
    this.#state = group[0]?.stateBefore ?? this.#state
    return { records: group.toReversed() }
  }

  /** Brings back what the last revert took. Throws OPERATION_FAILED where there is nothing. */
  redo(): UndoRecord[] {
    const group = this.#undone.pop()
    if (!group) {
      throw new Fault('OPERATION_FAILED', 'There is nothing to bring back.', {
        next: 'Redo works right after an undo, until something else changes the document.',
      })
    }
    for (const record of group) record.changes.apply(this.#tables, 'after')
    this.#done.push(...group)
    this.#state = group.at(-1)?.stateAfter ?? this.#state
    return group
  }

  /** Forgets everything, for a document that is closed. */
  clear(): void {
    this.#forgetUndone()
    for (const record of this.#done.splice(0)) this.#forgetDone(record)
  }

  newChanges(): ChangeSet {
    return new ChangeSet(this.#keeper)
  }

  /** Turns go whole: where records of several are interleaved, the oldest record of any of them counts. */
  #oldestOf(turn: Turn): number {
    let from = this.#done.findIndex((record) => record.turn === turn.id)
    if (from < 0 || turn.cut) throw notInDocument(turn, this.stateOf(turn))
    for (let at = from; at < this.#done.length; at++) {
      const { turn: other } = this.#done[at] as UndoRecord
      if (other === null) continue
      const first = this.#done.findIndex((record) => record.turn === other)
      if (first < from) {
        from = first
        at = from
      }
    }
    return from
  }

  #close(): void {
    const top = this.#done.at(-1)
    if (top) top.closed = true
  }

  /** What was taken back is gone for good; its turn may go on with new changes. */
  #forgetUndone(): void {
    for (const { turn, changes } of this.#undone.splice(0).flat()) {
      changes.drop()
      if (turn !== null) this.#turns.mark(turn, 'lost')
    }
  }

  /** What fell off the end stays in the document; its turn can no longer go as a whole. */
  #forgetDone(record: UndoRecord | undefined): void {
    record?.changes.drop()
    if (record && record.turn !== null) this.#turns.mark(record.turn, 'cut')
  }
}

function blocked(turn: Turn, foreign: string[]): Fault {
  return new Fault(
    'UNDO_BLOCKED',
    `“${turn.label}” cannot be taken back alone: ${foreign.length === 1 ? 'an edit' : `${foreign.length} edits`} made by hand would go with it.`,
    {
      turn_id: turn.id,
      foreign,
      next: 'Show the edits to the user; call again with include_foreign to take them along.',
    },
  )
}

function notInDocument(turn: Turn, state: 'live' | 'undone' | 'gone'): Fault {
  if (state === 'undone') {
    return new Fault('OPERATION_FAILED', `“${turn.label}” is taken back already.`, {
      turn_id: turn.id,
      next: 'undo.redo_turn brings back what was taken back last.',
    })
  }
  if (state === 'gone') {
    return new Fault('OPERATION_FAILED', `“${turn.label}” can no longer be taken back.`, {
      turn_id: turn.id,
      next: `The last ${MAX_RECORDS} steps of the open document can; undo.list names them.`,
    })
  }
  return new Fault('OPERATION_FAILED', `“${turn.label}” changed nothing, so there is nothing to take back.`, {
    turn_id: turn.id,
    next: 'undo.list names the turns and how much each changed.',
  })
}
