/**
 * Our client of other programs under the protocol's own tests: joins the server whose address comes as the last argument,
 * as one of the settings, and uses all that it finds there: every tool is called, every resource read.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { OtherHost, type OtherItem } from '../../src/mcp/other-hosts/host.ts'
import { configuredSources } from '../../src/mcp/other-hosts/sources.ts'
import type { JsonSchema } from '../../src/tools/json-schema.ts'

const url = process.argv.at(-1) ?? ''
const server = { url, args: [], headers: {}, disabled: false }
const [source] = configuredSources({ other: server })
if (!source) throw new Error('The address is none.')

const VALUES: Record<string, unknown> = { string: 'text', number: 5, integer: 3, boolean: true, array: [], object: {} }

function argumentsFor(item: OtherItem): Record<string, unknown> {
  const { properties = {} } = (item.inputSchema ?? {}) as JsonSchema
  const given = Object.entries(properties).map(([name, { type, default: value, enum: options }]) => [
    name,
    value ?? options?.[0] ?? VALUES[[type ?? 'string'].flat()[0] ?? 'string'],
  ])
  return Object.fromEntries(given)
}

let changed = () => {}
const host = new OtherHost(source, '1.0.0', () => changed())
await new Promise<void>((there, failed) => {
  changed = () => (host.trouble === null ? there() : failed(new Error(host.trouble)))
})
const { signal } = new AbortController()

interface Call {
  name: string
  arguments: Record<string, unknown>
}

/** A question is passed on to our own client; here it is answered as that client would. */
async function call({ name, arguments: given }: Call): Promise<void> {
  let answer = await host.request('tools/call', { name, arguments: given }, signal)
  for (let round = 0; answer.resultType === 'input_required' && round < 5; round++) {
    const questions = Object.keys((answer.inputRequests as object | undefined) ?? {})
    const inputResponses = Object.fromEntries(
      questions.map((key) => [key, { action: 'accept', content: { name: 'text', confirmed: true } }]),
    )
    const { requestState } = answer
    const rest = { inputResponses, ...(requestState === undefined ? {} : { requestState }) }
    answer = await host.request('tools/call', { name, arguments: given, ...rest }, signal)
  }
}

// Some of the tests say what is to be called.
const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as { toolCalls?: Call[] }
const calls =
  toolCalls ??
  host.items.filter(({ kind }) => kind === 'tool').map((item) => ({ name: item.target, arguments: argumentsFor(item) }))
// What a server refuses is its own answer; the tests look at what we have sent.
const refused = (error: unknown) => console.error(error instanceof Error ? error.message : error)
for (const one of calls) if (host.items.some(({ target }) => target === one.name)) await call(one).catch(refused)
for (const { kind, target } of host.items) {
  if (kind === 'resource') await host.request('resources/read', { uri: target }, signal).catch(refused)
}
await wait(200)
await host.close()
process.exit(0)
