import type { Archive, ObjectRecord } from '../archive/archive.ts'
import { attributeParts, composeObject, geometryParts, userTableId } from '../archive/assemble.ts'
import { type Chunk, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'
import { withObjectId } from '../archive/object-id.ts'
import { ArchiveWriter } from '../archive/writer.ts'
import type { EncodedObject, FileObject } from '../model.ts'
import type { BaseState } from './base.ts'
import type { Changes, ObjectChange } from './changes.ts'
import type { Made } from './encode.ts'

/** The id under which openNURBS keeps a document's user text, as its bytes stand in a user table's id record. */
export const USER_TEXT_TABLE = '8e21f306ecf56c4fb74c14583f0ed7bc'

/** The tables of the new file, record by record: the base's own bytes wherever nothing changed. */
export function newTables(state: BaseState, changes: Changes, made: Made): Map<number, Uint8Array[]> {
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
export function keptObjects(state: BaseState, changes: Changes): Uint8Array[] {
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

export function settingsRecord(archive: Archive, code: number): Uint8Array {
  const record = archive.settings.find((chunk) => chunk.code === code)
  if (!record) throw new Error(`No settings record ${code.toString(16)} was written.`)
  return slice(archive.bytes, record)
}

export function userTextTable(archive: Archive): Uint8Array {
  const table = archive.sections.find(
    (section) => section.code === CODE.userTable && userTableId(archive, section) === USER_TEXT_TABLE,
  )
  return table ? slice(archive.bytes, table) : new Uint8Array()
}
