import { type Chunk, chunkAt, chunksIn, damaged, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'

/** The part of an ON_Brep that rhino3dm does not show: curves in the parameters of surfaces, and what trims say of them. */
export interface StoredTrims {
  /** Class chunks of the 2D curves. */
  readonly curves: readonly Uint8Array[]
  readonly trims: readonly StoredTrim[]
}

export interface StoredTrim {
  readonly curve: number
  readonly domain: readonly [number, number]
  /** −1 at a pole. */
  readonly edge: number
  readonly start: number
  readonly end: number
  readonly reversed: boolean
  readonly loop: number
}

/** Bytes of one trim record: see writeTrims in encode.ts. */
const TRIM_RECORD = 132

/** Tables of an ON_Brep before its trims: 2D curves, 3D curves, surfaces, vertices, edges. */
const TRIMS_TABLE = 5

/** Reads them from the Brep's class chunk, as `CommonObject.encode` or a file gives it. A Fault where they are damaged. */
export function readStoredTrims(bytes: Uint8Array): StoredTrims {
  const object = chunkAt(bytes, 0, bytes.length)
  const data = chunksIn(bytes, object.body, object.end).find(({ code }) => code === CODE.classData)
  if (!data) throw damaged(0)
  // A version byte, then one chunk a table.
  const tables = tablesIn(bytes, data.body + 1, data.end - 4)
  const [curves, trims] = [tables[0], tables[TRIMS_TABLE]]
  if (!curves || !trims) throw damaged(data.start)
  return { curves: readObjects(bytes, curves.body, curves.end - 4), trims: readTrims(bytes, trims.body, trims.end - 4) }
}

/** The tables stand one after another; a box of plain numbers follows them. */
function tablesIn(bytes: Uint8Array, from: number, to: number): Chunk[] {
  const found: Chunk[] = []
  for (let at = from; found.length <= TRIMS_TABLE; at = found.at(-1)?.end ?? to) {
    const table = chunkAt(bytes, at, to)
    if (table.code !== CODE.anonymous) throw damaged(at)
    found.push(table)
  }
  return found
}

/** A version byte, a count, and for each object a mark that it is there and its class chunk. */
function readObjects(bytes: Uint8Array, from: number, to: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getInt32(from + 1, true)
  const found: Uint8Array[] = []
  let at = from + 5
  for (let i = 0; i < count && at + 4 <= to; i++) {
    const there = view.getInt32(at, true)
    at += 4
    const chunk = there === 1 ? chunkAt(bytes, at, to) : null
    found.push(chunk ? slice(bytes, chunk) : new Uint8Array())
    at = chunk?.end ?? at
  }
  return found
}

function readTrims(bytes: Uint8Array, from: number, to: number): StoredTrim[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getInt32(from + 1, true)
  if (from + 5 + count * TRIM_RECORD > to) throw damaged(from)
  return Array.from({ length: count }, (_, i) => {
    const at = from + 5 + i * TRIM_RECORD
    const int = (offset: number): number => view.getInt32(at + offset, true)
    return {
      curve: int(4),
      domain: [view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)],
      edge: int(24),
      start: int(28),
      end: int(32),
      reversed: int(36) !== 0,
      loop: int(48),
    }
  })
}
