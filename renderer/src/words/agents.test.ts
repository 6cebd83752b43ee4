import { expect, test } from 'vitest'
import { AGENT_ACTIVITIES, AGENT_STATES, type AgentStatus } from '../../../src/shared/status.ts'
import { agentSentence, agentTrouble, agentWord, isUsable } from './agents.ts'

const agent = (part: Partial<AgentStatus>): AgentStatus => ({
  id: 'claude',
  title: 'Claude',
  state: 'ready',
  practice: false,
  version: null,
  trouble: null,
  ...part,
})

test('every state and activity has its own sentence', () => {
  const states = AGENT_STATES.map((state) => agent({ state }))
  const activities = AGENT_ACTIVITIES.filter((activity) => activity !== 'idle').map((activity) => agent({ activity }))
  const sentences = [...states, ...activities].map(agentSentence)
  // An agent that was stopped is as ready as any other.
  expect(new Set(sentences).size).toBe(sentences.length - 1)
  expect(sentences.every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
})

test('what cannot be used says why and what to do; what can says nothing', () => {
  const told = {
    title: 'Claude has reached its limit',
    cause: 'Resets at 15:00.',
    next: 'Wait, or choose another agent.',
  }
  const limited = agent({ activity: 'limited', activityTrouble: told })
  expect(isUsable(limited)).toBe(false)
  expect(agentTrouble(limited)).toBe(told)
  expect(agentWord(limited)).toBe('over its limit')
  expect(agentTrouble(agent({ activity: 'busy' }))).toBeNull()
  expect(agentWord(agent({}))).toBeNull()
  expect(agentTrouble(agent({ state: 'checking' }))).toBeNull()
  expect(agentTrouble(agent({ state: 'broken' }))?.next).toContain('Look for agents again')
})
