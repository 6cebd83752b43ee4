import type { Archive } from '../archive/archive.ts'
import type { FileBase, FileModel } from '../model.ts'
import type { Tables } from './objects.ts'

/** What a save needs to know of the file that was opened: its bytes, and what was read from them. */
export interface BaseState {
  readonly archive: Archive
  readonly original: FileModel
  /** The tables in the file's own order, which is their index. */
  readonly tables: Tables
}

const states = new WeakMap<FileBase, BaseState>()

export function makeBase(archive: Archive, original: FileModel, tables: Tables): FileBase {
  const base: FileBase = { format: '3dm', bytes: archive.bytes }
  states.set(base, { archive, original, tables })
  return base
}

/** A base that came from elsewhere (another process, a stale reader) is a mistake of ours. */
export function baseState(base: FileBase): BaseState {
  const state = states.get(base)
  if (!state) throw new Error('The base of a file model must be the one readFile gave.')
  return state
}
