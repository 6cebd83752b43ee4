import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../home/listeners.ts'

/** What `tickbird serve` prints when it is ready, and where others find it. */
export interface CoreLine {
  /** The panel, with this launch's token in the fragment. */
  url: string
  mcp: { url: string; token: string }
}

export interface Presence extends CoreLine {
  pid: number
}

export const fileOf = (home: string) => join(home, 'core.json')

/** The core that runs on this data folder, if one does and answers. */
export async function runningCore(home: string): Promise<Presence | null> {
  const presence = readPresence(home)
  if (!presence || presence.pid === process.pid || !isAlive(presence.pid)) return null
  try {
    // A process number can be taken again by another program; what counts is that it answers.
    const answer = await fetch(new URL(presence.url).origin, { signal: AbortSignal.timeout(3000) })
    return answer.ok ? presence : null
  } catch {
    return null
  }
}

export function readPresence(home: string): Presence | null {
  try {
    const raw = JSON.parse(readFileSync(fileOf(home), 'utf8')) as Partial<Presence> | null
    if (typeof raw?.pid !== 'number' || typeof raw.url !== 'string') return null
    if (typeof raw.mcp?.url !== 'string' || typeof raw.mcp.token !== 'string') return null
    return { pid: raw.pid, url: raw.url, mcp: { url: raw.mcp.url, token: raw.mcp.token } }
  } catch {
    // None there, or one that a crash cut short: either way no core is known.
    return null
  }
}
