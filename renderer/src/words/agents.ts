import type { AgentStatus } from '../../../src/shared/status.ts'

/** Beside an agent's name: one or two words for its state. */
export const AGENT_STATE_WORDS: Record<AgentStatus['state'], string> = {
  ready: 'ready',
  missing: 'not installed',
  not_signed_in: 'not signed in',
  broken: 'does not start',
  checking: 'being looked for',
  unsupported: 'too old',
}

/** An agent's state in a sentence or two: what is the matter and what to do. */
export function agentSentence({ state, practice, trouble }: AgentStatus): string {
  if (trouble) return `${trouble.cause || trouble.title} ${trouble.next}`.trim()
  if (state === 'ready') return practice ? 'Ready. Practice: no model behind it.' : 'Ready.'
  const word = AGENT_STATE_WORDS[state]
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}.`
}
