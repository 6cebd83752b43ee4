import type { Trouble } from '../../../src/shared/event.ts'
import type { AgentActivity, AgentStatus } from '../../../src/shared/status.ts'

const STATE_WORDS: Record<AgentStatus['state'], string> = {
  ready: 'ready',
  missing: 'not installed',
  not_signed_in: 'not signed in',
  broken: 'does not start',
  checking: 'being looked for',
  unsupported: 'too old',
}

const ACTIVITY_WORDS: Record<AgentActivity, string> = {
  idle: 'ready',
  starting: 'starting',
  busy: 'working',
  asking: 'waits for you',
  stopped: 'stopped',
  crashed: 'ended by itself',
  limited: 'over its limit',
  offline: 'not reached',
}

/** Beside an agent's name: one or two words for what it is at; null for ready, which needs none. */
export function agentWord({ state, activity = 'idle' }: AgentStatus): string | null {
  if (state !== 'ready') return STATE_WORDS[state]
  return activity === 'idle' || activity === 'stopped' ? null : ACTIVITY_WORDS[activity]
}

/** Prompts can be sent to it and will be worked on. */
export const isUsable = ({ state, activity = 'idle' }: AgentStatus): boolean =>
  state === 'ready' && activity !== 'crashed' && activity !== 'limited' && activity !== 'offline'

/** Why an agent cannot be used now and what to do; null where it can. */
export function agentTrouble(agent: AgentStatus): Trouble | null {
  if (isUsable(agent) || agent.state === 'checking') return null
  const told = agent.state === 'ready' ? agent.activityTrouble : agent.trouble
  return (
    told ?? {
      title: `${agent.title}: ${agentWord(agent)}`,
      cause: '',
      next: 'Look for agents again, or choose another one.',
    }
  )
}

/** An agent's state in a sentence or two: what is the matter and what to do. */
export function agentSentence(agent: AgentStatus): string {
  const trouble = agentTrouble(agent)
  if (trouble) return `${trouble.cause || trouble.title} ${trouble.next}`.trim()
  const word = agentWord(agent) ?? 'ready'
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}.${agent.practice ? ' Practice: no model behind it.' : ''}`
}
