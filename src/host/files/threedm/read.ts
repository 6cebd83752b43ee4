import type { File3dm, GeometryBase, Layer } from 'rhino3dm'
import { Fault } from '../../../wire/fault.ts'
import { type Archive, classChunkOf, FIRST_LONG_ARCHIVE, type ObjectRecord, openArchive } from '../archive/archive.ts'
import { archiveVersion, type Chunk, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'
import { type HostKernel, Notes } from '../convert/context.ts'
import { decode } from '../convert/decode.ts'
import { geometryFromRhino } from '../convert/from-rhino.ts'
import type { FileLayer, FileModel, FileNote, FileObject } from '../model.ts'
import { type Keep, type Rhino, withHandles } from '../rhino/load.ts'
import { makeBase } from './base.ts'
import { Blocks } from './blocks.ts'
import { NEWEST_ARCHIVE, openDocument, writeDocument } from './document.ts'
import { MODE, readAttributes, type Tables } from './objects.ts'
import {
  parentOf,
  parentsFirst,
  readGroups,
  readLayers,
  readMaterials,
  readNamedViews,
  readUserText,
  withPaths,
} from './tables.ts'
import { enumValue, unitsOf } from './vocabulary.ts'

/** Reads a .3dm file of any version. A Fault where the bytes are none, or damaged. */
export function read3dm(rhino: Rhino, kernel: HostKernel, bytes: Uint8Array): { model: FileModel; notes: FileNote[] } {
  const notes = new Notes()
  const archive = inOrder(rhino, openArchive(toLongArchive(rhino, bytes, notes)), notes)
  const model = withHandles(rhino, (keep) => {
    const doc = openDocument(rhino, archive.bytes, keep)
    return readDocument(rhino, kernel, doc, archive, notes, keep)
  })
  return { model, notes: notes.list() }
}

/** Files of Rhino 4 and older keep their lengths differently; they are rewritten as Rhino 8 files in memory. */
function toLongArchive(rhino: Rhino, bytes: Uint8Array, notes: Notes): Uint8Array {
  const version = archiveVersion(bytes)
  if (version === null) {
    throw new Fault('OPERATION_FAILED', 'This is no Rhino file: it does not begin as a .3dm file does.', {
      next: 'Check that it is the right file, and that its name ends in what it really is.',
    })
  }
  if (version >= FIRST_LONG_ARCHIVE) return bytes
  notes.add('version', `This is a file of Rhino ${version}. It is saved in the form of Rhino 8 from now on.`)
  return withHandles(rhino, (keep) => writeDocument(rhino, openDocument(rhino, bytes, keep), NEWEST_ARCHIVE, keep))
}

/**
 * Saving relies on each table's records standing in the order of their index, as Rhino writes them. A file of another
 * program that does not keep to it is put in order by rhino3dm.
 */
function inOrder(rhino: Rhino, archive: Archive, notes: Notes): Archive {
  return withHandles(rhino, (keep) => {
    const doc = openDocument(rhino, archive.bytes, keep)
    const agrees = (records: readonly Chunk[], items: readonly { readonly id: string }[]): boolean =>
      records.length === items.length &&
      items.every(({ id }, i) => id === decodeRecord(rhino, archive, records[i] as Chunk, keep)?.id)
    if (
      agrees(archive.layers, readLayers(doc, keep)) &&
      agrees(archive.groups, readGroups(doc, keep)) &&
      agrees(archive.materials, readMaterials(doc, keep))
    ) {
      return archive
    }
    notes.add('converted', 'The tables of this file were not in Rhino’s order; they are put in order when it is saved.')
    return openArchive(writeDocument(rhino, doc, archive.version, keep))
  })
}

/** A layer, group or material by itself, as its record has it. */
function decodeRecord(rhino: Rhino, archive: Archive, record: Chunk, keep: Keep): (Layer & { id: string }) | null {
  const { version, opennurbs } = archive
  const item = decode(rhino, { archive: version, opennurbs, bytes: classChunkOf(archive, record) })
  return item && (keep(item) as Layer)
}

/** Layers with the parents their records name: rhino3dm forgets a parent that stands later in the file. */
function layersOf(rhino: Rhino, archive: Archive, doc: File3dm, keep: Keep): FileLayer[] {
  const parents = archive.layers.map((record) => decodeRecord(rhino, archive, record, keep)?.parentLayerId)
  return withPaths(readLayers(doc, keep).map((layer, i) => ({ ...layer, parentId: parentOf(parents[i]) })))
}

function readDocument(
  rhino: Rhino,
  kernel: HostKernel,
  doc: File3dm,
  archive: Archive,
  notes: Notes,
  keep: Keep,
): FileModel {
  const tables: Tables = {
    layers: layersOf(rhino, archive, doc, keep),
    groups: readGroups(doc, keep),
    materials: readMaterials(doc, keep),
  }
  const settings = keep(doc.settings())
  const tolerances = {
    absolute: settings.modelAbsoluteTolerance,
    angleRadians: settings.modelAngleToleranceRadians,
    relative: settings.modelRelativeTolerance,
  }
  const conversion = { rhino, kernel, notes, tolerance: tolerances.absolute > 0 ? tolerances.absolute : 0.001 }
  const found = findObjects(doc, archive, tables, notes, keep)
  const blocks = new Blocks(conversion, doc, found.members, keep)
  const objects = found.objects.map(({ attributes, geometry, record }): FileObject => {
    const type = geometry.constructor.name
    const encoded = {
      archive: archive.version,
      opennurbs: archive.opennurbs,
      objectType: objectTypeOf(archive, record),
      bytes: slice(archive.bytes, record.classChunk),
    }
    const source = { id: attributes.id, geometry, type, encoded, userText: attributes.userText }
    return {
      ...attributes,
      fileType: type,
      geometry: geometryFromRhino(conversion, source, (id) => blocks.shape(id), keep),
    }
  })
  const layers = tables.layers
  const model = {
    units: unitsOf(settings.modelUnitSystem),
    tolerances,
    layers: parentsFirst(layers),
    currentLayerId: (layers[currentLayerIndex(archive)] ?? layers[0])?.id ?? '',
    groups: tables.groups,
    objects,
    materials: tables.materials,
    blocks: blocks.list,
    namedViews: readNamedViews(doc, keep),
    userText: readUserText(doc, keep),
  }
  return { ...model, base: makeBase(archive, { ...model, base: null }, tables) }
}

interface Found {
  readonly attributes: ReturnType<typeof readAttributes>
  readonly geometry: GeometryBase
  readonly record: ObjectRecord
}

/** The document's objects, and the geometry of those that belong to block definitions. */
function findObjects(doc: File3dm, archive: Archive, tables: Tables, notes: Notes, keep: Keep) {
  const records = new Map(archive.objects.map((record) => [record.id, record]))
  const members = new Map<string, GeometryBase>()
  const objects: Found[] = []
  const table = keep(doc.objects())
  for (let i = 0; i < table.count; i++) {
    const item = keep(table.get(i))
    const [rhinoAttributes, geometry] = [keep(item.attributes()), item.geometry()]
    if (!geometry) continue
    keep(geometry)
    const attributes = readAttributes(rhinoAttributes, tables)
    const record = records.get(attributes.id)
    if (enumValue(rhinoAttributes.mode) === MODE.blockMember) members.set(attributes.id, geometry)
    else if (record) objects.push({ attributes, geometry, record })
  }
  const hidden = archive.objects.length - objects.length - members.size
  if (hidden > 0) notes.add('skipped', `${hidden} objects of the file cannot be shown here. They stay in it.`)
  return { objects, members }
}

function objectTypeOf(archive: Archive, record: ObjectRecord): number {
  const chunk = record.geometry.find(({ code }) => code === CODE.objectType)
  return chunk ? new DataView(archive.bytes.buffer, archive.bytes.byteOffset).getUint32(chunk.start + 4, true) : 0
}

function currentLayerIndex(archive: Archive): number {
  return archive.settings.find(({ code }) => code === CODE.currentLayer)?.value ?? 0
}
