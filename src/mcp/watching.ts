import type { ServerResponse } from 'node:http'

/** How long changes are gathered before they are told, in ms. */
const GATHER_MS = 300
/** A client that asks for more is a mistake or an attack. */
const MOST_CLIENTS = 200
const MOST_URIS = 100

/**
 * Who wants to hear that a resource has changed, by the two ways of the protocol. Clients of 2025's keep a stream open
 * and name resources one by one; those of 2026's name them when they open their stream, which the SDK keeps.
 */
export class Watching {
  readonly #streams = new Map<string, ServerResponse>()
  readonly #wanted = new Map<string, Set<string>>()
  /** What 2026's clients named; they are told apart by the SDK. */
  readonly #named = new Set<string>()
  readonly #tellModern: (uri: string) => void
  #timer: NodeJS.Timeout | null = null

  constructor(tellModern: (uri: string) => void) {
    this.#tellModern = tellModern
  }

  /** Keeps a response open as the stream of one client of 2025's; an older one of the same client ends. */
  open(client: string, response: ServerResponse): void {
    this.#streams.get(client)?.end()
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' })
    response.write(': open\n\n')
    this.#streams.set(client, response)
    response.on('close', () => {
      if (this.#streams.get(client) !== response) return
      this.#streams.delete(client)
    })
  }

  /** False where the client wants too many already. */
  want(client: string, uri: string): boolean {
    const uris = this.#wanted.get(client) ?? new Set()
    if (uris.size >= MOST_URIS && !uris.has(uri)) return false
    uris.add(uri)
    // The one that has been silent longest goes, so that clients which come and go leave nothing behind.
    this.#wanted.delete(client)
    this.#wanted.set(client, uris)
    const [oldest] = this.#wanted.keys()
    if (this.#wanted.size > MOST_CLIENTS && oldest !== undefined) this.#wanted.delete(oldest)
    return true
  }

  forget(client: string, uri: string): void {
    const uris = this.#wanted.get(client)
    uris?.delete(uri)
    if (uris?.size === 0) this.#wanted.delete(client)
  }

  /** Notes what a client of 2026's named in `subscriptions/listen`. */
  listen(message: unknown): void {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { notifications?: unknown } }
    if (method !== 'subscriptions/listen') return
    const { resourceSubscriptions } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
    if (!Array.isArray(resourceSubscriptions)) return
    for (const uri of resourceSubscriptions.slice(0, MOST_URIS)) {
      if (typeof uri !== 'string' || uri.length > 2000) continue
      this.#named.delete(uri)
      this.#named.add(uri)
    }
    for (const uri of this.#named) {
      if (this.#named.size <= MOST_CLIENTS * MOST_URIS) break
      this.#named.delete(uri)
    }
  }

  /** Something in the document has changed: everything that is watched may be different. */
  changed(): void {
    if (this.#wanted.size + this.#named.size === 0) return
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS).unref()
  }

  /** There are other tools than before. */
  toolsChanged(): void {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    for (const stream of this.#streams.values()) stream.write(`event: message\ndata: ${message}\n\n`)
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    for (const response of this.#streams.values()) response.end()
    this.#streams.clear()
  }

  #tell(): void {
    this.#timer = null
    for (const [client, uris] of this.#wanted) {
      const stream = this.#streams.get(client)
      for (const uri of stream ? uris : []) {
        const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } }
        stream?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
      }
    }
    for (const uri of this.#named) this.#tellModern(uri)
  }
}
