import { archiveVersion, type Chunk, chunksIn, chunksOf, damaged, slice } from './chunk.ts'
import { CODE, HEADER_LENGTH } from './codes.ts'
import { guidText } from './writer.ts'

/** The first archive version whose chunk lengths are 64 bits (Rhino 5). Older files are converted before they get here. */
export const FIRST_LONG_ARCHIVE = 50

/** A .3dm file as its chunks; nothing is decoded or copied. */
export interface Archive {
  readonly bytes: Uint8Array
  /** 50, 60, 70, 80. */
  readonly version: number
  /** openNURBS' own version number, signed as `CommonObject.decode` wants it. */
  readonly opennurbs: number
  /** Comment, tables, end mark: the file from its header to its end. */
  readonly sections: readonly Chunk[]
  readonly layers: readonly Chunk[]
  readonly groups: readonly Chunk[]
  readonly materials: readonly Chunk[]
  readonly objects: readonly ObjectRecord[]
  readonly settings: readonly Chunk[]
}

/** One record of the object table and its parts. */
export interface ObjectRecord {
  readonly id: string
  readonly record: Chunk
  /** Object type and class chunk: the geometry. */
  readonly geometry: readonly Chunk[]
  readonly classChunk: Chunk
  /** Attributes and their user data. */
  readonly attributes: readonly Chunk[]
}

/** Reads the layout of a file of version 50 or later. A Fault where it is damaged or cut off. */
export function openArchive(bytes: Uint8Array): Archive {
  const version = archiveVersion(bytes)
  if (version === null || version < FIRST_LONG_ARCHIVE) throw damaged(0)
  const sections = chunksIn(bytes, HEADER_LENGTH, bytes.length)
  const last = sections.at(-1)
  if (last?.code !== CODE.endOfFile) throw damaged(last?.end ?? HEADER_LENGTH)
  const contents = (table: number): Chunk[] => {
    const found = sections.find((section) => section.code === table)
    return found ? chunksOf(bytes, found) : []
  }
  const records = (table: number, code: number) => contents(table).filter((chunk) => chunk.code === code)
  const properties = records(CODE.properties, CODE.openNurbsVersion)
  return {
    bytes,
    version,
    opennurbs: properties[0]?.value ?? 0,
    sections,
    layers: records(CODE.layers, CODE.layer),
    groups: records(CODE.groups, CODE.group),
    materials: records(CODE.materials, CODE.material),
    settings: contents(CODE.settings),
    objects: records(CODE.objects, CODE.object).map((record) => objectRecord(bytes, record)),
  }
}

function objectRecord(bytes: Uint8Array, record: Chunk): ObjectRecord {
  const parts = chunksOf(bytes, record)
  const classChunk = parts.find((part) => part.code === CODE.classChunk)
  const attributes = parts.find((part) => part.code === CODE.attributes)
  if (!classChunk || !attributes) throw damaged(record.start)
  // The attributes begin with a version byte and the object's id.
  return {
    id: guidText(bytes, attributes.body + 1),
    record,
    geometry: parts.filter((part) => part.code === CODE.objectType || part === classChunk),
    classChunk,
    attributes: parts.filter((part) => part.code === CODE.attributes || part.code === CODE.attributesUserData),
  }
}

/** The class chunk inside a table record (layer, group, material). */
export function classChunkOf(archive: Archive, record: Chunk): Uint8Array {
  const inner = chunksOf(archive.bytes, record).find((chunk) => chunk.code === CODE.classChunk)
  if (!inner) throw damaged(record.start)
  return slice(archive.bytes, inner)
}
