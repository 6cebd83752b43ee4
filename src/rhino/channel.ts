import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Fault, faultFromWire } from '../wire/fault.ts'
import { encodeFrame, FrameDecoder, PayloadTooLarge } from '../wire/frame.ts'
import { readAnswer } from '../wire/message.ts'

/** The connection ended before the answer came. What was sent may have been done. */
export class ConnectionLost extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'ConnectionLost'
  }
}

interface Waiting {
  method: string
  since: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

export interface RequestOptions {
  /** A UUID of the caller's own choice, by which it can ask for the job later. */
  id?: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** Opens a TCP connection. Rejects with the system's error, or when `timeoutMs` have passed. */
export function openSocket(host: string, port: number, timeoutMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (error: NodeJS.ErrnoException) => {
      settle()
      socket.destroy()
      reject(error.code === 'ECONNREFUSED' ? new Error(`Nothing listens on port ${port}.`) : error)
    }
    const onAbort = () => fail(new Error('No longer wanted.'))
    const timer = setTimeout(() => fail(new Error(`No connection to ${host}:${port} in time.`)), timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.off('error', fail)
    }
    signal?.addEventListener('abort', onAbort)
    socket.once('error', fail)
    socket.once('connect', () => {
      settle()
      resolve(socket)
    })
  })
}

/** One TCP connection: requests out, answers matched by id, in any order. It ends once and does not come back. */
export class Channel {
  readonly #socket: Socket
  readonly #decoder = new FrameDecoder()
  readonly #waiting = new Map<string, Waiting>()
  readonly #onEnd: (why: string) => void
  #ended: string | null = null
  /** Answers that nobody waited for any more, and frames that were none. */
  dropped = 0
  /** When anything was last heard, ms since 1970. */
  lastHeard = Date.now()

  /** `onEnd` is called once, also after {@link close}. */
  constructor(socket: Socket, onEnd: (why: string) => void) {
    this.#socket = socket
    this.#onEnd = onEnd
    let failure: Error | null = null
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('end', () => socket.end())
    socket.on('close', () =>
      this.#end(failure ? `The connection broke: ${failure.message}` : 'The host closed the connection.'),
    )
  }

  /** The call that has been waiting longest; null while nothing is asked. */
  get oldest(): { method: string; since: number } | null {
    return this.#waiting.values().next().value ?? null
  }

  /** Resolves with the result (an object for every host that keeps the contract), rejects with a Fault, ConnectionLost or the signal's reason. */
  request(
    method: string,
    params: Record<string, unknown>,
    { id = randomUUID(), timeoutMs, signal }: RequestOptions,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) return reject(new ConnectionLost(this.#ended))
      if (signal?.aborted) return reject(signal.reason)
      let frame: Buffer
      try {
        frame = encodeFrame({ id, method, params })
      } catch (error) {
        return reject(error instanceof PayloadTooLarge ? tooLarge(method, error) : error)
      }
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#waiting.delete(id)
      }
      const onAbort = () => {
        settle()
        this.#abandon(id)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        settle()
        reject(timedOut(method, id, timeoutMs))
      }, timeoutMs)
      signal?.addEventListener('abort', onAbort)
      this.#waiting.set(id, {
        method,
        since: Date.now(),
        resolve: (result) => {
          settle()
          resolve(result)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      })
      this.#socket.write(frame)
    })
  }

  close(why = 'The connection was closed.'): void {
    this.#end(why)
    this.#socket.destroy()
  }

  /** Asks the host not to begin what nobody waits for. A job is known by its request's id; the answer does not matter. */
  #abandon(id: string): void {
    if (this.#ended === null) {
      this.#socket.write(encodeFrame({ id: randomUUID(), method: 'rhino.cancel', params: { job_id: id } }))
    }
  }

  #take(chunk: Buffer): void {
    this.lastHeard = Date.now()
    for (const found of this.#decoder.push(chunk)) {
      if (found.kind === 'message') this.#settle(found.value)
      else if (found.kind === 'unreadable') this.dropped += 1
      else this.close(`The host announced an answer of ${found.bytes} bytes, which is over the limit.`)
    }
  }

  #settle(message: unknown): void {
    const answer = readAnswer(message)
    const waiting = typeof answer?.id === 'string' ? this.#waiting.get(answer.id) : undefined
    if (!answer || !waiting) {
      this.dropped += 1
      return
    }
    if (answer.error !== null) waiting.reject(faultFromWire(answer.error))
    else waiting.resolve(answer.result ?? {})
  }

  #end(why: string): void {
    if (this.#ended !== null) return
    this.#ended = why
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new ConnectionLost(why))
    this.#onEnd(why)
  }
}

const tooLarge = (method: string, { message }: Error): Fault =>
  new Fault('TOO_LARGE', `${method} was not sent: ${message}`, { next: 'Send less at once.' })

const timedOut = (method: string, id: string, timeoutMs: number): Fault =>
  new Fault('TIMEOUT', `${method} was not answered within ${timeoutMs / 1000} s; it may still be running.`, {
    running: true,
    job_id: id,
    next: 'Look whether it has been done before you repeat it; its result can be fetched with job.status for a while.',
  })
