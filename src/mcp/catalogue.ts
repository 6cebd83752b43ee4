import type { ToolSpec } from '../tools/define.ts'
import { inputSchema } from '../tools/json-schema.ts'
import { toolNamed, tools } from '../tools/registry.ts'
import { type Findable, findableTool, SearchIndex } from '../tools/search.ts'
import type { Additions } from './additions.ts'
import type { CallableHost } from './caller.ts'
import { definitionOf } from './listing.ts'
import { contentHash, type ItemKind, type Locator } from './locator.ts'
import { RESOURCES, type ResourceSpec, TEMPLATES, type TemplateSpec } from './resources.ts'

/** One thing that can be found and invoked, whichever host it is on. */
export type Entry =
  | { kind: 'tool'; target: string; tool: ToolSpec }
  | { kind: 'resource'; target: string; resource: ResourceSpec }
  | { kind: 'resource_template'; target: string; template: TemplateSpec }

const RESOURCE_ENTRIES: readonly Entry[] = [
  ...RESOURCES.map((resource) => ({ kind: 'resource', target: resource.uri, resource }) as const),
  ...TEMPLATES.map((template) => ({ kind: 'resource_template', target: template.uri, template }) as const),
]

const toolEntries = (specs: readonly ToolSpec[]): Entry[] =>
  specs.map((tool) => ({ kind: 'tool', target: tool.name, tool }) as const)

/** What every host is asked for, whatever the user has added. */
export const ENTRIES: readonly Entry[] = [...toolEntries(tools), ...RESOURCE_ENTRIES]

const methodOf = (entry: Entry): string | undefined =>
  entry.kind === 'tool' ? entry.tool.method : toolNamed(specOf(entry).tool)?.method

const specOf = (entry: Exclude<Entry, { kind: 'tool' }>): ResourceSpec =>
  entry.kind === 'resource' ? entry.resource : entry.template

/** Whether a host can do it. */
export function isOn(host: CallableHost, entry: Entry): boolean {
  const method = methodOf(entry)
  return method !== undefined && host.supports(method)
}

const hashes = new WeakMap<Entry, string>()

/** Over all that clients are told about it. */
export function hashOf(entry: Entry): string {
  const known = hashes.get(entry)
  if (known !== undefined) return known
  const hash = contentHash(entry.kind === 'tool' ? definitionOf(entry.tool) : specOf(entry))
  hashes.set(entry, hash)
  return hash
}

export const locate = (host: CallableHost, entry: Entry): Locator => ({
  processId: host.processId,
  kind: entry.kind,
  hash: hashOf(entry),
  target: entry.target,
})

export type StaleReason = 'host_disconnected' | 'removed' | 'changed'

/** The names of its arguments, the required ones first. */
export function argumentsOf(entry: Entry): { required: string[]; optional: string[] } {
  if (entry.kind === 'resource') return { required: [], optional: [] }
  if (entry.kind === 'resource_template') return { required: [entry.template.variable], optional: [] }
  const { properties, required = [] } = inputSchema(entry.tool)
  return { required, optional: Object.keys(properties).filter((name) => !required.includes(name)) }
}

export function describe(entry: Entry): { title: string; description: string } {
  return entry.kind === 'tool' ? entry.tool : specOf(entry)
}

const keyOf = ({ kind, target }: Pick<Entry, 'kind' | 'target'>): string => `${kind} ${target}`

function findable(entry: Entry): Findable {
  const id = keyOf(entry)
  if (entry.kind === 'tool') return { ...findableTool(entry.tool), id }
  const { name, title, description } = specOf(entry)
  return { id, name, title, description, keywords: [], parameters: argumentsOf(entry).required }
}

/** All that can be found and invoked: what hosts do, and what else there is. */
export class Catalogue {
  readonly #added: Pick<Additions, 'tools'> | undefined
  #tools: readonly ToolSpec[] = []
  #entries = new Map(ENTRIES.map((entry) => [keyOf(entry), entry]))
  #index: SearchIndex | null = null

  constructor(added?: Pick<Additions, 'tools'>) {
    this.#added = added
  }

  /** Entries of these kinds for a query, best first. */
  rank(query: string, kinds: readonly ItemKind[]): Entry[] {
    const entries = this.#current()
    this.#index ??= indexOf(entries.values())
    const found = this.#index.search(query, entries.size).flatMap(({ id }) => entries.get(id) ?? [])
    return found.filter(({ kind }) => kinds.includes(kind))
  }

  /** What a locator leads to now, or why it leads nowhere any more. */
  resolve(hosts: readonly CallableHost[], locator: Locator): { entry: Entry } | { stale: StaleReason } {
    const host = hosts.find(({ processId }) => processId === locator.processId)
    if (!host) return { stale: 'host_disconnected' }
    const entry = this.#current().get(keyOf(locator))
    if (!entry || !isOn(host, entry)) return { stale: 'removed' }
    return hashOf(entry) === locator.hash ? { entry } : { stale: 'changed' }
  }

  #current(): ReadonlyMap<string, Entry> {
    const tools = this.#added?.tools() ?? []
    if (tools !== this.#tools && tools.length + this.#tools.length > 0) {
      this.#tools = tools
      this.#entries = new Map([...ENTRIES, ...toolEntries(tools)].map((entry) => [keyOf(entry), entry]))
      this.#index = null
    }
    return this.#entries
  }
}

function indexOf(entries: Iterable<Entry>): SearchIndex {
  const index = new SearchIndex()
  for (const entry of entries) index.add(findable(entry))
  return index
}
