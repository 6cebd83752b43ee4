import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../home/listeners.ts'
import { takeLock } from '../home/lock.ts'
import { writeFileSafely } from '../home/write.ts'

/** What `tickbird serve` prints when it is ready, and where others find it. */
export interface CoreLine {
  /** The panel, with this launch's token in the fragment. */
  url: string
  mcp: { url: string; token: string }
}

interface Presence extends CoreLine {
  pid: number
}

const fileOf = (home: string) => join(home, 'core.json')

/** The core that runs on this data folder, if one does and answers. */
export async function runningCore(home: string): Promise<Presence | null> {
  const presence = read(home)
  if (!presence || presence.pid === process.pid || !isAlive(presence.pid)) return null
  try {
    // A process number can be taken again by another program; what counts is that it answers.
    const answer = await fetch(new URL(presence.url).origin, { signal: AbortSignal.timeout(3000) })
    return answer.ok ? presence : null
  } catch {
    return null
  }
}

/** A core runs on this data folder already: there is one at a time. */
export class CoreRuns extends Error {
  readonly line: CoreLine

  constructor({ pid, url, mcp }: Presence) {
    super(`Tickbird is already running (process ${pid}). Go on there, or close it and start again.`)
    this.line = { url, mcp }
  }
}

/** This process's claim to be the core of a data folder. */
export interface Claim {
  /** Says where the core is. Throws HomeTrouble where the folder cannot be written. */
  announce(line: CoreLine): void
  /** Nobody is sent here any more. */
  withdraw(): void
  /** The next core may start: what this one kept is on disk. */
  release(): void
}

/** How long another core may take to start or to close, in ms. */
const PATIENCE_MS = 20_000

/** Makes this process the core. Throws CoreRuns where another one is; waits for one that is still starting or closing. */
export async function claimCore(home: string, patienceMs = PATIENCE_MS): Promise<Claim> {
  for (const until = Date.now() + patienceMs; ; await wait(50)) {
    const running = await runningCore(home)
    if (running) throw new CoreRuns(running)
    const lock = takeLock(home, 'core')
    if (lock) return claim(home, lock.release)
    if (Date.now() > until) {
      throw new Error('Another Tickbird uses this data folder but does not answer. Close it, then start again.')
    }
  }
}

function claim(home: string, release: () => void): Claim {
  return {
    announce(line) {
      const presence: Presence = { pid: process.pid, ...line }
      writeFileSafely(fileOf(home), `${JSON.stringify(presence)}\n`)
    },
    withdraw() {
      if (read(home)?.pid === process.pid) rmSync(fileOf(home), { force: true })
    },
    release,
  }
}

function read(home: string): Presence | null {
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
