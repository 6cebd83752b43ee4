import type { ServerResponse } from 'node:http'
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type RequestId,
  type Server,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import { authOf, type Seat } from './seat.ts'

/** One request on its way. */
export interface Exchange {
  /** The client wants no answer any more: it gets an empty stream. */
  cancel(): void
  /** Resolves when the response has ended, however it ended. */
  done: Promise<void>
}

interface Pending {
  /** The id that the client gave; ours is another, because ids of different clients are the same. */
  id: RequestId
  response: ServerResponse
  finish(): void
}

const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }

/**
 * Carries any number of HTTP exchanges to one long-lived server of one protocol era. The SDK's own entry builds a
 * server, a transport and web streams for every request and tears them down again, which takes four times as long.
 * It is a subclass only because the SDK tells from that class which era a server is to serve.
 */
export class Lane extends PerRequestHTTPServerTransport {
  readonly #classification: MessageClassification
  readonly #pending = new Map<RequestId, Pending>()
  #lastId = 0

  constructor(classification: MessageClassification) {
    super({ classification })
    this.#classification = classification
  }

  static async open(server: Server, classification: MessageClassification): Promise<Lane> {
    const lane = new Lane(classification)
    await server.connect(lane)
    return lane
  }

  override async start(): Promise<void> {}

  /** Serves one request. When its client goes away, the handler's signal aborts. */
  serve(request: JSONRPCRequest, seat: Seat, response: ServerResponse): Exchange {
    this.#lastId += 1
    const ours = this.#lastId
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    this.#pending.set(ours, { id: request.id, response, finish })
    response.on('close', () => this.#giveUp(ours))
    this.onmessage?.({ ...request, id: ours }, { classification: this.#classification, authInfo: authOf(seat) })
    const cancel = () => {
      const given = this.#giveUp(ours)
      if (given) endEmpty(given)
    }
    return { cancel, done }
  }

  /** The server's answers and its notifications on the way to them. */
  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const pending = options?.relatedRequestId === undefined ? undefined : this.#pending.get(options.relatedRequestId)
      if (pending) writeEvent(pending.response, message)
      return
    }
    const ours = message.id
    const pending = ours === undefined ? undefined : this.#pending.get(ours)
    if (ours === undefined || !pending) return
    this.#pending.delete(ours)
    const answer = { ...message, id: pending.id }
    if (pending.response.headersSent) {
      writeEvent(pending.response, answer)
      pending.response.end()
    } else {
      const body = JSON.stringify(answer)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      pending.response.writeHead(200, headers).end(body)
    }
    pending.finish()
  }

  /** Aborts everything that runs; each client is told why. */
  override async close(): Promise<void> {
    for (const ours of [...this.#pending.keys()]) {
      const pending = this.#giveUp(ours)
      if (pending) endStopped(pending)
    }
    this.onclose?.()
  }

  /** Takes a request back from the server, if it still runs. */
  #giveUp(ours: RequestId): Pending | undefined {
    const pending = this.#pending.get(ours)
    if (!pending) return undefined
    this.#pending.delete(ours)
    const params = { requestId: ours }
    this.onmessage?.(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params },
      { classification: this.#classification },
    )
    pending.finish()
    return pending
  }
}

function writeEvent(response: ServerResponse, message: object): void {
  if (!response.headersSent) response.writeHead(200, EVENT_STREAM)
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
}

function endEmpty({ response }: Pending): void {
  if (!response.headersSent) response.writeHead(200, EVENT_STREAM)
  response.end()
}

function endStopped({ id, response }: Pending): void {
  const message = 'Tickbird is closing. Look with get_context what was done before you repeat the call.'
  const answer = { jsonrpc: '2.0', id, error: { code: -32_000, message } }
  if (response.headersSent) writeEvent(response, answer)
  else response.writeHead(503, { 'content-type': 'application/json' }).write(JSON.stringify(answer))
  response.end()
}
