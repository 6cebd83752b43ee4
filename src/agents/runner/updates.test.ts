import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UpdateReader } from './updates.ts'

const reader = (logged: string[] = []) => new UpdateReader(new Set(['create_box']), (line) => logged.push(line))
const chunk = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

test('words, thoughts, plans and notices', () => {
  const read = reader()
  expect(read.read(chunk('Hello'))).toEqual([{ type: 'text', text: 'Hello' }])
  expect(read.read({ ...chunk('hm'), sessionUpdate: 'agent_thought_chunk' })).toEqual([{ type: 'thought', text: 'hm' }])
  const entries = [
    { content: 'a', status: 'completed', priority: 'high' },
    { content: 'b', status: 'in_progress' },
    { content: 'c', status: 'someday' },
  ]
  expect(read.read({ sessionUpdate: 'plan', entries })).toEqual([
    {
      type: 'plan',
      steps: [
        { text: 'a', state: 'done' },
        { text: 'b', state: 'running' },
        { text: 'c', state: 'pending' },
      ],
    },
  ])
  expect(read.read({ sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'quota' })).toEqual([
    { type: 'notice', level: 'warning', text: 'Slow: quota' },
  ])
  expect(read.read({ sessionUpdate: 'notice', severity: 'purple', title: 'x' })).toMatchObject([{ level: 'info' }])
})

test('a foreign tool call is followed from its first word to its last', () => {
  const read = reader()
  const call = { toolCallId: 'c', sessionUpdate: 'tool_call_update' }
  expect(read.read({ ...call, sessionUpdate: 'tool_call', title: 'Read a file', rawInput: { path: 'a' } })).toEqual([
    { type: 'tool', call: 'c', title: 'Read a file', state: 'running', input: { path: 'a' }, output: null },
  ])
  const content = [{ type: 'content', content: { type: 'text', text: 'the file' } }]
  expect(read.read({ ...call, status: 'completed', content })).toEqual([
    { type: 'tool', call: 'c', title: 'Read a file', state: 'ok', input: { path: 'a' }, output: 'the file' },
  ])
  expect(read.read({ ...call, toolCallId: 'd', status: 'failed' })).toMatchObject([{ call: 'd', state: 'failed' }])
})

test('our own calls are left to the endpoint, also when only the permission request named them', () => {
  const read = reader()
  expect(read.read({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'mcp__rhino__create_box' })).toEqual([])
  expect(read.read({ sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' })).toEqual([])
  read.remember('b', { title: 'create_box (rhino MCP Server)' })
  expect(read.read({ sessionUpdate: 'tool_call_update', toolCallId: 'b', status: 'completed' })).toEqual([])
})

test('pictures and links in an answer are told, not lost', () => {
  const read = reader()
  const message = (content: unknown) => read.read({ sessionUpdate: 'agent_message_chunk', content })
  expect(message({ type: 'image', data: '…', mimeType: 'image/png' })).toMatchObject([{ type: 'notice' }])
  expect(message({ type: 'resource_link', uri: 'https://a.b', name: 'A' })).toEqual([
    { type: 'text', text: '[A](https://a.b)' },
  ])
  expect(message({ type: 'text', text: '' })).toEqual([])
})

test('wrong fields cost themselves only', () => {
  const logged: string[] = []
  const read = reader(logged)
  expect(read.read({ sessionUpdate: 'tool_call', toolCallId: 'x', title: 7, status: ['?'], kind: {} })).toMatchObject([
    { call: 'x' },
  ])
  expect(read.read({ sessionUpdate: 'tool_call', title: 'no id' })).toEqual([])
  expect(read.read({ sessionUpdate: 'plan', entries: 'soon' })).toEqual([{ type: 'plan', steps: [] }])
  expect(read.read(null)).toEqual([])
  expect(logged).toHaveLength(2)
})

test('no update makes it throw', () => {
  const kinds = ['agent_message_chunk', 'tool_call', 'tool_call_update', 'plan', 'notice', 'usage_update', 'other']
  const anything = fc
    .record({ sessionUpdate: fc.constantFrom(...kinds) })
    .chain((head) => fc.object().map((rest) => ({ ...rest, ...head })))
  const fields = fc.record({
    sessionUpdate: fc.constantFrom(...kinds),
    content: fc.anything(),
    toolCallId: fc.anything(),
    entries: fc.anything(),
    title: fc.anything(),
  })
  fc.assert(fc.property(fc.oneof(anything, fields, fc.anything()), (update) => void reader().read(update)))
})
