import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server'
import type { McpServerSettings } from '../../shared/settings.ts'
import { SearchIndex } from '../../tools/search.ts'
import type { ItemKind, Locator } from '../locator.ts'
import { readState, writeState } from '../request-state.ts'
import { OtherHost, type OtherItem } from './host.ts'
import { configuredSources, type Source, socketSources } from './sources.ts'

/** How often new and gone programs are looked for, in ms. */
const LOOK_EVERY_MS = 2000

export interface OtherHostsOptions {
  /** Those of the settings, as they are now. */
  servers(): Readonly<Record<string, McpServerSettings>>
  version: string
  /** Where sockets are looked for; the system's place when left out. */
  sockets?: string
}

export interface OtherHit {
  host: OtherHost
  item: OtherItem
  score: number
}

/** All other programs that serve MCP here: those that the user set up, and those that open a socket by its name. */
export class OtherHosts {
  readonly #options: OtherHostsOptions
  readonly #hosts = new Map<string, OtherHost>()
  readonly #timer: NodeJS.Timeout
  #index: { search: SearchIndex; hits: Map<string, Omit<OtherHit, 'score'>> } | null = null

  constructor(options: OtherHostsOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    this.look()
  }

  /** Takes up what is new and lets go of what is gone. */
  look(): void {
    const { servers, sockets } = this.#options
    const sources = [...configuredSources(servers()), ...socketSources(sockets)]
    const wanted = new Map<string, Source>(sources.map((source) => [source.key, source]))
    for (const [key, host] of this.#hosts) {
      if (wanted.has(key)) continue
      this.#hosts.delete(key)
      this.#index = null
      void host.close()
    }
    for (const [key, source] of wanted) {
      if (!this.#hosts.has(key))
        this.#hosts.set(key, new OtherHost(source, this.#options.version, () => this.#forget()))
    }
  }

  list(): readonly OtherHost[] {
    return [...this.#hosts.values()]
  }

  search(query: string, kinds: readonly ItemKind[], processId: number | undefined): OtherHit[] {
    this.#index ??= this.#build()
    const { search, hits } = this.#index
    if (hits.size === 0) return []
    return search
      .search(query, hits.size)
      .flatMap(({ id, score }) => ({ ...(hits.get(id) as Omit<OtherHit, 'score'>), score }))
      .filter(
        ({ host, item }) => kinds.includes(item.kind) && (processId ?? host.source.processId) === host.source.processId,
      )
  }

  /** The host a locator belongs to, if it is one of these, and what it leads to there. */
  find({ processId, kind, target }: Locator): { host: OtherHost; item: OtherItem | undefined } | undefined {
    const host = this.list().find(({ source }) => source.processId === processId)
    return host && { host, item: host.items.find((item) => item.kind === kind && item.target === target) }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.list().map((host) => host.close()))
  }

  #forget(): void {
    this.#index = null
  }

  #build() {
    const search = new SearchIndex()
    const hits = new Map<string, Omit<OtherHit, 'score'>>()
    for (const host of this.list()) {
      for (const item of host.items) {
        const id = `${host.source.processId} ${item.kind} ${item.target}`
        const { title, description } = item
        search.add({
          id,
          name: item.target,
          title,
          description,
          keywords: [host.source.label],
          parameters: [...item.required, ...item.optional],
        })
        hits.set(id, { host, item })
      }
    }
    return { search, hits }
  }
}

/** Runs or reads what was found; the answer is the host's own, untouched, and so are its questions. */
export async function passThrough(
  { host, item }: { host: OtherHost; item: OtherItem },
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal, inputResponses } = context.mcpReq
  if (item.kind !== 'tool') {
    const uri = item.kind === 'resource' ? item.target : new UriTemplate(item.target).expand(filled(given))
    const { contents = [] } = (await host.request('resources/read', { uri }, signal)) as { contents?: never[] }
    return { content: contents.map((resource) => ({ type: 'resource', resource })) }
  }
  const purpose = `other ${host.source.processId} ${item.hash} ${item.target}`
  const state = (await readState(context, purpose)) as { theirs: string | null } | undefined
  const answer = await host.request(
    'tools/call',
    {
      name: item.target,
      arguments: given,
      ...(state && inputResponses ? { inputResponses } : {}),
      ...(typeof state?.theirs === 'string' ? { requestState: state.theirs } : {}),
    },
    signal,
  )
  if (!isInputRequiredResult(answer)) return answer as CallToolResult
  // Their state goes inside ours, which is signed, bound to the client and runs out.
  return { ...answer, requestState: await writeState(context, purpose, { theirs: answer.requestState ?? null }) }
}

const filled = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
