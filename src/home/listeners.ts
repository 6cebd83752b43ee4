import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from './folder.ts'
import { isAbsent, reason, writeFileSafely } from './write.ts'

/** What a host process says about itself in `listeners/<pid>.json`, so that clients find it. */
export interface Listener {
  pid: number
  port: number
  kind: 'embedded' | 'rhino'
  /** Of the host program: our package's version, or the plugin's. */
  version: string
  /** ISO 8601, UTC. */
  startedAt: string
}

const folder = (home: string) => join(home, 'listeners')
const fileOf = (pid: number, home: string) => join(folder(home), `${pid}.json`)
const FILE_NAME = /^(\d+)\.json$/

/** Throws HomeTrouble where the folder cannot be written. */
export function writeListener(listener: Listener, home: string = homeFolder()): void {
  writeFileSafely(fileOf(listener.pid, home), `${JSON.stringify(listener)}\n`)
}

export function removeListener(pid: number, home: string = homeFolder()): void {
  rmSync(fileOf(pid, home), { force: true })
}

/** The hosts whose process is alive, oldest first. Files of dead ones are removed; unreadable ones are passed over. */
export function listListeners(home: string = homeFolder()): Listener[] {
  const found: Listener[] = []
  for (const pid of filedPids(home)) {
    if (!isAlive(pid)) {
      discard(pid, home)
      continue
    }
    const listener = readListener(fileOf(pid, home))
    if (listener?.pid === pid) found.push(listener)
  }
  return found.sort((a, b) => a.startedAt.localeCompare(b.startedAt))
}

function filedPids(home: string): number[] {
  try {
    return readdirSync(folder(home)).flatMap((name) => {
      const pid = Number(FILE_NAME.exec(name)?.[1])
      return Number.isSafeInteger(pid) && pid > 0 ? [pid] : []
    })
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** Signal 0 asks without sending; EPERM means it is there but another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return reason(error) === 'EPERM'
  }
}

/** A read-only folder keeps its stale files; they are passed over all the same. */
function discard(pid: number, home: string): void {
  try {
    removeListener(pid, home)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(reason(error))) throw error
  }
}

function readListener(path: string): Listener | undefined {
  let raw: Partial<Record<keyof Listener, unknown>> | null
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // Gone since the listing, or written by something that is not ours.
    if (error instanceof SyntaxError || isAbsent(error)) return undefined
    throw error
  }
  if (typeof raw !== 'object' || raw === null) return undefined
  const { pid, port, kind, version, startedAt } = raw
  if (typeof pid !== 'number' || typeof port !== 'number' || port < 1 || port > 65535) return undefined
  if (kind !== 'embedded' && kind !== 'rhino') return undefined
  return { pid, port, kind, version: String(version ?? ''), startedAt: String(startedAt ?? '') }
}
