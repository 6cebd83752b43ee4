import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { takeLock } from '../home/lock.ts'
import { writeFileSafely } from '../home/write.ts'
import { type CoreLine, fileOf, type Presence, readPresence, runningCore } from './running.ts'

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
      if (readPresence(home)?.pid === process.pid) rmSync(fileOf(home), { force: true })
    },
    release,
  }
}
