import type { RhinoSession } from '../rhino/session.ts'
import { Fault } from '../wire/fault.ts'
import type { Journal } from './journal.ts'

const NO_UNDO =
  'This Rhino runs GOLEM’s plugin, which keeps no turns: what is done in it can only be undone in Rhino itself, with Ctrl+Z or ⌘Z. With Tickbird’s plugin a turn is one undo.'

/** Begins a turn on the host; where the host knows no turns, the turn goes on without, and says so. */
export async function beginTurn(session: RhinoSession, turn: string, label: string, journal: Journal): Promise<void> {
  if (session.legacy) journal.append({ type: 'notice', turn, level: 'warning', text: NO_UNDO })
  else await begun(session, turn, label)
}

/** A turn that was left open, by whatever went wrong, is ended first: nobody can end it any more but us. */
async function begun(session: RhinoSession, turn: string, label: string): Promise<void> {
  try {
    await session.call('undo.begin_turn', { turn_id: turn, label })
  } catch (error) {
    const open = error instanceof Fault && error.details.parameter === 'turn_id' ? error.details.id : undefined
    if (typeof open !== 'string' || open === turn) throw error
    await session.call('undo.end_turn', { turn_id: open })
    await session.call('undo.begin_turn', { turn_id: turn, label })
  }
}
