import { existsSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { reason } from '../../home/write.ts'
import { TroubleError } from '../../shared/agent.ts'

export interface Target {
  path: string
  overwrite: boolean
  /** Our own data folder: nothing is written into it. */
  home: string
}

/** Targets that are being written now. */
const busy = new Set<string>()

/**
 * Writes the pieces as a whole file or not at all; half of one is never seen under its name, whenever the process ends.
 * Others get their turn between pieces. Throws a TroubleError that says what is wrong with the place.
 */
export async function writeExport(
  pieces: Iterable<string>,
  target: Target,
  ending: string,
): Promise<{ path: string; bytes: number }> {
  const path = checked(target, ending)
  if (busy.has(path))
    throw refused('Another export is writing this file.', 'Wait until it is done, or choose another name.')
  busy.add(path)
  // Always the same name: what a killed process left is written over by the next export.
  const draft = join(dirname(path), `.${basename(path)}.part`)
  try {
    const bytes = await writeAll(draft, pieces)
    await place(draft, path, target.overwrite)
    return { path, bytes }
  } catch (error) {
    throw explained(path, error)
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
    busy.delete(path)
  }
}

async function writeAll(draft: string, pieces: Iterable<string>): Promise<number> {
  const file = await open(draft, 'w', 0o600)
  try {
    let bytes = 0
    for (const piece of pieces) {
      bytes += await writePiece(file, piece)
      await pause()
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

async function writePiece(file: FileHandle, piece: string): Promise<number> {
  const data = Buffer.from(piece)
  await file.appendFile(data)
  return data.length
}

/** A link, unlike a rename, fails where the name is taken meanwhile. */
async function place(draft: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return rename(draft, path)
  try {
    await link(draft, path)
  } catch (error) {
    if (reason(error) === 'EEXIST' || existsSync(path)) throw taken(path)
    // A disk without links (exFAT).
    await rename(draft, path)
  }
}

function placeFor({ path, overwrite, home }: Target, ending: string): string {
  if (path.includes('\0') || !isAbsolute(path)) {
    throw refused(
      'The place is not a whole path.',
      `Name a file with its folder, for example /home/ada/turns${ending}.`,
    )
  }
  const whole = resolve(path)
  if (extname(whole).toLowerCase() !== ending) {
    throw refused(`The name does not end in “${ending}”.`, `Let it end in ${ending}, or choose another format.`)
  }
  const folder = dirname(whole)
  if (!isFolder(folder)) throw refused(`There is no folder ${folder}.`, 'Make the folder first, or choose another one.')
  if (isInside(realpathSync(folder), existsSync(home) ? realpathSync(home) : home)) {
    throw refused('That is Tickbird’s own data folder.', 'Choose a folder of yours.')
  }
  if (isFolder(whole)) throw refused(`${whole} is a folder.`, 'Name a file in it.')
  if (existsSync(whole) && !overwrite) throw taken(whole)
  return whole
}

function checked(target: Target, ending: string): string {
  try {
    return placeFor(target, ending)
  } catch (error) {
    throw explained(target.path, error)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

const refused = (cause: string, next: string) => new TroubleError({ title: 'The file was not written', cause, next })

const taken = (path: string) =>
  refused(`${path} is there already.`, 'Choose another name, or say that it may be replaced.')

const WHY: Record<string, [cause: string, next: string]> = {
  EACCES: ['You may not write there.', 'Choose another folder.'],
  EPERM: ['You may not write there.', 'Choose another folder.'],
  EROFS: ['That disk cannot be written to.', 'Choose another folder.'],
  ENOSPC: ['The disk is full.', 'Free some space, or choose another disk.'],
  ENAMETOOLONG: ['The name is too long.', 'Choose a shorter one.'],
}

function explained(path: string, error: unknown): unknown {
  if (error instanceof TroubleError) return error
  const code = reason(error)
  const [cause, next] = WHY[code] ?? [`${path} cannot be written (${code}).`, 'Choose another folder.']
  return refused(cause, next)
}
