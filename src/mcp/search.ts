import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { coerce } from '../tools/coerce.ts'
import { inputSchema } from '../tools/json-schema.ts'
import type { CallableHost } from './caller.ts'
import { argumentsOf, type Catalogue, describe, type Entry, isOn, locate } from './catalogue.ts'
import { ITEM_KINDS, writeLocator } from './locator.ts'
import type { OtherHit, OtherHosts } from './other-hosts/hosts.ts'
import { tokensAtMost } from './token-estimate.ts'

export const searchInput = z.object({
  query: z.string().max(1000).optional(),
  processId: z.number().int().min(1).optional(),
  kinds: z.array(z.enum(ITEM_KINDS)).min(1).max(ITEM_KINDS.length).optional(),
  limit: z.number().int().min(1).max(32).optional(),
  detail: z.enum(['summary', 'schema']).default('summary'),
})

/** Longest description in a summary, in characters. */
const SHORT = 110
/** Most arguments that a summary names; the required ones first. */
const NAMED = 7
/** Tools where no `limit` is asked for, as far as they fit into {@link ROOM}. */
const USUAL = 8
/** Tokens for an answer without a `limit`. */
const ROOM = 400

/**
 * `search_dynamic`: what the connected hosts can do, for a question in words. Says one short line each, and without a
 * `limit` only as many as cost {@link ROOM} tokens; `detail: "schema"` adds the whole input schema.
 */
export function search(
  catalogue: Catalogue,
  hosts: readonly CallableHost[],
  given: Readonly<Record<string, unknown>>,
  others?: OtherHosts,
): CallToolResult {
  const read = searchInput.safeParse(coerce(searchInput, given))
  if (!read.success) {
    const issue = read.error.issues[0]
    return refusal(`search_dynamic: ${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const { query = '', processId, kinds = ITEM_KINDS, limit, detail } = read.data
  const asked = processId === undefined ? hosts : hosts.filter((host) => host.processId === processId)
  const foreign = others?.search(query, kinds, processId).map((hit) => otherItem(hit, detail)) ?? []
  if (asked.length === 0 && foreign.length === 0)
    return answer({ count: 0, hasMore: false, items: [], note: noHost(hosts, processId) })
  const own = catalogue.rank(query, kinds).map((entry) => {
    const able = asked.filter((host) => isOn(host, entry))
    return able.map((host, at) => item(host, entry, detail, { several: hosts.length > 1, again: at > 0 }))
  })
  const groups = interleaved(
    own.filter((group) => group.length > 0),
    foreign.map((one) => [one]),
  )
  const found = groups.flat()
  const items = limit === undefined ? fitting(groups.slice(0, USUAL).flat()) : found.slice(0, limit)
  if (items.length > 0) return answer({ count: items.length, hasMore: found.length > items.length, items })
  return answer({
    count: 0,
    hasMore: false,
    items,
    note: 'Nothing fits. Say it in other words: what should happen to what?',
  })
}

/** The first ones that fit together, and always the best. */
function fitting<T>(items: readonly T[]): T[] {
  let room = ROOM - tokensAtMost(JSON.stringify({ count: 99, hasMore: false, items: [] }))
  return items.filter((one, at) => {
    room -= tokensAtMost(`${JSON.stringify(one)},`)
    return at === 0 || room >= 0
  })
}

/** `several`: whether it must say which host it is on; `again`: whether it stands under the same of another host. */
function item(
  host: CallableHost,
  entry: Entry,
  detail: 'summary' | 'schema',
  { several, again }: { several: boolean; again: boolean },
) {
  const { description } = describe(entry)
  const place = {
    id: writeLocator(locate(host, entry)),
    ...(entry.kind === 'tool' ? {} : { kind: entry.kind }),
    ...(several ? { processId: host.processId, host: host.label } : {}),
  }
  if (again) return { ...place, description: 'As above.' }
  if (detail === 'schema' && entry.kind === 'tool')
    return { ...place, description, inputSchema: inputSchema(entry.tool) }
  return { ...place, description: shortened(description), args: named(argumentsOf(entry)) }
}

/** Scores of two indexes cannot be compared: they take turns, Rhino first, because that is what we are for. */
function interleaved<T, U>(own: readonly T[], foreign: readonly U[]): (T | U)[] {
  const length = Math.max(own.length, foreign.length)
  return Array.from({ length }, (_, at) => [...own.slice(at, at + 1), ...foreign.slice(at, at + 1)]).flat()
}

function otherItem({ host, item }: OtherHit, detail: 'summary' | 'schema') {
  const { processId, label } = host.source
  const { kind, hash, target, required, optional, inputSchema } = item
  const description = item.description || item.title
  return {
    id: writeLocator({ processId, kind, hash, target }),
    ...(kind === 'tool' ? {} : { kind }),
    processId,
    host: label,
    description: detail === 'schema' ? description : shortened(description),
    ...(detail === 'schema' && inputSchema ? { inputSchema } : { args: named({ required, optional }) }),
  }
}

function named({ required, optional }: { required: readonly string[]; optional: readonly string[] }): string {
  const names = [...required, ...optional.map((name) => `${name}?`)]
  return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '')
}

/** The sentences that fit, or the beginning of the first one. */
function shortened(text: string): string {
  if (text.length <= SHORT) return text
  const end = text.lastIndexOf('. ', SHORT - 1)
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, SHORT - 1).trimEnd()}…`
}

function noHost(hosts: readonly CallableHost[], processId: number | undefined): string {
  if (processId === undefined || hosts.length === 0) {
    return 'No Rhino is connected. Start Rhino or open Tickbird’s window, then search again.'
  }
  return `No connected process has the id ${processId}; there are ${hosts.map((host) => host.processId).join(', ')}.`
}

function answer(found: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found }
}

const refusal = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ ok: false, error: { type: 'validation_error', message } }) }],
})
