import { Fault } from '../wire/fault.ts'

interface EnterOptions {
  patienceMs?: number
  signal?: AbortSignal
  onWanted?(): void
}

/**
 * One turn at a time changes a document. Whoever wants it waits in line; `holder` says who has it, for the sentence
 * that a waiting person or agent reads.
 */
export class Gate {
  #holder: string | null = null
  #onWanted: (() => void) | null = null
  #line: { name: string; admit: () => void }[] = []

  get holder(): string | null {
    return this.#holder
  }

  /** Whoever has it gives it up as soon as it can when somebody waits. */
  get yields(): boolean {
    return this.#onWanted !== null
  }

  /**
   * Resolves with the release once the gate is ours. Rejects with RHINO_BUSY after `patienceMs`, or when aborted. A holder
   * that gives way when asked says so with `onWanted`: it is called for everyone who comes to wait.
   */
  enter(name: string, options: EnterOptions = {}): Promise<() => void> {
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
          this.#onWanted = options.onWanted ?? null
          resolve(this.#release())
          if (this.#line.length > 0) this.#onWanted?.()
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
      this.#onWanted?.()
      options.signal?.addEventListener('abort', abandon, { once: true })
      if (options.patienceMs !== undefined) timer = setTimeout(abandon, options.patienceMs)
    })
  }

  #release(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      this.#holder = null
      this.#onWanted = null
      this.#line.shift()?.admit()
    }
  }
}

/** How long somebody who gives way may take to do so, in ms. */
const GIVES_WAY_MS = 10_000

/** Enters at once, or as soon as a holder that gives way has done so; undefined while a turn is running. */
export async function enterUnlessBusy(gate: Gate, name: string): Promise<(() => void) | undefined> {
  if (gate.holder !== null && !gate.yields) return undefined
  return gate.enter(name, { patienceMs: GIVES_WAY_MS }).catch(() => undefined)
}
