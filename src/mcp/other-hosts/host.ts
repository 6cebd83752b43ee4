import { Client, type Resource, type ResourceTemplateType, type Tool } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { contentHash, type ItemKind } from '../locator.ts'
import { parameterHeaders } from '../mirror-headers.ts'
import { MODERN_REVISION } from '../revision.ts'
import type { Source } from './sources.ts'

/** Waits before each try to connect again, in ms; the last one repeats. */
const WAITS_MS = [500, 2000, 10_000, 60_000]
const CALL_MS = 10 * 60_000
/** A host that lists more than this many pages of tools is broken. */
const MOST_PAGES = 50

/** Something another program offers. */
export interface OtherItem {
  kind: ItemKind
  /** A tool's name, or a URI. */
  target: string
  hash: string
  title: string
  description: string
  required: string[]
  optional: string[]
  inputSchema?: object
}

/** What a host answers is not looked into: whatever it is, it goes on as it came. */
const anything = z.looseObject({})
type Answer = z.output<typeof anything>

/** One other program: connected while it can be, tried again while it cannot. Nothing it does reaches beyond it. */
export class OtherHost {
  readonly source: Source
  items: readonly OtherItem[] = []
  /** Why it is not there; null while it is. */
  trouble: string | null = 'It is being connected.'
  readonly #version: string
  readonly #changed: () => void
  #client: Client | null = null
  #tries = 0
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(source: Source, version: string, changed: () => void) {
    this.source = source
    this.#version = version
    this.#changed = changed
    void this.#connect()
  }

  /** Sends one request as it is. */
  async request(
    method: 'tools/call' | 'resources/read',
    params: { name?: string; arguments?: object; [key: string]: unknown },
    signal: AbortSignal,
  ): Promise<Answer> {
    if (!this.#client) throw new Error(this.trouble ?? 'It is not connected.')
    return this.#client.request({ method, params: { ...params } }, anything, {
      signal,
      timeout: CALL_MS,
      allowInputRequired: true,
      headers: this.#headersFor(params),
    })
  }

  /** What 2026's protocol wants said of a call in its headers, beside what the SDK says of every request. */
  #headersFor({ name, arguments: given }: { name?: string; arguments?: object }): Record<string, string> {
    if (name === undefined || this.#client?.getNegotiatedProtocolVersion() !== MODERN_REVISION) return {}
    const item = this.items.find(({ kind, target }) => kind === 'tool' && target === name)
    return parameterHeaders(item?.inputSchema, given)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#client?.close().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new Client(
      { name: 'tickbird', version: this.#version },
      {
        versionNegotiation: { mode: 'auto' },
        capabilities: { elicitation: {} },
        listChanged: this.#listChanged(),
      },
    )
    client.onerror = () => undefined
    // Questions pass through as results (2026). One that is asked in mid-call, as in 2025, finds nobody here.
    client.setRequestHandler('elicitation/create', () => ({ action: 'cancel' }))
    try {
      await client.connect(this.source.open())
      this.#client = client
      client.onclose = () => this.#lost('It ended the connection.')
      await this.#list()
      this.trouble = null
      this.#tries = 0
      this.#changed()
    } catch (error) {
      await client.close().catch(() => undefined)
      this.#lost(error instanceof Error ? error.message : String(error))
    }
  }

  #listChanged() {
    const again = { autoRefresh: false, onChanged: () => void this.#list().then(this.#changed, () => undefined) }
    return { tools: again, resources: again }
  }

  #lost(why: string): void {
    if (this.#closed || this.#timer) return
    this.#client = null
    this.items = []
    this.trouble = why.split('\n')[0]?.slice(0, 200) ?? ''
    this.#changed()
    const wait = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)]
    this.#tries += 1
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#connect()
    }, wait)
    this.#timer.unref()
  }

  async #list(): Promise<void> {
    const client = this.#client
    const able = client?.getServerCapabilities()
    if (!client) return
    const tools = able?.tools
      ? await pages((page) => client.listTools(page).then((r) => ({ ...r, list: r.tools })))
      : []
    const resources = able?.resources
      ? await pages((page) => client.listResources(page).then((r) => ({ ...r, list: r.resources })))
      : []
    const templates = able?.resources
      ? await pages((page) => client.listResourceTemplates(page).then((r) => ({ ...r, list: r.resourceTemplates })))
      : []
    this.items = [...tools.map(ofTool), ...resources.map(ofResource), ...templates.map(ofTemplate)]
  }
}

async function pages<T>(
  next: (page: { cursor?: string }) => Promise<{ list: T[]; nextCursor?: string | undefined }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { list, nextCursor } = await next(cursor === undefined ? {} : { cursor })
    all.push(...list)
    if (nextCursor === undefined) return all
    cursor = nextCursor
  }
  return all
}

function ofTool(tool: Tool): OtherItem {
  const { name, title, description, inputSchema, annotations } = tool
  const required = inputSchema.required ?? []
  const names = Object.keys(inputSchema.properties ?? {})
  return {
    kind: 'tool',
    target: name,
    hash: contentHash({ name, title, description, inputSchema, annotations }),
    title: title ?? name,
    description: description ?? '',
    required,
    optional: names.filter((one) => !required.includes(one)),
    inputSchema,
  }
}

const ofResource = ({ uri, name, title, description }: Resource): OtherItem => ({
  kind: 'resource',
  target: uri,
  hash: contentHash({ uri, name, title, description }),
  title: title ?? name,
  description: description ?? '',
  required: [],
  optional: [],
})

function ofTemplate({ uriTemplate, name, title, description }: ResourceTemplateType): OtherItem {
  const required = [...uriTemplate.matchAll(/\{[+#./;?&]?([\w,*]+)\}/g)].flatMap(([, names = '']) => names.split(','))
  const hash = contentHash({ uriTemplate, name, title, description })
  return {
    kind: 'resource_template',
    target: uriTemplate,
    hash,
    title: title ?? name,
    description: description ?? '',
    required,
    optional: [],
  }
}
