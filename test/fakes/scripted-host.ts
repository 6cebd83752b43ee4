import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { encodeFrame, FrameDecoder } from '../../src/wire/frame.ts'

export interface Asked {
  id: string
  method: string
  params: Record<string, unknown>
  socket: Socket
  /** Answers this request. */
  answer(result: unknown): void
  refuse(error: unknown): void
}

export type Script = (asked: Asked) => void

export const SECRET = 'a secret of the test'

export const greeting = (pid = 4711) => ({
  host: 'rhino',
  version: '0.1.0',
  rhino: '8.21.25188',
  pid,
  capabilities: ['undo.pictures'],
})

/** Answers hello as a real host does, and everything else as `rest` says. */
export const greets =
  (rest: Script = () => undefined, pid?: number): Script =>
  (asked) => {
    if (asked.method !== 'hello') rest(asked)
    else if (asked.params.secret === SECRET) asked.answer(greeting(pid))
    else asked.refuse({ code: -32000, message: 'Wrong secret.', data: { code: 'UNAUTHORIZED' } })
  }

/** A TCP server on the wire that does exactly what its script says, right or wrong. */
export class ScriptedHost {
  readonly asked: Asked[] = []
  readonly sockets = new Set<Socket>()
  script: Script
  #server: Server
  #arrivals = new Set<() => void>()

  constructor(script: Script) {
    this.script = script
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** Resolves with the nth (from 1) request of a method, as soon as it has come. */
  async request(method: string, nth = 1): Promise<Asked> {
    for (;;) {
      const found = this.asked.filter((asked) => asked.method === method)[nth - 1]
      if (found) return found
      await new Promise<void>((resolve) => this.#arrivals.add(resolve))
    }
  }

  count(method: string): number {
    return this.asked.filter((asked) => asked.method === method).length
  }

  /** Cuts every connection; `reset` as a crash does. */
  cut(how: 'end' | 'reset' = 'reset'): void {
    for (const socket of this.sockets) how === 'reset' ? socket.resetAndDestroy() : socket.end()
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    const decoder = new FrameDecoder()
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      for (const found of decoder.push(chunk)) if (found.kind === 'message') this.#take(found.value, socket)
    })
  }

  #take(message: unknown, socket: Socket): void {
    const request = message as Pick<Asked, 'id' | 'method' | 'params'>
    const send = (answer: object) => socket.write(encodeFrame({ id: request.id, ...answer }))
    const asked: Asked = {
      ...request,
      socket,
      answer: (result) => send({ result, error: null }),
      refuse: (error) => send({ result: null, error }),
    }
    this.asked.push(asked)
    this.script(asked)
    for (const arrived of this.#arrivals) arrived()
    this.#arrivals.clear()
  }
}
