/**
 * Waits for something to happen, without missing what happens while the consumer is busy: any number of `ring` between
 * two `wait` count as one.
 */
export class Bell {
  #rung = false
  #waiting: (() => void) | null = null

  ring = (): void => {
    this.#rung = true
    this.#waiting?.()
  }

  /** Resolves at the next ring, or at once if it rang since the last wait. */
  async wait(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    }
    this.#waiting = null
    this.#rung = false
  }
}

/** Yields `read()` now and after every change, as long as it gives something new and the consumer stays. */
export async function* following<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T | Promise<T | null> | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const bell = new Bell()
  const unsubscribe = subscribe(bell.ring)
  signal?.addEventListener('abort', bell.ring, { once: true })
  try {
    while (!signal?.aborted) {
      const value = await read()
      if (signal?.aborted) return
      if (value !== null) yield value
      await bell.wait()
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', bell.ring)
  }
}
