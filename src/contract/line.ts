import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { methodNamed, twinNamed } from '../tools/registry.ts'
import { encodeFrame, FrameDecoder } from '../wire/frame.ts'
import { type Answer, readAnswer } from '../wire/message.ts'

/** A little longer than a host takes to say that it takes too long. */
const PATIENCE_MS = { instant: 10_000, normal: 35_000, heavy: 125_000 }

/**
 * One greeted connection that gives answers as they came, errors and ids included: what cases are about. Everything
 * else uses `src/rhino/`, which connects again and hides what it need not show.
 */
export class Line {
  readonly #socket: Socket
  readonly #decoder = new FrameDecoder()
  readonly #waiting = new Map<string, { resolve(answer: Answer): void; reject(error: Error): void }>()
  #ended: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('close', () => this.#end(new Error('The host closed the connection.')))
    socket.on('data', (chunk) => {
      for (const found of this.#decoder.push(chunk)) if (found.kind === 'message') this.#take(found.value)
    })
  }

  /** Rejects where nothing listens, or the secret is not the host's. */
  static async open(port: number, secret: string): Promise<{ line: Line; hello: Record<string, unknown> }> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const line = new Line(socket)
    const { result, error } = await line.request('hello', { secret, client: 'tickbird doctor', protocol: 1 })
    if (!error) return { line, hello: result as Record<string, unknown> }
    line.close()
    throw new Error(error.message)
  }

  /** Rejects where the connection ends or nothing is answered in time; an error that was answered is an answer. */
  request(method: string, params: unknown): Promise<Answer> {
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const patience = PATIENCE_MS[(methodNamed(method) ?? twinNamed(method)?.spec)?.pace ?? 'normal']
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new Error(`${method} was not answered within ${patience / 1000} s.`))
      }, patience)
      const settled = () => clearTimeout(timer)
      this.#waiting.set(id, {
        resolve: (answer) => {
          settled()
          resolve(answer)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
      this.#socket.write(encodeFrame({ id, method, params }))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(message: unknown): void {
    const answer = readAnswer(message)
    if (typeof answer?.id !== 'string') return
    this.#waiting.get(answer.id)?.resolve(answer)
    this.#waiting.delete(answer.id)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
