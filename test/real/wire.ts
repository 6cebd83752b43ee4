import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeFrame, FrameDecoder } from '../../src/wire/frame.ts'
import type { Answer, RequestId } from '../../src/wire/message.ts'

/** A bare client of the wire, for tests that must send what a good client never would. */
export class WireClient {
  readonly socket: Socket
  readonly #decoder = new FrameDecoder()
  readonly #waiting = new Map<RequestId | null, (answer: Answer) => void>()
  readonly #unclaimed: Answer[] = []
  #lastId = 0

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const found of this.#decoder.push(chunk)) {
        if (found.kind !== 'message') throw new Error(`The host sent a bad frame: ${JSON.stringify(found)}`)
        this.#take(found.value as Answer)
      }
    })
  }

  static async connect(port: number): Promise<WireClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new WireClient(socket)
  }

  static async greeted(host: { port: number; secret: string }): Promise<WireClient> {
    const client = await WireClient.connect(host.port)
    await client.call('hello', { secret: host.secret })
    return client
  }

  /** The next answer with this id; null for those that could not be matched. */
  answer(id: RequestId | null): Promise<Answer> {
    const at = this.#unclaimed.findIndex((answer) => answer.id === id)
    const [ready] = at < 0 ? [] : this.#unclaimed.splice(at, 1)
    if (ready) return Promise.resolve(ready)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  send(message: unknown): void {
    this.socket.write(encodeFrame(message))
  }

  request(method: string, params: unknown = {}, id: RequestId = this.nextId()): Promise<Answer> {
    const answer = this.answer(id)
    this.send({ id, method, params })
    return answer
  }

  /** The result; throws the error object's message with its code. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  async call(method: string, params: unknown = {}): Promise<any> {
    const { result, error } = await this.request(method, params)
    if (error) throw new Error(`${error.data?.code}: ${error.message} ${JSON.stringify(error.data?.details ?? {})}`)
    return result
  }

  nextId(): string {
    this.#lastId += 1
    return `call-${this.#lastId}`
  }

  close(): void {
    this.socket.destroy()
  }

  #take(answer: Answer): void {
    const resolve = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (resolve) resolve(answer)
    else this.#unclaimed.push(answer)
  }
}
