import type { ServerResponse } from 'node:http'
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type RequestId,
  type Server,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import type { Client } from './caller.ts'
import { authOf, type Seat, whoIs } from './seat.ts'

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
  /** Whose request it is: nobody else may answer what is asked on the way. */
  asker: string
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
  /** Questions that are out: on the way of which of our requests, and who may answer them. */
  readonly #asked = new Map<RequestId, { ours: RequestId; asker: string }>()
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
    this.#pending.set(ours, { id: request.id, response, asker: whoIs(seat.client), finish })
    response.on('close', () => this.#giveUp(ours))
    this.onmessage?.({ ...request, id: ours }, { classification: this.#classification, authInfo: authOf(seat) })
    const cancel = () => {
      const given = this.#giveUp(ours)
      if (given) endEmpty(given)
    }
    return { cancel, done }
  }

  /** A client's answer to a question of ours; one that nobody asked, or not this client, is passed over. */
  answer(message: JSONRPCResponse, client: Client): void {
    if (message.id === undefined || this.#asked.get(message.id)?.asker !== whoIs(client)) return
    this.#asked.delete(message.id)
    this.onmessage?.(message, { classification: this.#classification })
  }

  /** The server's answers, and its notifications and questions on the way to them. */
  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const ours = options?.relatedRequestId
      const pending = ours === undefined ? undefined : this.#pending.get(ours)
      if (ours !== undefined && pending && 'id' in message) this.#asked.set(message.id, { ours, asker: pending.asker })
      if (pending) writeEvent(pending.response, message)
      return
    }
    const ours = message.id
    const pending = ours === undefined ? undefined : this.#pending.get(ours)
    if (ours === undefined || !pending) return
    this.#drop(ours)
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

  #drop(ours: RequestId): void {
    this.#pending.delete(ours)
    for (const [id, asked] of this.#asked) if (asked.ours === ours) this.#asked.delete(id)
  }

  /** Takes a request back from the server, if it still runs. */
  #giveUp(ours: RequestId): Pending | undefined {
    const pending = this.#pending.get(ours)
    if (!pending) return undefined
    this.#drop(ours)
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
