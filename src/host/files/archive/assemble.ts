import type { Archive, ObjectRecord } from './archive.ts'
import { type Chunk, chunksOf, slice } from './chunk.ts'
import { CODE, HEADER_LENGTH } from './codes.ts'
import { ArchiveWriter } from './writer.ts'

/** What takes the place of parts of a file. What is not named stays byte for byte. */
export interface Replacements {
  /** Whole records, in order, by table code. */
  readonly tables?: ReadonlyMap<number, readonly Uint8Array[]>
  /** Records of the settings table by their own code. */
  readonly settings?: ReadonlyMap<number, Uint8Array>
  readonly currentLayer?: number
  /** User tables by plug-in id; an empty one takes the table out. */
  readonly userTables?: ReadonlyMap<string, Uint8Array>
}

const TABLE_OF_RECORDS: ReadonlySet<number> = new Set([CODE.layers, CODE.groups, CODE.materials, CODE.objects])

/** The file with some parts replaced, its length mark brought up to date. */
export function assemble(archive: Archive, replace: Replacements): Uint8Array {
  const { bytes } = archive
  const out = new ArchiveWriter()
  out.whole(bytes.subarray(0, HEADER_LENGTH))
  const userTables = new Map(replace.userTables)
  for (const section of archive.sections) {
    if (section.code === CODE.endOfFile) continue
    const records = TABLE_OF_RECORDS.has(section.code) ? replace.tables?.get(section.code) : undefined
    if (records) {
      table(out, section.code, records)
    } else if (section.code === CODE.settings) {
      settings(out, archive, section, replace)
    } else if (section.code === CODE.userTable) {
      const id = userTableId(archive, section)
      out.whole(userTables.get(id) ?? slice(bytes, section))
      userTables.delete(id)
    } else {
      out.whole(slice(bytes, section))
    }
  }
  for (const added of userTables.values()) out.whole(added)
  const end = out.length + 20
  out.chunk(CODE.endOfFile, () => out.u32(end % 2 ** 32).u32(Math.floor(end / 2 ** 32)))
  return out.done()
}

function table(out: ArchiveWriter, code: number, records: readonly Uint8Array[]): void {
  out.chunk(code, () => {
    for (const record of records) out.whole(record)
    out.short(CODE.endOfTable, 0)
  })
}

function settings(out: ArchiveWriter, archive: Archive, section: Chunk, replace: Replacements): void {
  const pending = new Map(replace.settings)
  out.chunk(section.code, () => {
    for (const record of chunksOf(archive.bytes, section)) {
      if (record.code === CODE.endOfTable) {
        for (const added of pending.values()) out.whole(added)
        out.short(record.code, 0)
      } else if (record.code === CODE.currentLayer && replace.currentLayer !== undefined) {
        out.short(record.code, replace.currentLayer)
      } else {
        out.whole(pending.get(record.code) ?? slice(archive.bytes, record))
        pending.delete(record.code)
      }
    }
  })
}

/** The id of the plug-in (or of openNURBS' own list) that a user table belongs to: the first bytes of its id record. */
export function userTableId(archive: Archive, section: Chunk): string {
  const record = chunksOf(archive.bytes, section).find((chunk) => chunk.code === CODE.userTableId)
  return record ? Buffer.from(archive.bytes.subarray(record.body, record.body + 16)).toString('hex') : ''
}

/** A record of the object table put together from parts that are chunks already. */
export function composeObject(parts: readonly Uint8Array[]): Uint8Array {
  const out = new ArchiveWriter()
  out.chunk(CODE.object, () => {
    for (const part of parts) out.whole(part)
    out.short(CODE.endOfObject, 0)
  })
  return out.done()
}

export function geometryParts(archive: Archive, record: ObjectRecord): Uint8Array[] {
  return record.geometry.map((chunk) => slice(archive.bytes, chunk))
}

export function attributeParts(archive: Archive, record: ObjectRecord): Uint8Array[] {
  return record.attributes.map((chunk) => slice(archive.bytes, chunk))
}
