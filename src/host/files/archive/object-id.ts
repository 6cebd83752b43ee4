import { crc32 } from 'node:zlib'
import { CODE } from './codes.ts'
import { guidBytes } from './writer.ts'

const HEADER = 12

/**
 * An attributes chunk with another object id. rhino3dm gives every object it adds an id of its own and lets nobody change
 * it, so the id is put in afterwards and the CRC made good. The CRC leaves out chunks inside (rendering attributes), which
 * are found by trying: the split that gives the CRC the chunk has is the right one. Null where none does.
 */
export function withObjectId(attributes: Uint8Array, id: string): Uint8Array | null {
  const own = ownRanges(attributes)
  if (!own) return null
  const patched = Buffer.from(attributes)
  patched.set(guidBytes(id), HEADER + 1)
  patched.writeUInt32LE(sum(patched, own), patched.length - 4)
  return patched
}

type Range = readonly [from: number, to: number]

function sum(bytes: Uint8Array, ranges: readonly Range[]): number {
  return ranges.reduce((crc, [from, to]) => crc32(bytes.subarray(from, to), crc), 0)
}

function ownRanges(chunk: Uint8Array): Range[] | null {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const end = chunk.length - 4
  const stored = view.getUint32(end, true)
  const inner = possibleChunks(view, HEADER + 17, end)
  // At most a handful of places look like a chunk: every choice among them is tried, none first.
  for (let choice = 0; choice < 2 ** Math.min(inner.length, 12); choice++) {
    const chosen = inner.filter((_, bit) => (choice & (1 << bit)) !== 0)
    const ranges = rangesWithout(chosen, HEADER, end)
    if (ranges && sum(chunk, ranges) === stored) return ranges
  }
  return null
}

function possibleChunks(view: DataView, from: number, end: number): Range[] {
  const found: Range[] = []
  for (let at = from; at + HEADER <= end; at++) {
    if (view.getUint32(at, true) !== CODE.anonymous) continue
    const length = view.getBigInt64(at + 4, true)
    if (length >= 0n && length <= BigInt(end - at - HEADER)) found.push([at, at + HEADER + Number(length)])
  }
  return found
}

function rangesWithout(holes: readonly Range[], from: number, end: number): Range[] | null {
  const ranges: Range[] = []
  let at = from
  for (const [start, stop] of holes) {
    if (start < at) return null
    ranges.push([at, start])
    at = stop
  }
  ranges.push([at, end])
  return ranges
}
