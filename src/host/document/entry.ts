import type { UnitSystem } from '../../shared/geometry.ts'
import type { FileGroup, FileLayer, FileMaterial, FileObject, FileTolerances, FileView } from '../files/model.ts'

/** Where a thing stands in its list: lists keep their order through undo, and files are written in it. */
interface Ordered {
  readonly order: number
}

export interface DocumentObject extends FileObject, Ordered {}
export interface DocumentLayer extends Omit<FileLayer, 'fullPath'>, Ordered {}
export interface DocumentGroup extends FileGroup, Ordered {}

/** The one entry of the `settings` table: what the document has once. */
export interface Settings {
  readonly units: UnitSystem
  readonly tolerances: FileTolerances
  readonly currentLayerId: string
}

/** Everything undo covers, by table and id. Values are immutable; a change puts a new value in the old one's place. */
export interface Entries {
  object: DocumentObject
  layer: DocumentLayer
  group: DocumentGroup
  material: FileMaterial
  /** Named views, by name. */
  view: FileView
  /** The document's own user text, by key. */
  text: string
  settings: Settings
}
export type TableName = keyof Entries

export const SETTINGS = 'settings'

/** Who counts the references to kernel shapes: the kernel. */
export interface Keeper {
  retain(geometry: DocumentObject['geometry']): void
  release(geometry: DocumentObject['geometry']): void
}
