import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from './caller.ts'

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A token that nobody can guess: 32 random bytes as text that fits in a header and a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Who may call: one token per conversation of the panel, one or more for outside clients. Only digests are kept, and
 * all of them are compared, so the time a look-up takes tells nothing about any token.
 */
export class TokenTable {
  readonly #entries = new Map<string, { digest: Buffer; client: Client }>()

  add(token: string, client: Client): void {
    const hash = digest(token)
    this.#entries.set(hash.toString('hex'), { digest: hash, client })
  }

  remove(token: string): void {
    this.#entries.delete(digest(token).toString('hex'))
  }

  clientForToken(token: string): Client | undefined {
    const presented = digest(token)
    let found: Client | undefined
    for (const entry of this.#entries.values()) {
      if (timingSafeEqual(entry.digest, presented)) found = entry.client
    }
    return found
  }
}
