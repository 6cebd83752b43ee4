import { crc32 } from 'node:zlib'
import { CODE } from './codes.ts'

/** A guid in an archive's byte order: the first three groups little-endian. */
export function guidBytes(guid: string): Uint8Array {
  const b = Buffer.from(guid.replaceAll('-', ''), 'hex')
  if (b.length !== 16) throw new Error(`Not a guid: ${guid}`)
  b.subarray(0, 4).reverse()
  b.subarray(4, 6).reverse()
  b.subarray(6, 8).reverse()
  return b
}

export function guidText(bytes: Uint8Array, at: number): string {
  const b = Buffer.from(bytes.subarray(at, at + 16))
  b.subarray(0, 4).reverse()
  b.subarray(4, 6).reverse()
  b.subarray(6, 8).reverse()
  const hex = b.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Writes openNURBS archive bytes: little-endian values, chunks with their lengths and CRCs. */
export class ArchiveWriter {
  #buffer = Buffer.alloc(1024)
  #length = 0
  /** CRC of the innermost open chunk's own bytes. */
  #crc = 0

  #room(count: number): number {
    const at = this.#length
    const needed = at + count
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, at)
      this.#buffer = larger
    }
    this.#length = needed
    return at
  }

  #sum(at: number): void {
    this.#crc = crc32(this.#buffer.subarray(at, this.#length), this.#crc)
  }

  u8(value: number): this {
    const at = this.#room(1)
    this.#buffer.writeUInt8(value, at)
    this.#sum(at)
    return this
  }

  i32(...values: readonly number[]): this {
    const at = this.#room(4 * values.length)
    values.forEach((value, i) => {
      this.#buffer.writeInt32LE(value, at + 4 * i)
    })
    this.#sum(at)
    return this
  }

  u32(value: number): this {
    const at = this.#room(4)
    this.#buffer.writeUInt32LE(value >>> 0, at)
    this.#sum(at)
    return this
  }

  f64(...values: readonly number[]): this {
    const at = this.#room(8 * values.length)
    values.forEach((value, i) => {
      this.#buffer.writeDoubleLE(value, at + 8 * i)
    })
    this.#sum(at)
    return this
  }

  /** An array of int32 as openNURBS keeps it: count, then values. */
  indices(values: readonly number[]): this {
    return this.i32(values.length, ...values)
  }

  bytes(value: Uint8Array): this {
    const at = this.#room(value.length)
    this.#buffer.set(value, at)
    this.#sum(at)
    return this
  }

  guid(value: string): this {
    return this.bytes(guidBytes(value))
  }

  /** A chunk with a body. Its bytes do not count for the CRC of the chunk around it, nor does its header. */
  chunk(code: number, body: () => void): this {
    const outer = this.#crc
    const start = this.#room(12)
    this.#buffer.writeUInt32LE(code >>> 0, start)
    this.#crc = 0
    body()
    if ((code & CODE.crcBit) !== 0) this.u32(this.#crc)
    this.#buffer.writeBigInt64LE(BigInt(this.#length - start - 12), start + 4)
    this.#crc = outer
    return this
  }

  /** A chunk that was written elsewhere. */
  whole(chunk: Uint8Array): this {
    const at = this.#room(chunk.length)
    this.#buffer.set(chunk, at)
    return this
  }

  short(code: number, value: number): this {
    const at = this.#room(12)
    this.#buffer.writeUInt32LE(code >>> 0, at)
    this.#buffer.writeBigInt64LE(BigInt(value), at + 4)
    return this
  }

  /** One object of a class: its id and data. */
  object(classId: string, data: () => void): this {
    return this.chunk(CODE.classChunk, () => {
      this.chunk(CODE.classId, () => this.guid(classId))
      this.chunk(CODE.classData, data)
      this.short(CODE.endOfClass, 0)
    })
  }

  get length(): number {
    return this.#length
  }

  done(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }
}
