import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fields, fields } from '../translator/read.ts'
import { errorOf } from './errors.ts'
import { CodexReader } from './reader.ts'

const FOLDER = new URL('./recorded/', import.meta.url)
const linesOf = (name: string): Fields[] =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => fields(JSON.parse(line)))

function read(lines: readonly Fields[]) {
  const logged: string[] = []
  const reader = new CodexReader((line) => logged.push(line))
  const told = lines.filter(({ method, id }) => typeof method === 'string' && id === undefined)
  const facts = told.flatMap(({ method, params }) => reader.read(String(method), fields(params)))
  return { facts, logged, updates: facts.flatMap((fact) => (fact.type === 'update' ? [fact.update] : [])) }
}

const wordsOf = (updates: ReturnType<typeof read>['updates']) =>
  updates.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
  )

test('a turn with a tool: the call, its result, words as they were streamed and once, the numbers', () => {
  const { facts, updates, logged } = read(linesOf('0.171.0-turn.jsonl'))
  const call = { toolCallId: 'call_153', title: 'mcp__rhino__create_box', kind: 'other' }
  const rawInput = { width: 10, depth: 20, height: 30 }
  expect(updates.filter((update) => 'toolCallId' in update)).toEqual([
    { sessionUpdate: 'tool_call', ...call, status: 'in_progress', rawInput },
    { sessionUpdate: 'tool_call_update', ...call, status: 'completed', rawInput, rawOutput: 'box id=42 10x20x30' },
  ])
  expect(wordsOf(updates)).toEqual(['Done: ', 'the ', 'box ', 'was ', 'created ', 'in ', 'Rhino.'])
  expect(updates.findLast(({ sessionUpdate }) => sessionUpdate === 'usage_update')).toEqual({
    sessionUpdate: 'usage_update',
    used: 107,
    size: 258_400,
    _meta: { 'tickbird/tokens': { input: 100, cached: 100, output: 14 } },
  })
  expect(facts.at(-1)).toMatchObject({ type: 'end', reason: 'end_turn' })
  expect(logged).toEqual([])
})

test('without deltas the words come from the whole message', () => {
  const whole = linesOf('0.171.0-turn.jsonl').filter(({ method }) => method !== 'item/agentMessage/delta')
  expect(wordsOf(read(whole).updates)).toEqual(['Done: the box was created in Rhino.'])
})

test('an interrupted turn is cancelled', () => {
  expect(read(linesOf('0.171.0-interrupt.jsonl')).facts.at(-1)).toMatchObject({ type: 'end', reason: 'cancelled' })
})

test('a refused key: one notice that it tries again, then a sign-in failure', () => {
  const { facts, updates } = read(linesOf('0.171.0-fail401.jsonl'))
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'notice')).toMatchObject([
    { severity: 'warning' },
    { severity: 'info', title: 'Codex’s service did not answer' },
  ])
  expect(facts.at(-1)).toMatchObject({ type: 'fail', error: { code: -32000 } })
})

test.each([
  ['unauthorized', -32000, undefined],
  [{ httpConnectionFailed: { httpStatusCode: 403 } }, -32000, undefined],
  [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, -32603, 'rate_limit'],
  ['usageLimitExceeded', -32603, 'rate_limit'],
  [{ httpConnectionFailed: { httpStatusCode: null } }, -32603, undefined],
  ['somethingNew', -32603, undefined],
  [null, -32603, undefined],
])('why a turn failed: %j', (codexErrorInfo, code, errorKind) => {
  const error = errorOf({ message: 'no', codexErrorInfo })
  expect(error.code).toBe(code)
  expect((error.data as { errorKind?: string } | undefined)?.errorKind).toBe(errorKind)
})

test('a status in the words is read where the field has moved', () => {
  expect(errorOf({ message: 'unexpected status 401 Unauthorized: no' }).code).toBe(-32000)
  expect(errorOf({ message: 'exceeded retry limit, last status: 429 Too Many Requests' }).data).toMatchObject({
    errorKind: 'rate_limit',
  })
})

test('commands, changes of files and searches are told as what they are', () => {
  const item = (more: object) => [{ method: 'item/started', params: { item: { id: 'i', ...more } } }]
  const first = (more: object) => read(item(more)).updates[0]
  expect(first({ type: 'commandExecution', command: 'rm -rf x' })).toMatchObject({ title: 'rm -rf x', kind: 'execute' })
  expect(first({ type: 'fileChange', changes: [{ path: 'a.txt' }] })).toMatchObject({
    title: 'Change a.txt',
    kind: 'edit',
  })
  expect(first({ type: 'webSearch', query: 'rhino' })).toMatchObject({ title: 'Search: rhino', kind: 'fetch' })
  expect(first({ type: 'brandNew' })).toBeUndefined()
})

test('a plan, thoughts, a server that did not start, an unknown notification', () => {
  const { updates, logged } = read([
    { method: 'turn/plan/updated', params: { plan: [{ step: 'one', status: 'inProgress' }, { step: 'two' }] } },
    { method: 'item/reasoning/summaryTextDelta', params: { itemId: 'r', delta: 'hm' } },
    { method: 'mcpServer/startupStatus/updated', params: { name: 'rhino', status: 'failed', error: 'refused' } },
    { method: 'brand/new', params: {} },
    { method: 'brand/new', params: {} },
  ])
  expect(updates).toMatchObject([
    {
      entries: [
        { content: 'one', status: 'in_progress' },
        { content: 'two', status: 'pending' },
      ],
    },
    { sessionUpdate: 'agent_thought_chunk', content: { text: 'hm' } },
    { sessionUpdate: 'notice', title: 'Codex has no connection to “rhino”', description: 'refused' },
  ])
  expect(logged).toEqual(['codex said something unknown: brand/new'])
})

test('no notification, in whatever order, with whatever in it, throws; and every completed turn ends it', () => {
  const recorded = readdirSync(FOLDER).flatMap(linesOf)
  const methods = recorded.flatMap(({ method }) => (typeof method === 'string' ? [method] : []))
  const params = fc.oneof(
    fc.constantFrom(...recorded.map((line) => fields(line.params))),
    fc.dictionary(
      fc.constantFrom('item', 'turn', 'error', 'delta', 'plan', 'tokenUsage', 'name', 'status'),
      fc.jsonValue(),
    ),
  )
  const line = fc.record({ method: fc.constantFrom(...methods), params })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const ends = read(lines).facts.filter(({ type }) => type !== 'update')
      expect(ends).toHaveLength(lines.filter(({ method }) => method === 'turn/completed').length)
    }),
    { numRuns: 300 },
  )
})
