import { changedAnything } from '../../shared/change.ts'
import { changesOf, endTurn, redoTurn, resumeTurn, revertTurn } from '../document/history.ts'
import type { Handlers } from './call.ts'
import { picturesOf } from './turn-pictures.ts'

export const undo = {
  'undo.begin_turn'({ turn_id, label, resume }, { doc, connection }) {
    if (resume) resumeTurn(doc, turn_id, label, connection)
    else doc.turns.begin(turn_id, label, connection)
    return { turn_id }
  },

  'undo.end_turn'({ turn_id }, { doc }) {
    const changes = endTurn(doc, doc.turns.get(turn_id))
    return { turn_id, changed: changedAnything(changes), changes }
  },

  'undo.changes'({ turn_id }, { doc }) {
    return { turn_id, changes: changesOf(doc, doc.turns.get(turn_id)) }
  },

  'undo.pictures'({ turn_id, width, height }, { doc }) {
    const { before, after } = picturesOf(doc, doc.turns.get(turn_id), width, height)
    return { turn_id, before, after }
  },

  'undo.revert_turn'({ turn_id, include_foreign }, { doc }) {
    const { turns, changes } = revertTurn(doc, turn_id, include_foreign)
    return { reverted: turns.map(({ id }) => id), labels: turns.map(({ label }) => label), changes }
  },

  'undo.redo_turn'(_params, { doc }) {
    const { turns, changes } = redoTurn(doc)
    return { redone: turns.map(({ id }) => id), labels: turns.map(({ label }) => label), changes }
  },

  'undo.list'({ turn_id }, { doc, connection }) {
    // A turn that only read leaves no trace here either.
    const traced = [...doc.turns].filter((turn) => doc.ledger.recordsOf(turn.id).length > 0 || turn.cut || turn.lost)
    const turns = traced.map((turn) => ({
      turn_id: turn.id,
      label: turn.label,
      state: doc.ledger.stateOf(turn),
      counts: changesOf(doc, turn).counts,
    }))
    const open = doc.turns.of(connection) ?? [...doc.turns].find((turn) => turn.connection !== null)
    const foreign = doc.ledger.foreignSince(turn_id === undefined ? null : doc.turns.get(turn_id))
    return { turns, open_turn: open?.id ?? null, foreign }
  },
} satisfies Handlers
