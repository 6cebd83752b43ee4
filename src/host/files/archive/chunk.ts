import { Fault } from '../../../wire/fault.ts'
import { CODE, HEADER_LENGTH, MAGIC } from './codes.ts'

/** Where a chunk stands in its file. `start` is its code, `body` what follows its header, `end` the byte after it. */
export interface Chunk {
  readonly code: number
  readonly start: number
  readonly body: number
  readonly end: number
  /** A short chunk's value; 0 for one with a body. */
  readonly value: number
}

const HEADER = 12

/** The archive version of a .3dm file (1 to 8, or 50, 60, 70, 80), or null where the bytes are no .3dm file. */
export function archiveVersion(bytes: Uint8Array): number | null {
  if (bytes.length < HEADER_LENGTH) return null
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, HEADER_LENGTH).toString('latin1')
  if (!text.startsWith(MAGIC)) return null
  const version = Number(text.slice(MAGIC.length).trim())
  return Number.isInteger(version) && version > 0 ? version : null
}

/** The chunk that begins at `at`. One that reaches beyond `to` is a Fault. */
export function chunkAt(bytes: Uint8Array, at: number, to: number): Chunk {
  if (at + HEADER > to) throw damaged(at)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const code = view.getUint32(at, true)
  const length = view.getBigInt64(at + 4, true)
  const short = (code & CODE.shortBit) !== 0
  const body = at + HEADER
  if (!short && (length < 0n || length > BigInt(to - body))) throw damaged(at)
  const end = short ? body : body + Number(length)
  return { code, start: at, body, end, value: short ? Number(BigInt.asIntN(32, length)) : 0 }
}

/** The chunks that stand one after another from `from` up to `to`. A chunk that reaches beyond `to` is a Fault. */
export function chunksIn(bytes: Uint8Array, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = from; at + HEADER <= to; ) {
    const chunk = chunkAt(bytes, at, to)
    chunks.push(chunk)
    at = chunk.end
    if (chunk.code === CODE.endOfFile) break
  }
  return chunks
}

/** The chunks inside a chunk's body. Records end with their CRC, which is no chunk. */
export function chunksOf(bytes: Uint8Array, parent: Chunk): Chunk[] {
  const to = (parent.code & CODE.crcBit) !== 0 ? parent.end - 4 : parent.end
  return chunksIn(bytes, parent.body, to)
}

export function slice(bytes: Uint8Array, chunk: Chunk): Uint8Array {
  return bytes.subarray(chunk.start, chunk.end)
}

export function damaged(at: number): Fault {
  return new Fault('OPERATION_FAILED', `The .3dm file is damaged or cut off: byte ${at} makes no sense.`, {
    next: 'Copy the file again from where it came from, or open an earlier save (Rhino keeps one as .3dmbak).',
  })
}
