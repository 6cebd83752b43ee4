import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { coerce } from '../tools/coerce.ts'
import type { CallOptions, Client, ToolCaller } from './caller.ts'
import type { Catalogue, Entry, StaleReason } from './catalogue.ts'
import { readLocator } from './locator.ts'
import type { OtherHost, OtherItem } from './other-hosts/host.ts'
import { type OtherHosts, passThrough } from './other-hosts/hosts.ts'
import { fillTemplate, readResource } from './resources.ts'
import { asFault } from './result.ts'
import { runTool } from './run.ts'
import type { Toolsets } from './toolsets/toolsets.ts'

const args = z.record(z.string(), z.unknown())
const read = z.object({ id: z.string().max(4000), arguments: args.optional() })

export const MAX_READS = 16
/** Largest answer to a batch, in characters of JSON. */
export const MAX_BATCH_CHARACTERS = 1_048_576

export const invokeInput = z.object({
  id: z.string().max(4000).optional(),
  arguments: args.optional(),
  reads: z.array(read).min(1).max(MAX_READS).optional(),
})

/** Why nothing came of an invocation. `reason` says how a locator went stale. */
interface InvokeError {
  type: 'validation_error' | 'stale' | 'invocation_canceled' | 'invocation_failed' | 'result_too_large'
  message: string
  retryable: boolean
  reason?: StaleReason
}

/** Everything one invocation needs. */
export interface Invocation {
  caller: ToolCaller
  catalogue: Catalogue
  client: Client
  options: CallOptions
  /** Of the request, for asking its client. */
  context?: ServerContext
  /** Other programs beside Rhino. */
  others?: OtherHosts | undefined
  /** What the user added. */
  toolsets?: Toolsets | undefined
}

/** `invoke_dynamic`: one tool or resource by its locator, or up to 16 reads at once. */
export async function invoke(
  invocation: Invocation,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult | InputRequiredResult> {
  const input = invokeInput.safeParse(coerce(invokeInput, given))
  if (!input.success) {
    const issue = input.error.issues[0]
    return failed(false, invalid(`invoke_dynamic: ${issue?.path.join('.')}: ${issue?.message}.`))
  }
  const { id, arguments: its = {}, reads } = input.data
  if ((id === undefined) === (reads === undefined)) {
    return failed(false, invalid('Send either id (with arguments) or reads.'))
  }
  if (reads) return batch(invocation, reads)
  const other = otherItem(invocation, id ?? '')
  if (other) return 'error' in other ? failed(false, other.error) : invokeOther(invocation, other, its)
  const found = lookUp(invocation, id ?? '')
  if ('error' in found) return failed(false, found.error)
  return invokeOne(invocation, found, its)
}

async function invokeOne(
  invocation: Invocation,
  found: Found,
  its: Record<string, unknown>,
): Promise<CallToolResult | InputRequiredResult> {
  const { caller, client, options, context } = invocation
  const here = { ...options, processId: found.processId }
  if (found.entry.kind === 'tool') return runTool(caller, client, found.entry.tool, its, here, context)
  try {
    const { contents } = await readEntry(invocation, found, its)
    return { content: contents.map((resource) => ({ type: 'resource', resource })) }
  } catch (error) {
    return failed(true, failure(error, options.signal))
  }
}

interface Found {
  entry: Entry
  processId: number
}

const STALE: Record<StaleReason, string> = {
  host_disconnected: 'The program this id belongs to is not connected any more.',
  removed: 'This is not offered any more.',
  changed: 'This has changed since it was found.',
}

function lookUp({ caller, catalogue }: Invocation, id: string): Found | { error: InvokeError } {
  const locator = readLocator(id)
  if (!locator)
    return { error: invalid('This id was not given out by search_dynamic; search first and take an id from there.') }
  const found = catalogue.resolve(caller.hosts(), locator)
  if ('entry' in found) return { entry: found.entry, processId: locator.processId }
  return { error: stale(found.stale) }
}

function stale(reason: StaleReason): InvokeError {
  const message = `${STALE[reason]} Nothing was done; search again with search_dynamic and use the new id.`
  return { type: 'stale', message, retryable: true, reason }
}

type Other = { host: OtherHost; item: OtherItem }

/** Undefined where the id belongs to no other program that is known. */
function otherItem({ others }: Invocation, id: string): Other | { error: InvokeError } | undefined {
  const locator = readLocator(id)
  const found = locator && others?.find(locator)
  if (!locator || !found) return undefined
  if (found.host.trouble !== null) return { error: stale('host_disconnected') }
  if (!found.item) return { error: stale('removed') }
  return found.item.hash === locator.hash ? { host: found.host, item: found.item } : { error: stale('changed') }
}

async function invokeOther({ context, options }: Invocation, other: Other, its: Record<string, unknown>) {
  if (!context) throw new TypeError('Another program is only called for a request.')
  try {
    return await passThrough(other, its, context)
  } catch (error) {
    // What the protocol itself says (a state that is not ours) goes back in its own way.
    if (error instanceof ProtocolError && error.data !== undefined) throw error
    return failed(true, otherFailure(other, error, options.signal))
  }
}

function otherFailure({ host }: Other, error: unknown, signal: AbortSignal): InvokeError {
  if (signal.aborted) return { type: 'invocation_canceled', message: 'The call was cancelled.', retryable: true }
  const why = error instanceof Error ? error.message.slice(0, 500) : 'it gave no reason'
  const message = `${host.source.label}: ${why}. Look what was done there before you repeat the call.`
  return { type: 'invocation_failed', message, retryable: false }
}

async function readEntry({ caller, client, options }: Invocation, found: Found, its: Record<string, unknown>) {
  const { entry, processId } = found
  if (entry.kind === 'tool') throw new TypeError('A tool is not read.')
  const uri =
    entry.kind === 'resource'
      ? entry.resource.uri
      : fillTemplate(entry.template, String(its[entry.template.variable] ?? ''))
  return readResource(caller, client, uri, { ...options, processId })
}

type BatchEntry = { index: number; ok: true; result: unknown } | { index: number; ok: false; error: InvokeError }

/** Reads one after the other. What does not fit any more is named, entry by entry, never dropped in silence. */
async function batch(invocation: Invocation, reads: z.output<typeof read>[]): Promise<CallToolResult> {
  const results: BatchEntry[] = []
  let room = MAX_BATCH_CHARACTERS
  for (const [index, wanted] of reads.entries()) {
    const entry = room > 0 ? await readOne(invocation, index, wanted) : tooLarge(index)
    const length = JSON.stringify(entry).length
    results.push(length <= room ? entry : tooLarge(index))
    room -= length
  }
  const whole = { ok: true, executionStarted: true, results }
  return { content: [{ type: 'text', text: JSON.stringify(whole) }], structuredContent: whole }
}

async function readOne(invocation: Invocation, index: number, wanted: z.output<typeof read>): Promise<BatchEntry> {
  const found = lookUp(invocation, wanted.id)
  if ('error' in found) return { index, ok: false, error: found.error }
  if (found.entry.kind === 'tool') {
    return { index, ok: false, error: invalid('Only resources can be read in a batch; invoke a tool by id.') }
  }
  try {
    return { index, ok: true, result: await readEntry(invocation, found, wanted.arguments ?? {}) }
  } catch (error) {
    return { index, ok: false, error: failure(error, invocation.options.signal) }
  }
}

const tooLarge = (index: number): BatchEntry => ({
  index,
  ok: false,
  error: {
    type: 'result_too_large',
    message: 'There was no room left for this one; read it alone or in a smaller batch.',
    retryable: true,
  },
})

const invalid = (message: string): InvokeError => ({ type: 'validation_error', message, retryable: false })

function failure(error: unknown, signal: AbortSignal): InvokeError {
  if (signal.aborted) return { type: 'invocation_canceled', message: 'The call was cancelled.', retryable: true }
  const fault = asFault(error)
  const next = fault.details.next === undefined ? '' : ` ${fault.details.next}`
  return {
    type: 'invocation_failed',
    message: `${fault.message} [${fault.code}]${next}`,
    retryable: fault.code === 'RHINO_BUSY',
  }
}

/** `executionStarted` tells whether a repetition could do something twice. */
function failed(executionStarted: boolean, error: InvokeError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ ok: false, executionStarted, error }) }] }
}
