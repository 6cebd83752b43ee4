import type { File3dm } from 'rhino3dm'
import { type Archive, type ObjectRecord, openArchive } from '../archive/archive.ts'
import { assemble, attributeParts, composeObject, geometryParts, userTableId } from '../archive/assemble.ts'
import { type Chunk, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'
import { withObjectId } from '../archive/object-id.ts'
import { ArchiveWriter } from '../archive/writer.ts'
import type { MadeGeometry } from '../convert/brep-to-rhino.ts'
import { type Conversion, type HostKernel, Notes } from '../convert/context.ts'
import { geometryToRhino } from '../convert/to-rhino.ts'
import type { EncodedObject, FileModel, FileNote, FileObject } from '../model.ts'
import { type Keep, type Rhino, withHandles } from '../rhino/load.ts'
import { type BaseState, baseState } from './base.ts'
import { type Changes, compare, type ObjectChange } from './changes.ts'
import { blankDocument, NEWEST_ARCHIVE, openDocument, writeDocument } from './document.ts'
import { editAttributes, editSettings, editTables, editUserText } from './edit.ts'
import { namedViewsRecord } from './views.ts'

/** The id under which openNURBS keeps a document's user text, as its bytes stand in a user table's id record. */
const USER_TEXT_TABLE = '8e21f306ecf56c4fb74c14583f0ed7bc'

/**
 * Writes a model as a .3dm file. Whatever the file it came from had and nobody changed goes into the new one byte for
 * byte; only changed and new parts are encoded, by rhino3dm, in a small document that holds nothing else.
 *
 * @param version Rhino's major version, 5 to 8; default that of the file it came from, else 8
 */
export function write3dm(
  rhino: Rhino,
  kernel: HostKernel,
  model: FileModel,
  version?: number,
): { bytes: Uint8Array; notes: FileNote[] } {
  const notes = new Notes()
  const state = model.base ? baseState(model.base) : blankState(rhino, model, version ? version * 10 : NEWEST_ARCHIVE)
  const tolerance = model.tolerances.absolute > 0 ? model.tolerances.absolute : 0.001
  const bytes = writeChanges({ rhino, kernel, tolerance, notes }, state, model)
  const wanted = version === undefined ? state.archive.version : version * 10
  if (wanted === state.archive.version) return { bytes, notes: notes.list() }
  notes.add('version', `Saved in the form of Rhino ${wanted / 10}; what only newer versions know is left out.`)
  const converted = withHandles(rhino, (keep) => writeDocument(rhino, openDocument(rhino, bytes, keep), wanted, keep))
  return { bytes: converted, notes: notes.list() }
}

function blankState(rhino: Rhino, model: FileModel, version: number): BaseState {
  const archive = openArchive(blankDocument(rhino, model, version))
  const nothing = { layers: [], groups: [], objects: [], materials: [], blocks: [], namedViews: [], userText: {} }
  return { archive, original: { ...model, ...nothing, base: null }, tables: { layers: [], groups: [], materials: [] } }
}

function writeChanges(conversion: Conversion, state: BaseState, model: FileModel): Uint8Array {
  const changes = compare(state, model)
  const made = needsEncoding(changes) ? encodeChanges(conversion, state, model, changes) : null
  const frame = changes.renumbered && made ? made.archive : state.archive
  const settings = new Map<number, Uint8Array>()
  if (changes.settingsChanged && made) settings.set(CODE.units, settingsRecord(made.archive, CODE.units))
  if (changes.viewsChanged) {
    const { namedViews } = state.original
    settings.set(CODE.namedViews, namedViewsRecord(conversion.rhino, state.archive, namedViews, model.namedViews))
  }
  const userTables = new Map<string, Uint8Array>()
  if (changes.userTextChanged && made) userTables.set(USER_TEXT_TABLE, userTextTable(made.archive))
  return assemble(frame, {
    tables: made ? newTables(state, changes, made) : new Map([[CODE.objects, keptObjects(state, changes)]]),
    settings,
    userTables,
    currentLayer: changes.currentLayer,
  })
}

function needsEncoding(changes: Changes): boolean {
  const { layersChanged, groupsChanged, materialsChanged, settingsChanged, userTextChanged, renumbered } = changes
  return (
    layersChanged ||
    groupsChanged ||
    materialsChanged ||
    settingsChanged ||
    userTextChanged ||
    renumbered ||
    changes.objects.some(({ geometry, attributes }) => geometry !== 'kept' || attributes !== 'kept')
  )
}

/** What rhino3dm encoded: a small file, and under which id each new or changed object stands in it. */
interface Made {
  readonly archive: Archive
  readonly records: ReadonlyMap<string, ObjectRecord>
  /** Our object id → id of the record that has its new geometry (and a new object's attributes). */
  readonly stand: ReadonlyMap<string, string>
  /** The changes as they were carried out. */
  readonly objects: readonly ObjectChange[]
}

function encodeChanges(conversion: Conversion, state: BaseState, model: FileModel, plain: Changes): Made {
  const { rhino } = conversion
  return withHandles(rhino, (keep) => {
    const made = new Map<string, MadeGeometry | null>()
    for (const { object, geometry } of plain.objects) {
      if (geometry === 'made') made.set(object.id, geometryToRhino(conversion, object.id, object.geometry, keep))
    }
    const changes = { ...plain, objects: plain.objects.map((change) => marked(change, made.get(change.object.id))) }
    const doc = openDocument(rhino, skeleton(state, changes), keep)
    editTables(rhino, doc, state.tables, changes, keep)
    if (changes.settingsChanged) editSettings(rhino, doc, model, keep)
    if (changes.userTextChanged) editUserText(doc, model.userText, keep)
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
  { tables }: Changes,
  change: ObjectChange,
  made: MadeGeometry | null | undefined,
  stand: Map<string, string>,
): void {
  const { object } = change
  withHandles(rhino, (keep) => {
    if (change.attributes === 'edited') {
      const attributes = attributesOf(doc, object.id, keep)
      if (attributes) editAttributes(rhino, attributes, change, tables)
    }
    // What could not be made is left out, or left as it was; a note says so.
    if ((change.geometry === 'made' && !made) || (!made && change.attributes !== 'made')) return
    // Something must carry a new object's attributes, even where its geometry is bytes already.
    const geometry = made?.geometry ?? keep(new rhino.Point([0, 0, 0]))
    const isNew = change.attributes === 'made'
    const origin = isNew && object.originId !== null ? attributesOf(doc, object.originId, keep) : null
    const added = keep(doc.objects()).add(geometry, origin ?? keep(new rhino.ObjectAttributes()))
    const attributes = isNew ? attributesOf(doc, added, keep) : null
    if (attributes) editAttributes(rhino, attributes, origin ? change : { ...change, before: null }, tables)
    stand.set(object.id, added)
  })
}

function attributesOf(doc: File3dm, id: string, keep: Keep) {
  const item = keep(doc.objects()).findId(id)
  return item ? keep(keep(item).attributes()) : null
}

function newTables(state: BaseState, changes: Changes, made: Made): Map<number, Uint8Array[]> {
  const { archive, tables } = state
  /** Records of a table: those of the base where nothing changed, else the new ones, which stand in the same order. */
  const records = <T extends { id: string }>(
    before: readonly T[],
    now: readonly T[],
    old: readonly Chunk[],
    encoded: readonly Chunk[],
  ): Uint8Array[] =>
    now.map((item, i) => {
      const same = !changes.renumbered && JSON.stringify(before[i]) === JSON.stringify(item) ? old[i] : undefined
      const chunk = same ?? encoded[i]
      if (!chunk) throw new Error(`No record was written for ${item.id}.`)
      return slice(same ? archive.bytes : made.archive.bytes, chunk)
    })
  return new Map([
    [CODE.layers, records(tables.layers, changes.tables.layers, archive.layers, made.archive.layers)],
    [CODE.groups, records(tables.groups, changes.tables.groups, archive.groups, made.archive.groups)],
    [CODE.materials, records(tables.materials, changes.tables.materials, archive.materials, made.archive.materials)],
    [CODE.objects, objectRecords(state, changes, made)],
  ])
}

/** Objects of the document that are left, in their old order, and records the document does not show, as they were. */
function keptObjects(state: BaseState, changes: Changes): Uint8Array[] {
  const left = new Set(changes.objects.map(({ object }) => object.id))
  const shown = new Set(state.original.objects.map(({ id }) => id))
  return state.archive.objects
    .filter(({ id }) => left.has(id) || !shown.has(id))
    .map(({ record }) => slice(state.archive.bytes, record))
}

function objectRecords(state: BaseState, changes: Changes, made: Made): Uint8Array[] {
  const { archive } = state
  const pending = new Map(made.objects.map((change) => [change.object.id, change]))
  const shown = new Set(state.original.objects.map(({ id }) => id))
  const out: Uint8Array[] = []
  for (const record of archive.objects) {
    const change = pending.get(record.id)
    if (change && shown.has(record.id)) {
      pending.delete(record.id)
      const untouched = change.geometry === 'kept' && change.attributes === 'kept'
      if (untouched) out.push(slice(archive.bytes, record.record))
      else out.push(...objectRecord(archive, record, change, made))
    } else if (!shown.has(record.id)) {
      const moved = changes.renumbered ? made.records.get(record.id) : undefined
      out.push(moved ? slice(made.archive.bytes, moved.record) : slice(archive.bytes, record.record))
    }
  }
  for (const change of pending.values()) out.push(...objectRecord(archive, undefined, change, made))
  return out
}

/** One record put together from old and new parts; none where the object could not be made. */
function objectRecord(
  archive: Archive,
  old: ObjectRecord | undefined,
  { object, geometry, attributes }: ObjectChange,
  made: Made,
): Uint8Array[] {
  const stand = made.records.get(made.stand.get(object.id) ?? '')
  const edited = made.records.get(object.id)
  const shape =
    geometry === 'kept' && old
      ? geometryParts(archive, old)
      : geometry === 'copied'
        ? carriedParts(object)
        : stand && geometryParts(made.archive, stand)
  const data =
    attributes === 'kept' && old
      ? attributeParts(archive, old)
      : attributes === 'edited' && edited
        ? attributeParts(made.archive, edited)
        : stand && attributeParts(made.archive, stand)
  // What could not be made stays as it was: nothing is lost because it could not be changed.
  if (!shape || !data) return old ? [slice(archive.bytes, old.record)] : []
  const [first, ...rest] = data
  const named = first && (attributes === 'made' ? withObjectId(first, object.id) : first)
  if (!named) throw new Error(`The attributes of ${object.id} could not be written.`)
  return [composeObject([...shape, named, ...rest])]
}

function carriedParts({ geometry }: FileObject): Uint8Array[] {
  const { objectType, bytes } = (geometry as { encoded: EncodedObject }).encoded
  return [new ArchiveWriter().short(CODE.objectType, objectType).done(), bytes]
}

function settingsRecord(archive: Archive, code: number): Uint8Array {
  const record = archive.settings.find((chunk) => chunk.code === code)
  if (!record) throw new Error(`No settings record ${code.toString(16)} was written.`)
  return slice(archive.bytes, record)
}

function userTextTable(archive: Archive): Uint8Array {
  const table = archive.sections.find(
    (section) => section.code === CODE.userTable && userTableId(archive, section) === USER_TEXT_TABLE,
  )
  return table ? slice(archive.bytes, table) : new Uint8Array()
}
