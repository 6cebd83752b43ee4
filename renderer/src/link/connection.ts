import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Api, type Link, Refused } from '../rpc.ts'

export type LinkState =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'reconnecting'; since: number }
  | { state: 'refused' }

/** A call was made, or was under way, while there was no link. Whether it arrived is not known. */
export class Offline extends Error {
  override name = 'Offline'
}

const FIRST_DELAY = 250
const LONGEST_DELAY = 5_000
/** A link that lived this long was a good one: the next try is at once. A shorter one is a failed try. */
const LASTING = 2_000

/**
 * Keeps one link to the core open: tries again with growing pauses, and at once when the machine wakes or the page is
 * looked at. Streams opened through `follow` are opened anew on each link.
 */
export class Connection {
  readonly state: StoreApi<LinkState> = createStore<LinkState>(() => ({ state: 'connecting' }))
  readonly #open: () => Promise<Link>
  readonly #waiting = new Set<() => void>()
  #link: Link | null = null
  #ended = false

  constructor(open: () => Promise<Link>) {
    this.#open = open
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    let delay = FIRST_DELAY
    while (!this.#ended) {
      try {
        const link = await this.#open()
        const opened = Date.now()
        this.#link = link
        this.state.setState({ state: 'open' }, true)
        this.#wake()
        await link.closed
        this.#link = null
        if (this.#ended) return
        this.state.setState({ state: 'reconnecting', since: Date.now() }, true)
        if (Date.now() - opened >= LASTING) delay = FIRST_DELAY
        else throw new Error('The link was lost as soon as it was there.')
      } catch (error) {
        this.#link = null
        if (error instanceof Refused) this.state.setState({ state: 'refused' }, true)
        await this.#pause(delay)
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
  }

  /** Stops waiting for the next try. */
  retry(): void {
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#link?.close()
    this.#wake()
  }

  /** Rejects with Offline where there is no link, or where the link goes while the call is under way. */
  async call<T>(ask: (api: Api) => Promise<T>): Promise<T> {
    const link = this.#link
    if (!link?.alive()) throw new Offline('No connection to the core.')
    try {
      return await ask(link.api)
    } catch (error) {
      if (link.alive()) throw error
      throw new Offline('The connection to the core was lost.')
    }
  }

  /**
   * Reads a stream for as long as the signal lives, opening it again after every loss. `open` is called anew each time
   * and so decides where to go on. `onFault` says what to do about an answer that is an error: false ends it.
   */
  async follow<T>(
    signal: AbortSignal,
    open: (api: Api, signal: AbortSignal) => Promise<AsyncIterable<T>>,
    onItem: (item: T) => void,
    onFault: (error: unknown) => boolean = () => true,
  ): Promise<void> {
    let delay = FIRST_DELAY
    while (!signal.aborted && !this.#ended) {
      const link = this.#link
      if (!link?.alive()) {
        await this.#pause(LONGEST_DELAY, signal)
        continue
      }
      try {
        for await (const item of await open(link.api, signal)) {
          delay = FIRST_DELAY
          if (signal.aborted) return
          onItem(item)
        }
      } catch (error) {
        if (signal.aborted) return
        if (link.alive() && !onFault(error)) return
      }
      if (link.alive()) {
        await this.#pause(delay, signal)
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
  }

  #wake(): void {
    for (const go of [...this.#waiting]) go()
  }

  #pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        signal?.removeEventListener('abort', go)
        resolve()
      }
      const timer = setTimeout(go, ms)
      this.#waiting.add(go)
      signal?.addEventListener('abort', go)
    })
  }
}
