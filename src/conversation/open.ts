import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Trouble } from '../shared/event.ts'
import { isDamage, NewerVersion, openFile, openMemory } from './database.ts'
import { salvage } from './salvage.ts'
import { APPLICATION_ID, STEPS } from './schema.ts'
import { movedAside, newerStore, unusableStore } from './trouble.ts'

export interface OpenedDatabase {
  database: DatabaseSyncInstance
  trouble: Trouble | null
  /** False where everything is in memory only. */
  kept: boolean
}

/**
 * Opens the store in `folder`, brought to the newest version; falls back to memory, with the trouble that says why. A
 * damaged file is moved aside under a new name beside it, unless another process has it open (`alone` is false), and
 * what can be read of it is copied into a new one. A file of a newer version is left exactly as it is.
 */
export function openDatabase(folder: string, alone: boolean, steps = STEPS): OpenedDatabase {
  const file = join(folder, 'conversations.db')
  const inMemory = (trouble: Trouble) => ({ database: openMemory(steps), trouble, kept: false })
  try {
    const version = versionInHeader(file)
    if (version > steps.length) throw new NewerVersion(version)
    return { database: openFile(file, steps), trouble: null, kept: true }
  } catch (error) {
    if (error instanceof NewerVersion) return inMemory(newerStore(file, error.version, steps.length))
    if (!isDamage(error) || !alone) return inMemory(unusableStore(folder, error))
    try {
      return startAnew(file, steps, error)
    } catch (second) {
      return inMemory(unusableStore(folder, second))
    }
  }
}

function startAnew(file: string, steps: readonly string[], damage: unknown): OpenedDatabase {
  const to = moveAside(file)
  const database = openFile(file, steps)
  return { database, trouble: movedAside(to, salvage(to, database), damage), kept: true }
}

/**
 * The version as it stands in the header of a file of ours (sqlite.org/fileformat.html), read without opening the
 * database, which would touch it; 0 for any other file.
 */
function versionInHeader(file: string): number {
  if (!existsSync(file)) return 0
  const handle = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    const whole = readSync(handle, header, 0, 100, 0) === 100
    return whole && header.readUInt32BE(68) === APPLICATION_ID ? header.readUInt32BE(60) : 0
  } finally {
    closeSync(handle)
  }
}

/** Renames the file and what belongs to it; returns the new name. */
function moveAside(file: string): string {
  const to = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(file + part)) renameSync(file + part, to + part)
  }
  return to
}
