import { Fault } from '../wire/fault.ts'
import type { Channel } from './channel.ts'

export interface KeeperOptions {
  /** Connects and says hello; `onEnd` is to be called once when the channel has ended. Rejects with the reason. */
  open(signal: AbortSignal, onEnd: (why: string) => void): Promise<Channel>
  /** Waits between tries, in milliseconds; the last one repeats. */
  backoffMs: readonly number[]
  /** Called before any call that waited goes out. */
  onUp(channel: Channel): void
  onDown(why: string): void
}

interface Waiter {
  tries: number
  resolve(channel: Channel): void
  reject(fault: unknown): void
}

/** Keeps one channel open: connects again for as long as it is not closed, and lets calls wait for that. */
export class Keeper {
  readonly #options: KeeperOptions
  readonly #waiters = new Set<Waiter>()
  readonly #closing = new AbortController()
  #channel: Channel | null = null
  /** Failed tries since the channel was last up. */
  #failures = 0
  #nextTry: NodeJS.Timeout | null = null

  constructor(options: KeeperOptions) {
    this.#options = options
    void this.#try()
  }

  get channel(): Channel | null {
    return this.#channel
  }

  /** The channel, now or as soon as there is one. Rejects after `tries` failed ones, or with the signal's reason. */
  ready(tries: number, signal?: AbortSignal): Promise<Channel> {
    if (this.#channel) return Promise.resolve(this.#channel)
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason)
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#waiters.delete(waiter)
        signal?.removeEventListener('abort', onAbort)
      }
      const onAbort = () => waiter.reject(signal?.reason)
      const waiter: Waiter = {
        tries,
        resolve: (channel) => {
          settle()
          resolve(channel)
        },
        reject: (fault) => {
          settle()
          reject(fault)
        },
      }
      signal?.addEventListener('abort', onAbort)
      if (this.#waiters.size === 0) this.#hurry()
      this.#waiters.add(waiter)
    })
  }

  close(why: Fault): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(why)
    if (this.#nextTry) clearTimeout(this.#nextTry)
    for (const waiter of [...this.#waiters]) waiter.reject(why)
    const channel = this.#channel
    this.#channel = null
    channel?.close(why.message)
  }

  /** Somebody waits: the pause before the next try is over. */
  #hurry(): void {
    if (!this.#nextTry) return
    clearTimeout(this.#nextTry)
    this.#failures = 0
    void this.#try()
  }

  async #try(): Promise<void> {
    this.#nextTry = null
    let ended: string | null = null
    let channel: Channel | null = null
    const onEnd = (why: string) => {
      ended = why
      if (channel && this.#channel === channel) this.#down(why)
    }
    try {
      channel = await this.#options.open(this.#closing.signal, onEnd)
    } catch (error) {
      return this.#failed(error)
    }
    if (this.#closing.signal.aborted) return channel.close()
    if (ended !== null) return this.#failed(new Error(ended))
    this.#channel = channel
    this.#failures = 0
    this.#options.onUp(channel)
    for (const waiter of [...this.#waiters]) waiter.resolve(channel)
  }

  #failed(error: unknown): void {
    if (this.#closing.signal.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    this.#options.onDown(why)
    this.#schedule()
    for (const waiter of [...this.#waiters]) {
      waiter.tries -= 1
      // A Fault (a wrong secret) will not mend itself within this call.
      if (error instanceof Fault) waiter.reject(error)
      else if (waiter.tries <= 0) waiter.reject(unreachable(why))
    }
  }

  #down(why: string): void {
    this.#channel = null
    if (this.#closing.signal.aborted) return
    this.#options.onDown(why)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#closing.signal.aborted) return
    const { backoffMs } = this.#options
    const pause = backoffMs[Math.min(this.#failures, backoffMs.length - 1)] ?? 1000
    this.#failures += 1
    this.#nextTry = setTimeout(() => void this.#try(), pause)
    if (this.#waiters.size === 0) this.#nextTry.unref()
  }
}

const unreachable = (why: string): Fault =>
  new Fault('RHINO_BUSY', `Rhino cannot be reached: ${why}`, {
    next: 'See that Rhino is running with Tickbird’s plugin started; the connection comes back by itself. Nothing was changed.',
  })
