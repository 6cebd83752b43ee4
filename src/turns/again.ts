import { changedAnything } from '../shared/change.ts'
import type { Again, Reverted } from '../shared/history.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { History } from './history.ts'
import type { TurnService } from './service.ts'
import { troubleError } from './trouble.ts'

interface AgainDeps {
  store: ConversationStore
  history: Pick<History, 'revert'>
  turns: Pick<TurnService, 'send' | 'isRunning'>
  /** Whether a turn of this agent could begin. */
  canRun(agent: string): boolean
}

/** Sends a turn's prompt again, or another one in its place. Never touches the model unless told to. */
export async function sendAgain(
  deps: AgainDeps,
  turn: string,
  again: Again,
): Promise<{ turn: string; reverted: Reverted }> {
  const { store, history, turns } = deps
  const known = store.findTurn(turn)
  if (!known || !store.get(known.conversation)) {
    throw troubleError('This turn is gone', 'Its conversation was deleted.', 'Choose another one.')
  }
  const { conversation } = known
  const prompt = again.prompt ?? known.prompt
  if (prompt === '') throw troubleError('Not sent again', 'This turn came from another program.', 'Ask for it there.')
  if (turns.isRunning(conversation)) {
    throw troubleError(
      'The agent is still working',
      'A turn of this conversation is running.',
      'Wait for it, or stop it.',
    )
  }
  const agent = again.agent ?? known.agent
  // Before anything is taken back: a turn that cannot begin leaves the model as it was.
  if (!deps.canRun(agent)) {
    throw troubleError(
      'This agent cannot take it',
      `“${agent}” is not there, or not ready.`,
      'Choose another agent, then send it again.',
    )
  }
  const goes = again.model === 'take_back' && changedSince(store, turn, known)
  const reverted = goes ? await history.revert(turn, again) : { turns: [], copy: null }
  return { turn: turns.send(conversation, prompt, agent, { again: turn }), reverted }
}

/** Whether this turn or a later one of its conversation is in the document. */
function changedSince(
  store: ConversationStore,
  turn: string,
  { conversation, number }: { conversation: string; number: number },
) {
  const later = store
    .eventsOf(conversation, 'turn.begin')
    .filter(({ event }) => event.number >= number)
    .map(({ event }) => event.turn)
  return [turn, ...later].some((id) => {
    const end = store.turnEnd(id)
    return end !== undefined && changedAnything(end.changes) && !store.findTurn(id)?.reverted
  })
}
