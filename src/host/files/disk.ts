import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { HomeTrouble, reason, writeFileSafely } from '../../home/write.ts'
import { Fault } from '../../wire/fault.ts'

/** Larger files do not fit into the memory the file readers have (2 GiB, with room for what they unpack). */
export const LARGEST_FILE = 512 * 1024 * 1024

/** The bytes of a file. Every way it can be missing or unreadable is a Fault that names it. */
export function loadFile(path: string): Uint8Array {
  needAbsolute(path)
  try {
    const { size } = fileStatus(path)
    if (size === 0) throw trouble(path, 'is empty', 'Copy the file again from where it came from.')
    if (size > LARGEST_FILE) {
      throw new Fault(
        'TOO_LARGE',
        `${path} is too large: ${megabytes(size)} MB of at most ${megabytes(LARGEST_FILE)} MB.`,
        {
          parameter: 'file_path',
          next: 'Open it in Rhino, or save the parts you need as a smaller file.',
        },
      )
    }
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    throw error instanceof Fault ? error : readTrouble(path, reason(error))
  }
}

function fileStatus(path: string) {
  const status = statSync(path)
  if (status.isDirectory()) throw wrongPath(path, 'is a folder', 'Give the path of a file.')
  if (!status.isFile()) throw wrongPath(path, 'is no ordinary file', 'Give the path of a file on a disk.')
  return status
}

/** In words of the user what the system's error code says. */
export function readTrouble(path: string, code: string): Fault {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return wrongPath(path, 'does not exist', 'Check the path: its folder, spelling and ending.')
    case 'EACCES':
    case 'EPERM':
      return trouble(path, 'may not be read by you', 'Ask for the right to read it, or copy it into a folder of yours.')
    default:
      return trouble(
        path,
        `cannot be read (${code})`,
        'Check that the disk is there and that no other program locks it.',
      )
  }
}

/**
 * Writes a whole file or none: what was there stays until the new one is complete.
 *
 * @param overwrite false: a file that is there is a Fault and stays as it is
 */
export function storeFile(path: string, bytes: Uint8Array, overwrite: boolean): void {
  needAbsolute(path)
  const before = status(path)
  if (before?.isDirectory()) throw wrongPath(path, 'is a folder', 'Give the path of a file.')
  if (before && !overwrite) throw exists(path)
  if (!status(dirname(path))?.isDirectory()) {
    throw wrongPath(path, 'cannot be saved: its folder does not exist', 'Make the folder first, or choose another one.')
  }
  const mode = before ? before.mode & 0o777 : 0o666 & ~process.umask()
  try {
    // Asked again at the last moment: another program may have made the file meanwhile.
    if (!writeFileSafely(path, bytes, { mode, ifThere: overwrite ? 'replace' : 'keep' })) throw exists(path)
  } catch (error) {
    if (!(error instanceof HomeTrouble)) throw error
    throw new Fault('OPERATION_FAILED', error.message, {
      parameter: 'file_path',
      next: 'Choose another folder or free some space; what was saved before is untouched.',
    })
  }
}

function status(path: string) {
  return statSync(path, { throwIfNoEntry: false })
}

function exists(path: string): Fault {
  return wrongPath(path, 'already exists', 'Choose another name, or set overwrite to replace it.', 'overwrite')
}

function needAbsolute(path: string): void {
  if (isAbsolute(path) && !path.includes('\0')) return
  throw new Fault('INVALID_PARAMS', 'The path must be a full one, from the root of the disk.', {
    parameter: 'file_path',
    next: 'Give a path like /home/you/part.3dm or C:\\Users\\you\\part.3dm.',
  })
}

/** What another value of the parameter mends. */
function wrongPath(path: string, what: string, next: string, parameter = 'file_path'): Fault {
  return new Fault('INVALID_PARAMS', `${path} ${what}.`, { parameter, path, next })
}

/** What only the disk or another program mends. */
function trouble(path: string, what: string, next: string): Fault {
  return new Fault('OPERATION_FAILED', `${path} ${what}.`, { parameter: 'file_path', path, next })
}

function megabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1024 / 1024))
}
