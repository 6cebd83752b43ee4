import { type ChangeSummary, noChange } from '../../shared/change.ts'
import { Fault } from '../../wire/fault.ts'
import type { ChangeSet } from './changes.ts'
import type { Document } from './document.ts'
import type { UndoRecord } from './ledger.ts'
import { compose, reversed, summarize } from './summary.ts'
import type { Turn } from './turns.ts'

/** The turns of a document and its undo stack, together: what the `undo.*` methods ask for. */

/** Before a call that may change something: the turn's own starting point, once. */
export function beforeChange(doc: Document, turn: Turn): void {
  if (doc.ledger.recordsOf(turn.id).length === 0) turn.boundsBefore = doc.shownBounds()
}

/** Files the changes of a call under its turn, or as an edit of their own. */
export function keepChanges(doc: Document, turn: Turn | null, method: string, changes: ChangeSet, now: number): void {
  doc.ledger.add(turn?.id ?? null, turn?.label ?? method, changes, now)
  // The turn ended, or its connection was lost, while the call ran.
  if (turn?.connection === null) doc.ledger.closeRecordOf(turn.id)
}

export function changesOf(doc: Document, turn: Turn): ChangeSummary {
  if (turn.summary) return turn.summary
  const changes = compose(doc.ledger.recordsOf(turn.id).map((record) => record.changes))
  const summary =
    changes.length > 0
      ? summarize(doc, changes, { before: turn.boundsBefore ?? null, after: doc.shownBounds() })
      : noChange()
  return { ...summary, uncovered: [...turn.uncovered] }
}

/** Ends a turn, whoever began it; ending it again gives the same answer. */
export function endTurn(doc: Document, turn: Turn): ChangeSummary {
  const summary = changesOf(doc, turn)
  turn.summary = summary
  turn.connection = null
  turn.ended = true
  doc.ledger.closeRecordOf(turn.id)
  return summary
}

/** The record closes; the turn itself can go on over a new connection. */
export function connectionLost(doc: Document, connection: number): void {
  const turn = doc.turns.of(connection)
  if (!turn) return
  turn.connection = null
  doc.ledger.closeRecordOf(turn.id)
}

/** A turn goes on over another connection. One that this document does not know was begun in another one, and says so. */
export function resumeTurn(doc: Document, id: string, label: string, connection: number): void {
  const known = [...doc.turns].find((turn) => turn.id === id)
  if (known && known.connection !== null && known.connection !== connection) connectionLost(doc, known.connection)
  const turn = doc.turns.begin(id, label, connection)
  if (!known) turn.uncovered.add('closed a document')
}

export interface Step {
  turns: Turn[]
  changes: ChangeSummary
}

/** Takes a turn back, the newest that changed something where none is named. */
export function revertTurn(doc: Document, id: string | undefined, includeForeign: boolean): Step {
  const turn = id === undefined ? newestLive(doc) : doc.turns.get(id)
  const before = doc.shownBounds()
  const { records } = doc.ledger.revert(turn, includeForeign)
  const whole = compose(records.toReversed().map((record) => record.changes))
  return finish(doc, records, before, reversed(whole))
}

export function redoTurn(doc: Document): Step {
  const before = doc.shownBounds()
  const records = doc.ledger.redo()
  return finish(doc, records, before, compose(records.map((record) => record.changes)))
}

function finish(
  doc: Document,
  records: readonly UndoRecord[],
  before: ChangeSummary['bounding_box_before'],
  changes: ReturnType<typeof compose>,
): Step {
  doc.touch()
  doc.dropSelected()
  const ids = new Set(records.flatMap((record) => record.turn ?? []))
  return {
    turns: [...ids].map((id) => doc.turns.get(id)),
    changes: summarize(doc, changes, { before, after: doc.shownBounds() }),
  }
}

function newestLive(doc: Document): Turn {
  const newest = doc.ledger.done.findLast((record) => record.turn !== null)
  if (newest?.turn) return doc.turns.get(newest.turn)
  throw new Fault('OPERATION_FAILED', 'There is no turn to take back.', {
    next: 'undo.list names the turns; edits made by hand are undone by hand.',
  })
}
