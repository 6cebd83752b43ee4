import { request } from 'node:http'
import type { CoreLine } from './running.ts'

/** A program's place at a core of another process. */
export interface Place {
  /** Resolves when the core has gone, or when we have left. */
  readonly gone: Promise<void>
  leave(): void
}

/** Holds a request open that tells a core of another process that we are here; one that ends when it is alone stays. */
export function joinCore({ mcp }: CoreLine): Place {
  const held = request(new URL('/presence', mcp.url), {
    headers: { authorization: `Bearer ${mcp.token}` },
    agent: false,
  })
  const gone = new Promise<void>((resolve) => held.once('close', resolve))
  // How it was lost does not matter: `close` follows.
  held.on('error', () => undefined)
  held.on('response', (response) => response.on('error', () => undefined).resume())
  held.end()
  return { gone, leave: () => void held.destroy() }
}
