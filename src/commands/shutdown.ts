/** Resolves when the process is asked to end: Ctrl+C, SIGTERM, or a closed terminal. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/** How long a core that nobody needs any more stays, in ms: a client that restarts finds it again. */
const STAYS_MS = 4000

/** Tells when no client has been there for a while. */
export class Alone {
  readonly forLong: Promise<void>
  #leave: () => void = () => undefined
  #timer: NodeJS.Timeout

  constructor() {
    this.forLong = new Promise((resolve) => {
      this.#leave = resolve
    })
    // The one that started us has yet to come.
    this.#timer = setTimeout(this.#leave, 5 * STAYS_MS)
    this.#timer.unref()
  }

  count = (clients: number): void => {
    clearTimeout(this.#timer)
    if (clients > 0) return
    this.#timer = setTimeout(this.#leave, STAYS_MS)
    this.#timer.unref()
  }
}
