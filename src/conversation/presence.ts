import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** A store's place among the processes that have it open. */
export interface Presence {
  /** True where no other process had the store open. */
  alone: boolean
  /** Lets others see that we are here; until then nobody else gets past `enterStore`. */
  settle(): void
  leave(): void
}

/**
 * Tells whether any other process has the store open, by a lock that the system itself drops when a process dies: every
 * open store holds a shared lock on an empty database beside the real one, and only who is alone gets the exclusive one.
 * Where no lock can be had at all (some network drives), we count as alone.
 */
export function enterStore(folder: string): Presence {
  let lock: DatabaseSyncInstance
  try {
    lock = new DatabaseSync(join(folder, 'presence.db'), { timeout: 0 })
  } catch {
    return { alone: true, settle: () => undefined, leave: () => undefined }
  }
  const alone = succeeds(lock, 'BEGIN EXCLUSIVE')
  const settle = () => {
    if (lock.isTransaction) lock.exec('ROLLBACK')
    lock.exec('PRAGMA busy_timeout = 5000')
    // A read that stays open is the shared lock.
    succeeds(lock, 'BEGIN; SELECT count(*) FROM sqlite_master')
  }
  return { alone, settle, leave: () => lock.close() }
}

function succeeds(lock: DatabaseSyncInstance, sql: string): boolean {
  try {
    lock.exec(sql)
    return true
  } catch {
    return false
  }
}
