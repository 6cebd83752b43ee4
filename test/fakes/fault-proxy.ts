import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** One frame on its way, with everything a fault may want to do to it. */
export interface Passing {
  /** Length and payload. */
  bytes: Buffer
  /** The payload as JSON. */
  message: { id?: unknown; method?: string; result?: unknown; error?: unknown }
  /** Sends these bytes on, in the frame's direction. */
  send(bytes: Buffer): void
  link: Link
}

/** What becomes of a frame. Left alone it goes on as it is. */
export type Rule = (passing: Passing) => void

export const pass: Rule = ({ bytes, send }) => send(bytes)

/** One client's line through the proxy. */
export interface Link {
  /** Both ends see the connection break. */
  reset(): void
  /** Neither end sees anything: what is sent from now on is lost. */
  goMute(): void
  /** The client's end breaks; the host's stays open and silent. */
  halfOpen(): void
}

/** A line between a client and a host that does to the frames what its rules say, both ways, over real sockets. */
export class FaultProxy {
  /** From the client to the host. */
  up: Rule = pass
  /** From the host to the client. */
  down: Rule = pass
  /** Where the host is; it may change when the host is started anew. */
  target: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly links: Link[] = []

  private constructor(target: number) {
    this.target = target
    this.#server = createServer({ noDelay: true }, (client) => this.#serve(client))
  }

  static async before(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Breaks every line there is. */
  cut(): void {
    for (const link of this.links.splice(0)) link.reset()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(client: Socket): void {
    const host = connect({ host: '127.0.0.1', port: this.target, noDelay: true })
    let mute = false
    const link: Link = {
      reset: () => {
        client.resetAndDestroy()
        host.resetAndDestroy()
      },
      goMute: () => {
        mute = true
      },
      halfOpen: () => {
        mute = true
        client.resetAndDestroy()
      },
    }
    this.links.push(link)
    for (const socket of [client, host]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    client.on('close', () => mute || host.destroy())
    host.on('close', () => mute || client.destroy())
    const join = (from: Socket, to: Socket, rule: () => Rule) => {
      const send = (bytes: Buffer) => void (mute || to.destroyed || to.write(bytes))
      const take = frames((bytes) => {
        const message = JSON.parse(bytes.subarray(4).toString('utf8'))
        if (!mute) rule()({ bytes, message, send, link })
      })
      from.on('data', take)
    }
    join(client, host, () => this.up)
    join(host, client, () => this.down)
  }
}

/** Cuts a stream into whole frames. */
function frames(give: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer[] = []
  let held = 0
  return (chunk) => {
    rest.push(chunk)
    held += chunk.length
    for (;;) {
      if (held < 4) return
      if ((rest[0]?.length ?? 0) < 4) rest = [Buffer.concat(rest)]
      const whole = 4 + (rest[0]?.readUInt32BE(0) ?? 0)
      if (held < whole) return
      const all = Buffer.concat(rest)
      give(all.subarray(0, whole))
      rest = [all.subarray(whole)]
      held = all.length - whole
    }
  }
}

/** Every frame comes this much later, in ms; order is kept. */
export const delayed =
  (ms: number): Rule =>
  ({ bytes, send }) =>
    void setTimeout(() => send(bytes), ms)

/** In pieces of this many bytes, each in its own turn of the loop. */
export function split(size: number): Rule {
  let before = Promise.resolve()
  return ({ bytes, send }) => {
    before = before.then(async () => {
      for (let at = 0; at < bytes.length; at += size) {
        send(bytes.subarray(at, at + size))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
  }
}

export const doubled: Rule = ({ bytes, send }) => {
  send(bytes)
  send(bytes)
}

/** Frames are held for a moment, then sent in the opposite order. */
export function reordered(ms: number): Rule {
  let held: (() => void)[] = []
  return ({ bytes, send }) => {
    if (held.length === 0) {
      setTimeout(() => {
        const all = held
        held = []
        for (const go of all.reverse()) go()
      }, ms)
    }
    held.push(() => send(bytes))
  }
}

/** Does `fault` to the first frame that `is` says, and leaves the rest alone. */
export function theFirst(is: (passing: Passing) => boolean, fault: Rule): Rule {
  let done = false
  return (passing) => {
    if (done || !is(passing)) return pass(passing)
    done = true
    fault(passing)
  }
}

export const lost: Rule = () => undefined

export const cutOff: Rule = ({ link }) => link.reset()

/** Half of the frame arrives, then the line breaks. */
export const truncated: Rule = ({ bytes, send, link }) => {
  send(bytes.subarray(0, Math.ceil(bytes.length / 2)))
  setTimeout(() => link.reset(), 20)
}
