import { createHash, timingSafeEqual } from 'node:crypto'
import { Fault } from '../../wire/fault.ts'

/** Wrong secrets that a connection may send; the last one closes it. */
const MAX_WRONG = 3

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** Whether one connection has shown the user's secret (contract §1). */
export class Welcome {
  readonly #secret: Buffer
  #welcome: boolean
  #wrong = 0

  constructor(secret: string, allowLegacy: boolean) {
    this.#secret = digest(secret)
    this.#welcome = allowLegacy
  }

  get isWelcome(): boolean {
    return this.#welcome
  }

  /** True once the connection is to be closed, after its answer. */
  get isSpent(): boolean {
    return this.#wrong >= MAX_WRONG
  }

  /** Compares in constant time, whatever the lengths. Throws UNAUTHORIZED. */
  show(secret: string): void {
    if (timingSafeEqual(digest(secret), this.#secret)) {
      this.#welcome = true
      return
    }
    this.#welcome = false
    this.#wrong += 1
    throw new Fault('UNAUTHORIZED', 'That is not the secret of this user.', {
      parameter: 'secret',
      next: 'Read it from the file “secret” in the data folder (TICKBIRD_HOME, or the system’s place for it).',
    })
  }

  /** Throws UNAUTHORIZED before the secret was shown. */
  check(): void {
    if (this.#welcome) return
    throw new Fault('UNAUTHORIZED', 'This connection has not said hello yet.', {
      next: 'Call hello with the secret from the data folder first; only ping is answered without.',
    })
  }
}
