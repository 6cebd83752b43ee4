import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { makeFolder } from './write.ts'

export interface Lock {
  release(): void
}

/** SQLite's primary result code for a lock that another one holds (sqlite.org/rescode.html). */
const BUSY = 5

/**
 * Takes the lock of this name in a folder, which the system itself drops however its process dies; null where another
 * one holds it. Where no lock can be had at all (a read-only folder, some network drives) everybody gets one.
 */
export function takeLock(folder: string, name: string): Lock | null {
  let database: InstanceType<typeof DatabaseSync>
  try {
    makeFolder(folder)
    database = new DatabaseSync(join(folder, `${name}.lock`), { timeout: 0 })
  } catch {
    return { release: () => undefined }
  }
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if (((error as { sqliteCode?: number }).sqliteCode ?? 0) % 256 === BUSY) {
      database.close()
      return null
    }
    // No lock can be had here; who has the database open is all the same.
  }
  return { release: () => database.close() }
}
