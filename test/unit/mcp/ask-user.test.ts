import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Question } from '../../../src/shared/question.ts'
import { OUTSIDE_TOKEN, PANEL_TOKEN, serveFake } from './fake-caller.ts'
import { messageIn, post } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
let asked: Question[][]
beforeEach(async () => {
  fake = await serveFake()
  asked = []
  fake.caller.ask = (_client, questions) => void asked.push([...questions])
})
afterEach(() => fake.close())

async function rpc(method: string, params: object, token: string) {
  const reply = await post(fake.port, {
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (
    messageIn(reply) as unknown as {
      result: { tools: { name: string }[]; isError?: true; content: { text: string }[] }
    }
  ).result
}
const ask = (args: object, token = PANEL_TOKEN, name = 'ask_designer') =>
  rpc('tools/call', { name, arguments: args }, token)

test('it is offered to the panel’s agents alone; an outside client is told so, and asked nothing', async () => {
  const names = async (token: string) => (await rpc('tools/list', {}, token)).tools.map(({ name }) => name)
  expect(await names(PANEL_TOKEN)).toContain('ask_designer')
  expect(await names(OUTSIDE_TOKEN)).not.toContain('ask_designer')
  const refused = await ask({ question: 'How wide?' }, OUTSIDE_TOKEN)
  expect(refused.isError).toBe(true)
  expect(refused.content[0]?.text).toContain('only there for the agent in Tickbird’s own panel')
  expect(asked).toEqual([])
})

test('it returns at once and tells the agent to stop', async () => {
  await ask({ question: 'By its other name?' }, PANEL_TOKEN, 'ask_user')
  expect(asked.pop()).toMatchObject([{ kind: 'text', text: 'By its other name?' }])
  const { content } = await ask({ question: 'Which side?', options: ['Left', 'Right'] })
  expect(content[0]?.text).toContain('STOP now')
  expect(asked[0]).toMatchObject([
    { id: '0', kind: 'choice', custom: true, options: [{ label: 'Left' }, { label: 'Right' }] },
  ])
})

test('several questions of several kinds, also as JSON text', async () => {
  const questions = [
    { question: 'How wide?', kind: 'length', min: 1 },
    {
      question: 'Which?',
      kind: 'choices',
      options: [{ label: 'A', description: 'first' }, { label: 'B' }],
      custom: false,
    },
    { question: 'Where?', kind: 'point' },
  ]
  await ask({ questions: JSON.stringify(questions) })
  expect(asked[0]?.map(({ kind, custom, min }) => [kind, custom, min])).toEqual([
    ['length', false, 1],
    ['choices', false, null],
    ['point', false, null],
  ])
  expect(asked[0]?.[1]?.options).toEqual([
    { label: 'A', detail: 'first' },
    { label: 'B', detail: '' },
  ])
})

test.each([
  [{}, 'question'],
  [{ question: '' }, 'question'],
  [{ question: 'x', kind: 'colour' }, 'kind'],
  [{ question: 'x', kind: 'choice' }, 'offers no options'],
  [{ questions: [] }, 'questions'],
  [{ questions: 'no JSON' }, 'questions'],
  [{ questions: Array.from({ length: 11 }, () => ({ question: 'x' })) }, 'questions'],
])('%j is refused with what to send', async (args, why) => {
  const refused = await ask(args)
  expect(refused.isError).toBe(true)
  expect(refused.content[0]?.text).toContain(why)
  expect(asked).toEqual([])
})
