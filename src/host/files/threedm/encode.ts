import type { File3dm, Mesh } from 'rhino3dm'
import { type Archive, type ObjectRecord, openArchive } from '../archive/archive.ts'
import { assemble } from '../archive/assemble.ts'
import { type Chunk, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'
import type { MadeGeometry } from '../convert/brep-to-rhino.ts'
import type { Conversion } from '../convert/context.ts'
import { decode } from '../convert/decode.ts'
import { movePoints } from '../convert/mesh.ts'
import { geometryToRhino } from '../convert/to-rhino.ts'
import type { FileModel, FileObject } from '../model.ts'
import { type Keep, type Rhino, withHandles } from '../rhino/load.ts'
import type { BaseState } from './base.ts'
import type { Changes, ObjectChange } from './changes.ts'
import { openDocument, writeDocument } from './document.ts'
import { editAttributes, editSettings, editTables, editUserText } from './edit.ts'

/** What rhino3dm encoded: a small file, and under which id each new or changed object stands in it. */
export interface Made {
  readonly archive: Archive
  readonly records: ReadonlyMap<string, ObjectRecord>
  /** Our object id → id of the record that has its new geometry (and a new object's attributes). */
  readonly stand: ReadonlyMap<string, string>
  /** The changes as they were carried out. */
  readonly objects: readonly ObjectChange[]
}

/** Lets rhino3dm write all that changed, in a document that holds as little else as it can. */
export function encodeChanges(conversion: Conversion, state: BaseState, model: FileModel, plain: Changes): Made {
  const { rhino } = conversion
  return withHandles(rhino, (keep) => {
    const made = new Map<string, MadeGeometry | null>()
    for (const { object, geometry, before } of plain.objects) {
      if (geometry !== 'made') continue
      const moved = before && movedMesh(rhino, state, object, before, keep)
      made.set(object.id, moved ?? geometryToRhino(conversion, object.id, object.geometry, keep))
    }
    const changes = { ...plain, objects: plain.objects.map((change) => marked(change, made.get(change.object.id))) }
    const doc = openDocument(rhino, skeleton(state, changes), keep)
    editTables(rhino, doc, state.tables, changes, keep)
    if (changes.settingsChanged) editSettings(rhino, doc, model, keep)
    if (changes.userTextChanged) editUserText(doc, model.userText, keep)
    if (changes.renumbered) renumber(doc, state, changes, keep)
    const stand = new Map<string, string>()
    // New objects first: they take over attributes of others as the file had them, before those are edited.
    const newFirst = [...changes.objects].sort(
      (a, b) => Number(b.attributes === 'made') - Number(a.attributes === 'made'),
    )
    for (const change of newFirst) encodeObject(rhino, doc, changes, change, made.get(change.object.id), stand)
    const archive = openArchive(writeDocument(rhino, doc, state.archive.version, keep))
    const records = new Map(archive.objects.map((record) => [record.id, record]))
    return { archive, records, stand, objects: changes.objects }
  })
}

/**
 * Gives what the document does not show (members of blocks) its layer's new index; the bytes say which it had. What stood on
 * a layer that went comes to the first. Objects of the document get theirs from the model.
 */
function renumber(doc: File3dm, state: BaseState, { tables }: Changes, keep: Keep): void {
  const { archive, original } = state
  const shown = new Set(original.objects.map(({ id }) => id))
  const view = new DataView(archive.bytes.buffer, archive.bytes.byteOffset)
  for (const { id, attributes } of archive.objects) {
    const [chunk] = attributes
    const target = shown.has(id) || !chunk ? null : attributesOf(doc, id, keep)
    if (!chunk || !target) continue
    // Version byte, id, layer.
    const layer = state.tables.layers[view.getInt32(chunk.body + 17, true)]
    target.layerIndex = Math.max(
      0,
      tables.layers.findIndex(({ id: now }) => now === layer?.id),
    )
  }
}

/** A mesh whose points alone changed keeps the rest of what the file has of it. */
function movedMesh(
  rhino: Rhino,
  { archive }: BaseState,
  { geometry }: FileObject,
  before: FileObject,
  keep: Keep,
): MadeGeometry | null {
  const record = archive.objects.find(({ id }) => id === before.id)
  if (!record || geometry.kind !== 'mesh' || before.geometry.kind !== 'mesh') return null
  const { version, opennurbs, bytes } = archive
  const mesh = decode(rhino, { archive: version, opennurbs, bytes: slice(bytes, record.classChunk) })
  if (!mesh) return null
  keep(mesh)
  return movePoints(mesh as Mesh, before.geometry, geometry, keep) ? { geometry: mesh as Mesh } : null
}

/** User text that an object gets because of what its geometry had to become. */
function marked(change: ObjectChange, made: MadeGeometry | null | undefined): ObjectChange {
  if (!made?.mark) return change
  const object = { ...change.object, userText: { ...change.object.userText, ...made.mark } }
  return { ...change, object, attributes: change.attributes === 'kept' ? 'edited' : change.attributes }
}

/**
 * The base without what is not needed to encode the changes: layers and groups that went, and every object but those whose
 * attributes change or are carried on by new ones. All objects stay where indices move, because each record may hold one.
 */
function skeleton(state: BaseState, changes: Changes): Uint8Array {
  const { archive, tables } = state
  const left = (items: readonly { id: string }[], now: readonly { id: string }[], records: readonly Chunk[]) => {
    const ids = new Set(now.map(({ id }) => id))
    return records.filter((_, i) => ids.has(items[i]?.id ?? '')).map((record) => slice(archive.bytes, record))
  }
  const needed = new Set(
    changes.objects.flatMap(({ object, attributes }) =>
      attributes === 'kept' ? [] : [object.id, ...(object.originId === null ? [] : [object.originId])],
    ),
  )
  const documentObjects = new Set(state.original.objects.map(({ id }) => id))
  const objects = archive.objects.filter(({ id }) => needed.has(id) || (changes.renumbered && !documentObjects.has(id)))
  return assemble(archive, {
    tables: new Map([
      [CODE.layers, left(tables.layers, changes.tables.layers, archive.layers)],
      [CODE.groups, left(tables.groups, changes.tables.groups, archive.groups)],
      [CODE.objects, objects.map(({ record }) => slice(archive.bytes, record))],
    ]),
  })
}

function encodeObject(
  rhino: Rhino,
  doc: File3dm,
  { tables, renumbered }: Changes,
  change: ObjectChange,
  made: MadeGeometry | null | undefined,
  stand: Map<string, string>,
): void {
  const { object } = change
  withHandles(rhino, (keep) => {
    if (change.attributes === 'edited') {
      const attributes = attributesOf(doc, object.id, keep)
      if (attributes) editAttributes(rhino, attributes, change, tables, renumbered)
    }
    // What could not be made is left out, or left as it was; a note says so.
    if ((change.geometry === 'made' && !made) || (!made && change.attributes !== 'made')) return
    // Something must carry a new object's attributes, even where its geometry is bytes already.
    const geometry = made?.geometry ?? keep(new rhino.Point([0, 0, 0]))
    const isNew = change.attributes === 'made'
    const origin = isNew && object.originId !== null ? attributesOf(doc, object.originId, keep) : null
    const added = keep(doc.objects()).add(geometry, origin ?? keep(new rhino.ObjectAttributes()))
    const attributes = isNew ? attributesOf(doc, added, keep) : null
    if (attributes) editAttributes(rhino, attributes, origin ? change : { ...change, before: null }, tables, renumbered)
    stand.set(object.id, added)
  })
}

function attributesOf(doc: File3dm, id: string, keep: Keep) {
  const item = keep(doc.objects()).findId(id)
  return item ? keep(keep(item).attributes()) : null
}
