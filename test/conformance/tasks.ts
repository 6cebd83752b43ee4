import { setTimeout as wait } from 'node:timers/promises'
import { type CallToolResult, inputRequired, ProtocolError, type ServerContext } from '@modelcontextprotocol/server'
import type { ExtraTool } from '../../src/mcp/extras.ts'

/** Fixture tools that take their time. */
const says = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

const tool = (name: string, call: ExtraTool['call'], properties: object = {}): ExtraTool => ({
  definition: { name, description: 'Takes its time', inputSchema: { type: 'object', properties } as never },
  call,
})

/** Longer than the endpoint waits before a call becomes a task. */
const A_WHILE_MS = 1000
const pause = (ms: number, { mcpReq }: ServerContext) => wait(ms, undefined, { signal: mcpReq.signal })

const ask = (message: string, properties: object) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties } as never })
const contentOf = (answer: unknown) => (answer as { content?: Record<string, unknown> } | undefined)?.content ?? {}

export const taskTools: ExtraTool[] = [
  tool('greet', async ({ name }) => says(`Hello, ${String(name)}!`), { name: { type: 'string' } }),
  tool(
    'slow_compute',
    async ({ seconds, label }, context) => {
      await pause(Number(seconds) * 1000, context)
      return says(`Computed ${String(label)}.`)
    },
    { seconds: { type: 'number' }, label: { type: 'string' } },
  ),
  {
    ...tool('failing_job', async (_given, context) => {
      await pause(A_WHILE_MS, context)
      return { ...says('The job failed.'), isError: true }
    }),
    onlyAsTask: true,
  },
  tool('protocol_error_job', async (_given, context) => {
    await pause(A_WHILE_MS, context)
    throw new ProtocolError(-32_603, 'The job broke.')
  }),
  tool(
    'confirm_delete',
    async ({ filename }, context) => {
      await pause(A_WHILE_MS, context)
      const answer = context.mcpReq.inputResponses?.confirm
      if (answer) return says(`${String(filename)}: ${contentOf(answer).confirm === true ? 'deleted' : 'kept'}`)
      return inputRequired({ inputRequests: { confirm: ask('Delete?', { confirm: { type: 'boolean' } }) } })
    },
    { filename: { type: 'string' } },
  ),
  tool('multi_input', async (_given, context) => {
    await pause(A_WHILE_MS, context)
    const { first, second } = context.mcpReq.inputResponses ?? {}
    if (first && second) return says('Both are there.')
    const name = { name: { type: 'string' } }
    return inputRequired({ inputRequests: { first: ask('First?', name), second: ask('Second?', name) } })
  }),
  {
    ...tool('test_tool_with_task', async (_given, context) => {
      const answer = context.mcpReq.inputResponses?.user_name
      if (!answer) {
        return inputRequired({ inputRequests: { user_name: ask('Your name?', { name: { type: 'string' } }) } })
      }
      await pause(A_WHILE_MS, context)
      return says(`Hello, ${String(contentOf(answer).name)}.`)
    }),
    onlyAsTask: true,
  },
]
