import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { z } from 'zod'
import type { Trouble } from '../shared/event.ts'
import { APPLICATION_ID, STEPS } from './schema.ts'
import { movedAside, newerStore, sqliteResult, unwritableStore } from './trouble.ts'

export interface OpenedDatabase {
  database: DatabaseSyncInstance
  trouble: Trouble | null
  /** False where everything is in memory only. */
  kept: boolean
}

/**
 * Opens the store's file in `folder`, brought to the newest version; falls back to memory, with the trouble that says why.
 * A damaged file is moved aside under a new name beside it; a file of a newer version is left exactly as it is.
 */
export function openDatabase(folder: string, steps = STEPS): OpenedDatabase {
  const file = join(folder, 'conversations.db')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const version = versionInHeader(file)
    if (version > steps.length) return inMemory(newerStore(file, version, steps.length), steps)
    return { database: openFile(file, steps), trouble: null, kept: true }
  } catch (error) {
    if (error instanceof NewerVersion) return inMemory(newerStore(file, error.version, steps.length), steps)
    if (!isDamage(error)) return inMemory(unwritableStore(folder, error), steps)
    try {
      const to = moveAside(file)
      return { database: openFile(file, steps), trouble: movedAside(to, error), kept: true }
    } catch (second) {
      return inMemory(unwritableStore(folder, second), steps)
    }
  }
}

class NewerVersion extends Error {
  readonly version: number
  constructor(version: number) {
    super(`The store is of version ${version}.`)
    this.version = version
  }
}

/** The file is a sound SQLite database, but not one of ours. */
class ForeignDatabase extends Error {}

const isDamage = (error: unknown): boolean =>
  error instanceof ForeignDatabase || ['CORRUPT', 'NOTADB'].includes(sqliteResult(error) ?? '')

/**
 * synchronous=NORMAL: a commit is in the system's hands when it returns, so it outlives the process however that dies.
 * Only a power cut could take the newest commits, and never the file's soundness; {@link durably} closes that gap where
 * it matters, without an fsync for every streamed word.
 */
function openFile(file: string, steps: readonly string[]): DatabaseSyncInstance {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    refuseOthers(database, steps)
    // Before the first table: lets removed conversations give their space back.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    migrate(database, steps)
    checkPages(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function inMemory(trouble: Trouble, steps: readonly string[]): OpenedDatabase {
  const database = new DatabaseSync(':memory:')
  migrate(database, steps)
  return { database, trouble, kept: false }
}

/** Commits `work` so that even a power cut leaves it there, and everything that was committed before it. */
export function durably(database: DatabaseSyncInstance, work: () => void): void {
  database.exec('PRAGMA synchronous = FULL')
  try {
    work()
  } finally {
    database.exec('PRAGMA synchronous = NORMAL')
  }
}

export function transaction<T>(database: DatabaseSyncInstance, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const pragma = (database: DatabaseSyncInstance, name: string): number =>
  z.number().parse(Object.values(database.prepare(`PRAGMA ${name}`).get())[0])

/** Before anything is written: the header alone may lag behind what a killed process left in the write-ahead log. */
function refuseOthers(database: DatabaseSyncInstance, steps: readonly string[]): void {
  const version = pragma(database, 'user_version')
  if (version > steps.length) throw new NewerVersion(version)
  const { tables } = z
    .object({ tables: z.number() })
    .parse(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get())
  if (tables > 0 && pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new ForeignDatabase('The file holds another program’s database.')
  }
}

function migrate(database: DatabaseSyncInstance, steps: readonly string[]): void {
  transaction(database, () => {
    for (const step of steps.slice(pragma(database, 'user_version'))) database.exec(step)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${steps.length}`)
  })
}

/** Reads every page's structure, about 0.1 s for 64 MiB; a larger store is trusted until a read says otherwise. */
function checkPages(database: DatabaseSyncInstance): void {
  if (pragma(database, 'page_count') * pragma(database, 'page_size') > 64 * 1024 * 1024) return
  const { quick_check: found } = z
    .object({ quick_check: z.string() })
    .parse(database.prepare('PRAGMA quick_check(1)').get())
  if (found !== 'ok') throw new DamagedPages(found)
}

/** What SQLite would have said at the first read of the damaged page. */
class DamagedPages extends Error {
  readonly sqliteCode = 11
}

/** user_version as it stands at offset 60 of the file (sqlite.org/fileformat.html), read without opening the database. */
function versionInHeader(file: string): number {
  if (!existsSync(file)) return 0
  const handle = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    if (readSync(handle, header, 0, 100, 0) < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') return 0
    return header.readUInt32BE(60)
  } finally {
    closeSync(handle)
  }
}

/** Renames the file and what belongs to it; returns the new name. */
function moveAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const to = `${file}.damaged-${stamp}`
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(file + part)) renameSync(file + part, to + part)
  }
  return to
}
