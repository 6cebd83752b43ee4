import { Fault } from '../wire/fault.ts'

/**
 * One turn at a time changes a document. Whoever wants it waits in line; `holder` says who has it, for the sentence
 * that a waiting person or agent reads.
 */
export class Gate {
  #holder: string | null = null
  #line: { name: string; admit: () => void }[] = []

  get holder(): string | null {
    return this.#holder
  }

  /** Resolves with the release once the gate is ours. Rejects with RHINO_BUSY after `patienceMs`, or when aborted. */
  enter(name: string, options: { patienceMs?: number; signal?: AbortSignal } = {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const settle = () => {
        if (timer) clearTimeout(timer)
        options.signal?.removeEventListener('abort', abandon)
      }
      const waiting = {
        name,
        admit: () => {
          settle()
          this.#holder = name
          resolve(this.#release())
        },
      }
      const abandon = () => {
        settle()
        this.#line = this.#line.filter((other) => other !== waiting)
        reject(
          new Fault('RHINO_BUSY', `${this.#holder ?? 'Another turn'} is changing the document.`, {
            next: 'Wait until it is done, or stop it in the panel.',
          }),
        )
      }
      if (options.signal?.aborted) return abandon()
      if (this.#holder === null) return waiting.admit()
      this.#line.push(waiting)
      options.signal?.addEventListener('abort', abandon, { once: true })
      if (options.patienceMs !== undefined) timer = setTimeout(abandon, options.patienceMs)
    })
  }

  /** Enters at once; the caller has seen that nobody holds it. */
  claim(name: string): () => void {
    if (this.#holder !== null) throw new Fault('RHINO_BUSY', `${this.#holder} is changing the document.`)
    this.#holder = name
    return this.#release()
  }

  #release(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      this.#holder = null
      this.#line.shift()?.admit()
    }
  }
}
