import { type IncomingMessage, request } from 'node:http'
import { eventData } from './event-stream.ts'

/** Where a running core serves MCP. */
export interface CoreAddress {
  /** With the tool set in its query: "http://127.0.0.1:7777/mcp?tools=full". */
  url: string
  token: string
}

/** The connection was refused: the core is gone, and the request never reached it. */
export class CoreGone extends Error {}

/** Sends messages to a core and gives back what it says. */
export class CoreLink {
  readonly #url: URL
  readonly #token: string

  constructor({ url, token }: CoreAddress) {
    this.#url = new URL(url)
    this.#token = token
  }

  /**
   * One message out; every message that comes back for it, as text. Throws CoreGone where the core cannot have seen it,
   * an AbortError on abort, and any other error where it broke off on the way.
   */
  async *send(text: string, headers: Record<string, string>, signal: AbortSignal): AsyncGenerator<string> {
    const response = await this.#post(text, headers, signal)
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      yield* eventData(response)
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (body !== '') yield body
  }

  /** What the core says unasked, as text, until it or `signal` ends the stream. Nothing where it keeps no such stream. */
  async *listen(headers: Record<string, string>, signal: AbortSignal): AsyncGenerator<string> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(this.#url, {
        agent: false,
        signal,
        headers: { ...headers, authorization: `Bearer ${this.#token}`, accept: 'text/event-stream' },
      })
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.end()
    })
    if (response.statusCode === 200) yield* eventData(response)
    else response.resume()
  }

  #post(text: string, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, {
        method: 'POST',
        // A connection of its own: when it is refused, the core has certainly seen nothing of the request.
        agent: false,
        signal,
        headers: {
          ...headers,
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': Buffer.byteLength(text),
        },
      })
      sent.on('response', resolve)
      sent.on('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ECONNREFUSED' ? new CoreGone(error.message) : error)
      })
      sent.end(text)
    })
  }
}
