/** Something that changes, and those who follow it: each gets the value that is, then every later one. */
export class Topic<T> {
  #value: T
  readonly #followers = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  get value(): T {
    return this.#value
  }

  set(value: T): void {
    this.#value = value
    for (const wake of [...this.#followers]) wake()
  }

  edit(change: (value: T) => T): void {
    this.set(change(this.#value))
  }

  /** Yields the newest value whenever there is one it has not yielded. */
  async *follow(signal: AbortSignal | undefined): AsyncGenerator<T> {
    let seen: T | undefined
    let fresh = true
    while (!signal?.aborted) {
      if (fresh || seen !== this.#value) {
        fresh = false
        seen = this.#value
        yield this.#value
        continue
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#followers.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        this.#followers.add(wake)
        signal?.addEventListener('abort', wake)
      })
    }
  }
}
