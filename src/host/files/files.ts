import { Fault } from '../../wire/fault.ts'
import type { HostKernel } from './convert/context.ts'
import { loadFile, storeFile } from './disk.ts'
import { readObj, writeObj } from './exchange/obj.ts'
import { readStep, writeStep } from './exchange/step.ts'
import { readStl, writeStl } from './exchange/stl.ts'
import { checkFormat, type FileFormat, formatOfBytes, formatOfPath } from './format.ts'
import type { FileModel, FileNote } from './model.ts'
import { loadRhino } from './rhino/load.ts'
import { read3dm } from './threedm/read.ts'
import { write3dm } from './threedm/write.ts'

export interface ReadResult {
  /** The caller owns one reference to every kernel shape in it. */
  readonly model: FileModel
  readonly notes: readonly FileNote[]
}

export interface WriteResult {
  readonly bytes: Uint8Array
  readonly notes: readonly FileNote[]
}

export interface WriteOptions {
  /** Default: what the path's ending says. */
  readonly format?: FileFormat
  /** Rhino's major version of a .3dm, 5 to 8; default that of the file it came from, else 8. */
  readonly version?: number
  /** Default false: a file that is there is a Fault and stays as it is. */
  readonly overwrite?: boolean
}

/**
 * Reads a file, or bytes that were one. Nothing of the document changes; a Fault with a sentence for everything that can be
 * wrong with it: missing, a folder, empty, too large, cut off, damaged, another format than its name says.
 *
 * @param format null: what the path's ending, or the bytes themselves, say
 */
export async function readFile(
  source: string | Uint8Array,
  format: FileFormat | null,
  kernel: HostKernel,
): Promise<ReadResult> {
  const named = format ?? (typeof source === 'string' ? formatOfPath(source) : formatOfBytes(source))
  const bytes = typeof source === 'string' ? loadFile(source) : source
  if (named === null) {
    throw new Fault('INVALID_PARAMS', 'These bytes are no file of a format the embedded host knows.', {
      next: 'Say which format they are: 3dm, step, stl or obj.',
    })
  }
  checkFormat(bytes, named)
  const rhino = await loadRhino()
  switch (named) {
    case '3dm':
      return read3dm(rhino, kernel, bytes)
    case 'step':
      return readStep(kernel, bytes)
    case 'stl':
      return readStl(bytes)
    case 'obj':
      return readObj(bytes)
  }
}

/** The model as a file's bytes. */
export async function writeBytes(
  model: FileModel,
  options: WriteOptions & { readonly format: FileFormat },
  kernel: HostKernel,
): Promise<WriteResult> {
  const { format, version } = options
  if (version !== undefined && ![5, 6, 7, 8].includes(version)) {
    throw new Fault('INVALID_PARAMS', `There is no .3dm of version ${version} to write.`, {
      parameter: 'version',
      next: 'Choose 5, 6, 7 or 8.',
    })
  }
  const rhino = await loadRhino()
  switch (format) {
    case '3dm':
      return write3dm(rhino, kernel, model, version)
    case 'step':
      return writeStep(kernel, model)
    case 'stl':
      return writeStl(kernel, model)
    case 'obj':
      return writeObj(kernel, model)
  }
}

/** Writes the model to disk, whole or not at all. */
export async function writeFile(
  path: string,
  model: FileModel,
  options: WriteOptions,
  kernel: HostKernel,
): Promise<WriteResult> {
  const result = await writeBytes(model, { ...options, format: options.format ?? formatOfPath(path) }, kernel)
  storeFile(path, result.bytes, options.overwrite ?? false)
  return result
}
