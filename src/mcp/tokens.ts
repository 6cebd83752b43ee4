import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from './caller.ts'

/** A token that nobody can guess: 32 random bytes as text that fits in a header and a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Who may call: one token per conversation of the panel, one or more for outside clients. A presented token is compared
 * with all of them in constant time; how long it took tells at most how long tokens are.
 */
export class TokenTable {
  readonly #entries = new Map<string, { bytes: Buffer; client: Client }>()

  add(token: string, client: Client): void {
    this.#entries.set(token, { bytes: Buffer.from(token), client })
  }

  remove(token: string): void {
    this.#entries.delete(token)
  }

  clientForToken(token: string): Client | undefined {
    const presented = Buffer.from(token)
    let found: Client | undefined
    for (const { bytes, client } of this.#entries.values()) {
      if (bytes.length === presented.length && timingSafeEqual(bytes, presented)) found = client
    }
    return found
  }
}
