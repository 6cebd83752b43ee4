import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reason } from '../../home/write.ts'
import { Fault } from '../../wire/fault.ts'
import {
  clear,
  makeParents,
  notOurs,
  type PluginState,
  pluginFolder,
  pluginState,
  readStamp,
  STAMP,
  stampFor,
} from './plugin-folder.ts'
import type { PluginFile } from './plugin-source.ts'

export interface PluginChange {
  folder: string
  before: PluginState['state']
  /** Files that were not ours and are there still, by their paths in the folder. */
  kept: string[]
}

/**
 * Puts the plugin into Rhino's `scripts` folder, whole or not at all: it is written beside and then takes the place of
 * what was there. Files that are not ours are carried over. Throws a Fault, and then all is as it was.
 */
export function installPlugin(scripts: string, files: readonly PluginFile[]): PluginChange {
  const folder = pluginFolder(scripts)
  const { state } = pluginState(scripts, files)
  if (state === 'foreign') throw foreign(folder)
  if (state === 'current') return { folder, before: state, kept: carried(folder) }
  const draft = `${folder}.${randomBytes(4).toString('hex')}.new`
  try {
    writeAll(draft, files)
    const kept = carryOver(folder, draft, files)
    swap(draft, folder)
    return { folder, before: state, kept }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw notWritten(folder, error)
  }
}

/** Takes the plugin out again. What is not ours stays where it is. Throws a Fault. */
export function removePlugin(scripts: string, files: readonly PluginFile[]): PluginChange {
  const folder = pluginFolder(scripts)
  const { state } = pluginState(scripts, files)
  if (state === 'foreign') throw foreign(folder)
  if (state === 'missing') return { folder, before: state, kept: [] }
  const found = readStamp(folder)
  try {
    return { folder, before: state, kept: found ? clear(folder, found) : [] }
  } catch (error) {
    throw notWritten(folder, error)
  }
}

function writeAll(folder: string, files: readonly PluginFile[]): void {
  mkdirSync(folder, { recursive: true })
  for (const { path, data } of files) {
    const file = join(folder, path)
    makeParents(file)
    writeFileSync(file, data)
  }
  writeFileSync(join(folder, STAMP), `${JSON.stringify(stampFor(files))}\n`)
}

const carried = (folder: string): string[] => {
  const found = readStamp(folder)
  return found ? notOurs(folder, found) : []
}

/** A file of the user's keeps its name; where ours needs it, theirs is set aside. */
function carryOver(from: string, to: string, files: readonly PluginFile[]): string[] {
  if (!existsSync(from)) return []
  const ours = new Set(files.map(({ path }) => path))
  const theirs = carried(from)
  const taken = new Set([...ours, ...theirs])
  return theirs.map((path) => {
    const name = ours.has(path) ? freeName(path, taken) : path
    taken.add(name)
    makeParents(join(to, name))
    copyFileSync(join(from, path), join(to, name))
    return name
  })
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${path}.yours` : `${path}.yours-${number}`
    if (!taken.has(name)) return name
  }
}

/** The new folder takes the old one's place; where that fails, the old one is put back. */
function swap(draft: string, folder: string): void {
  const old = `${draft}.old`
  const there = existsSync(folder)
  if (there) renameSync(folder, old)
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (there) renameSync(old, folder)
    throw error
  }
  rmSync(old, { recursive: true, force: true })
}

const foreign = (folder: string): Fault =>
  new Fault('OPERATION_FAILED', `${folder} holds files that Tickbird did not put there, so nothing was changed.`, {
    next: 'Move that folder away or rename it, then try again.',
  })

const notWritten = (folder: string, error: unknown): Fault =>
  new Fault('OPERATION_FAILED', `${folder} cannot be written (${reason(error)}); it is as it was.`, {
    next: 'Close Rhino, see that the folder is yours, and try again.',
  })
