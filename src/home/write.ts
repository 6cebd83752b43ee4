import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file or folder that cannot be used as it must be; the message names it and says what to do. */
export class HomeTrouble extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'HomeTrouble'
  }
}

export interface WriteOptions {
  /** Default 0o600: the user alone. */
  mode?: number
  /** `keep`: a file that is there stays as it is. Default `replace`. */
  ifThere?: 'replace' | 'keep'
}

/**
 * Writes a whole file or nothing: a reader never sees half of it, whatever happens in between. Makes missing folders.
 * Throws {@link HomeTrouble} where the folder cannot be written.
 *
 * @returns false where `ifThere` is `keep` and a file was there
 */
export function writeFileSafely(path: string, data: string | Uint8Array, options: WriteOptions = {}): boolean {
  const { mode = 0o600, ifThere = 'replace' } = options
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    makeFolder(dirname(path))
    return writeDraft(draft, data, mode, () => (ifThere === 'keep' ? placeIfMissing(draft, path) : place(draft, path)))
  } catch (error) {
    throw new HomeTrouble(
      `${path} cannot be written (${reason(error)}). Make its folder writable, or free some space, and try again.`,
      error,
    )
  }
}

/** A folder for the user alone; one that is there keeps its rights. */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

export function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? (error instanceof Error ? error.message : String(error))
}

/** Writes the draft, through to the disk, and clears away what `then` left of it. */
function writeDraft(draft: string, data: string | Uint8Array, mode: number, then: () => boolean): boolean {
  const file = openSync(draft, 'wx', mode)
  try {
    try {
      writeFileSync(file, data)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // The process's umask may have taken bits away that were asked for.
    chmodSync(draft, mode)
    return then()
  } finally {
    rmSync(draft, { force: true })
  }
}

function place(draft: string, path: string): true {
  renameSync(draft, path)
  return true
}

/** A link, unlike a rename, fails where the name is taken: of two processes that start together, one wins. */
function placeIfMissing(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (reason(error) === 'EEXIST') return false
    // A disk without links (exFAT): the rare race is better than no file.
    if (!existsSync(path)) return place(draft, path)
    throw error
  }
}

/** Whether a file is simply not there; a file where one of its folders should be is the same to whoever wants to read. */
export const isAbsent = (error: unknown): boolean => reason(error) === 'ENOENT' || reason(error) === 'ENOTDIR'
