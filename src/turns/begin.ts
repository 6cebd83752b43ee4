import type { RhinoSession } from '../rhino/session.ts'
import type { Journal } from './journal.ts'

const NO_UNDO =
  'This Rhino runs GOLEM’s plugin, which keeps no turns: what is done in it can only be undone in Rhino itself, with Ctrl+Z or ⌘Z. With Tickbird’s plugin a turn is one undo.'

/** Begins a turn on the host; where the host knows no turns, the turn goes on without, and says so. */
export async function beginTurn(session: RhinoSession, turn: string, label: string, journal: Journal): Promise<void> {
  if (session.legacy) journal.append({ type: 'notice', turn, level: 'warning', text: NO_UNDO })
  else await session.call('undo.begin_turn', { turn_id: turn, label })
}
