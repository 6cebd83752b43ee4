import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { APPLICATION_ID } from './schema.ts'
import { sqliteResult } from './trouble.ts'

/** The file is of a version that only a newer Tickbird knows. */
export class NewerVersion extends Error {
  readonly version: number
  constructor(version: number) {
    super(`The store is of version ${version}.`)
    this.version = version
  }
}

/** The file is a sound SQLite database, but not one of ours. */
class ForeignDatabase extends Error {}

/** quick_check found what a read of the page would have stumbled over. */
class DamagedPages extends Error {}

/** Whether the file itself is what is wrong, and not its folder, its rights or the disk. */
export const isDamage = (error: unknown): boolean =>
  error instanceof ForeignDatabase ||
  error instanceof DamagedPages ||
  ['CORRUPT', 'NOTADB'].includes(sqliteResult(error) ?? '')

/**
 * Opens a store's file, made where it is missing, and brings it to the newest version.
 *
 * synchronous=NORMAL: a commit is in the system's hands when it returns, so it outlives the process however that dies.
 * Only a power cut could take the newest commits, and never the file's soundness; {@link durably} closes that gap where
 * it matters, without an fsync for every streamed word.
 */
export function openFile(file: string, steps: readonly string[]): DatabaseSyncInstance {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    refuseOthers(database, steps)
    // Before the first table: lets removed conversations give their space back.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    migrate(database, steps)
    checkPages(database)
    checkSchema(database, steps)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Closes a database with everything in its main file. Closing alone would do that, were it not for the statements that
 * are still to be collected.
 */
export function closeFile(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // A full disk, say: everything stays in the log, where the next opening finds it.
  }
  database.close()
}

export function openMemory(steps: readonly string[]): DatabaseSyncInstance {
  const database = new DatabaseSync(':memory:')
  migrate(database, steps)
  return database
}

/** Commits `work` so that even a power cut leaves it there, and everything that was committed before it. */
export function durably<T>(database: DatabaseSyncInstance, work: () => T): T {
  database.exec('PRAGMA synchronous = FULL')
  try {
    return work()
  } finally {
    database.exec('PRAGMA synchronous = NORMAL')
  }
}

/** A database's statements, each prepared once. */
export class Statements {
  readonly database: DatabaseSyncInstance
  readonly #prepared = new Map<string, StatementSyncInstance>()

  constructor(database: DatabaseSyncInstance) {
    this.database = database
  }

  sql(text: string): StatementSyncInstance {
    let statement = this.#prepared.get(text)
    if (!statement) {
      statement = this.database.prepare(text)
      this.#prepared.set(text, statement)
    }
    return statement
  }

  clear(): void {
    this.#prepared.clear()
  }
}

/** All of `work` or nothing of it. */
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

/**
 * The value of an SQL expression over a source of one row. Without a prepared statement: this binding lets go of one only
 * when it is collected, and until then a closed database keeps its file open, which on Windows cannot be renamed.
 */
function ask(database: DatabaseSyncInstance, expression: string, source: string): unknown {
  let told: unknown
  database.function('tell', (value: unknown) => {
    told = value
    return null
  })
  database.exec(`SELECT tell(${expression}) FROM ${source}`)
  return told
}

const pragma = (database: DatabaseSyncInstance, name: string): number => Number(ask(database, name, `pragma_${name}`))

/** What the database takes on disk, in bytes, without its log. */
export const sizeOf = (database: DatabaseSyncInstance): number =>
  pragma(database, 'page_count') * pragma(database, 'page_size')

/** Before anything is written: the header alone may lag behind what a killed process left in the write-ahead log. */
function refuseOthers(database: DatabaseSyncInstance, steps: readonly string[]): void {
  const tables = ask(database, 'count(*)', 'sqlite_master')
  if (tables !== 0 && pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new ForeignDatabase('The file holds another program’s database.')
  }
  const version = pragma(database, 'user_version')
  if (version > steps.length) throw new NewerVersion(version)
}

function migrate(database: DatabaseSyncInstance, steps: readonly string[]): void {
  transaction(database, () => {
    for (const step of steps.slice(pragma(database, 'user_version'))) database.exec(step)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${steps.length}`)
  })
}

/** Reads every page's structure, about 0.1 s for 64 MiB; a larger store is trusted until a read says otherwise. */
function checkPages(database: DatabaseSyncInstance): void {
  if (sizeOf(database) > 64 * 1024 * 1024) return
  const found = ask(database, 'quick_check', 'pragma_quick_check LIMIT 1')
  if (found !== 'ok') throw new DamagedPages(String(found))
}

const schemaOf = (database: DatabaseSyncInstance): unknown =>
  ask(
    database,
    "group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10))",
    "(SELECT * FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name)",
  )

/** The names of tables and columns stand in the file as text; a page check does not notice when they change. */
function checkSchema(database: DatabaseSyncInstance, steps: readonly string[]): void {
  const pattern = openMemory(steps)
  const wanted = schemaOf(pattern)
  pattern.close()
  if (schemaOf(database) !== wanted) throw new DamagedPages('The names of tables or columns have changed.')
}
