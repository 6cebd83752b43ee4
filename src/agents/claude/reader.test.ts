import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fields, fields } from '../translator/read.ts'
import { type ClaudeFact, ClaudeReader } from './reader.ts'

const FOLDER = new URL('./recorded/', import.meta.url)
const FILES = readdirSync(FOLDER)
const linesOf = (name: string): Fields[] =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => fields(JSON.parse(line)))

function read(lines: readonly Fields[]) {
  const logged: string[] = []
  const reader = new ClaudeReader((line) => logged.push(line))
  const facts = lines.flatMap((line) => reader.read(line))
  return { facts, logged, updates: facts.flatMap((fact) => (fact.type === 'update' ? [fact.update] : [])) }
}

const wordsOf = (facts: readonly ClaudeFact[]) =>
  facts
    .flatMap((fact) =>
      fact.type === 'update' && fact.update.sessionUpdate === 'agent_message_chunk' ? [fact.update] : [],
    )
    .map(({ content }) => (content.type === 'text' ? content.text : ''))

test('a turn with a tool: words as they were streamed and once, the call, its input, its result, the numbers', () => {
  const { facts, updates, logged } = read(linesOf('2.1.332-turn.jsonl'))
  expect(wordsOf(facts)).toEqual([
    'I will create a box.',
    'Done: ',
    'the ',
    'box ',
    'was ',
    'created ',
    'in ',
    'Rhino.',
  ])
  const id = 'toolu_fake133'
  expect(updates.filter((update) => 'toolCallId' in update)).toEqual([
    {
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: 'mcp__rhino__create_box',
      kind: 'other',
      status: 'in_progress',
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: 'in_progress',
      rawInput: { width: 10, depth: 20, height: 30 },
    },
    { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed', rawOutput: 'box id=42 10x20x30' },
  ])
  expect(updates.at(-1)).toEqual({
    sessionUpdate: 'usage_update',
    used: 157,
    size: 1_000_000,
    cost: { amount: 0.0011, currency: 'USD' },
    _meta: { 'tickbird/tokens': { input: 200, cached: 100, output: 14 } },
  })
  expect(facts.at(-1)).toEqual({ type: 'end', reason: 'end_turn' })
  expect(logged).toEqual([])
})

test('without pieces the words come from the whole messages', () => {
  const whole = linesOf('2.1.332-turn.jsonl').filter(({ type }) => type !== 'stream_event')
  expect(wordsOf(read(whole).facts)).toEqual(['I will create a box.', 'Done: the box was created in Rhino.'])
})

test('nobody signed in is a sign-in failure, and its words are no answer', () => {
  const { facts } = read(linesOf('2.1.332-noauth.jsonl'))
  expect(wordsOf(facts)).toEqual([])
  expect(facts.at(-1)).toMatchObject({
    type: 'fail',
    error: { code: -32000, message: 'Not logged in · Please run /login' },
  })
})

test('a permission request carries what is to be decided', () => {
  const { facts } = read(linesOf('2.1.332-permission.jsonl'))
  expect(facts.find(({ type }) => type === 'ask')).toMatchObject({
    tool: 'mcp__rhino__create_box',
    input: { width: 10, depth: 20, height: 30 },
    call: 'toolu_fake136',
    suggestions: [{ type: 'addRules' }],
  })
})

test.each([
  [401, -32000, undefined],
  [403, -32000, undefined],
  [429, -32603, 'rate_limit'],
  [529, -32603, 'rate_limit'],
  [500, -32603, undefined],
])('HTTP %i of the service', (status, code, errorKind) => {
  const result = { type: 'result', subtype: 'success', is_error: true, api_error_status: status, result: 'API Error' }
  const fact = read([result]).facts.at(-1)
  expect(fact).toMatchObject({ type: 'fail', error: { code } })
  expect((fact as { error: { data?: { errorKind?: string } } }).error.data?.errorKind).toBe(errorKind)
})

test('ends that are no failure', () => {
  const end = (more: object) => read([{ type: 'result', is_error: false, ...more }]).facts.at(-1)
  expect(end({ stop_reason: 'max_tokens' })).toEqual({ type: 'end', reason: 'max_tokens' })
  expect(end({ stop_reason: 'refusal' })).toEqual({ type: 'end', reason: 'refusal' })
  expect(end({ subtype: 'error_max_turns', is_error: true })).toEqual({ type: 'end', reason: 'max_turn_requests' })
  expect(end({ stop_reason: 'something new' })).toEqual({ type: 'end', reason: 'end_turn' })
})

test('what an agent of Claude’s own says is left out; unknown lines are logged once', () => {
  const inner = { type: 'assistant', parent_tool_use_id: 'x', message: { content: [{ type: 'text', text: 'inner' }] } }
  const { facts, logged } = read([
    inner,
    { type: 'brand_new' },
    { type: 'brand_new' },
    { type: 'system', subtype: 'new' },
  ])
  expect(facts).toEqual([])
  expect(logged).toHaveLength(2)
})

test('a tools server that did not start is told of', () => {
  const init = { type: 'system', subtype: 'init', mcp_servers: [{ name: 'rhino', status: 'failed' }] }
  expect(read([init]).updates).toMatchObject([{ sessionUpdate: 'notice', severity: 'warning' }])
})

test('what cannot be made into words is no line that throws, nor is a name every object has a known one', () => {
  const { facts, logged } = read([{ type: { toString: [] } }, { type: 'constructor' }, { type: 'system', subtype: {} }])
  expect(facts).toEqual([])
  expect(logged).toHaveLength(3)
  expect(read([{ type: 'result', subtype: 'success', stop_reason: 'toString' }]).facts).toContainEqual({
    type: 'end',
    reason: 'end_turn',
  })
})

test('no line, in whatever order, with whatever in it, throws; and every result ends the turn', () => {
  const recorded = FILES.flatMap(linesOf)
  const key = fc.constantFrom('type', 'subtype', 'event', 'message', 'delta', 'content', 'usage', 'request', 'response')
  const mutated = fc
    .tuple(fc.constantFrom(...recorded), key, fc.jsonValue())
    .map(([line, name, value]) => ({ ...line, [name]: value }))
  const line = fc.oneof(fc.constantFrom(...recorded), mutated, fc.dictionary(key, fc.jsonValue()))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const { facts } = read(lines as Fields[])
      const results = lines.filter((one) => one.type === 'result' && !('parent_tool_use_id' in one)).length
      expect(facts.filter(({ type }) => type === 'end' || type === 'fail')).toHaveLength(results)
    }),
    { numRuns: 300 },
  )
})
