import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** A store's place among the processes that have it open. */
export interface Presence {
  /** True where no other process had the store open. */
  readonly alone: boolean
  /** The store is open: who came meanwhile is let in. */
  settle(): void
  leave(): void
}

/** How long the first one may take to open the store while others wait, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Tells whether any other process has the store open, by a lock that the system itself drops when a process dies: every
 * open store holds a shared lock on an empty database beside the real one, and only who is alone gets the exclusive one,
 * until it settles. Where no lock can be had at all (some network drives), we count as alone.
 */
export function enterStore(folder: string): Presence {
  let lock: DatabaseSyncInstance
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(folder, 'presence.db'), { timeout: 0 })
  } catch {
    return { alone: true, settle: () => undefined, leave: () => undefined }
  }
  // A read that stays open is the shared lock.
  const share = () => succeeds(lock, `PRAGMA busy_timeout = ${PATIENCE_MS}; BEGIN; SELECT count(*) FROM sqlite_master`)
  const alone = succeeds(lock, 'BEGIN EXCLUSIVE')
  if (!alone) share()
  return {
    alone,
    settle: () => {
      if (!alone) return
      lock.exec('ROLLBACK')
      share()
    },
    leave: () => lock.close(),
  }
}

function succeeds(lock: DatabaseSyncInstance, sql: string): boolean {
  try {
    lock.exec(sql)
    return true
  } catch {
    // What locking cannot do here, it does not do; the store itself is safe without it.
    return false
  }
}
