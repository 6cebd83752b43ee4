import type { FileHandle } from 'node:fs/promises'

const WINDOW = 16 * 1024

/** Reads small pieces of a large file: what lies beside them comes along, so that the next piece is mostly there. */
export class FileWindow {
  readonly length: number
  readonly #file: FileHandle
  #bytes = Buffer.alloc(0)
  #at = 0

  constructor(file: FileHandle, length: number) {
    this.#file = file
    this.length = length
  }

  /** `count` bytes from `at`; fewer where the file ends. */
  async read(at: number, count: number): Promise<Buffer> {
    const from = at - this.#at
    if (from >= 0 && from + count <= this.#bytes.length) return this.#bytes.subarray(from, from + count)
    const wanted = Buffer.alloc(Math.min(Math.max(count, WINDOW), Math.max(0, this.length - at)))
    const { bytesRead } = await this.#file.read(wanted, 0, wanted.length, at)
    this.#bytes = wanted.subarray(0, bytesRead)
    this.#at = at
    return this.#bytes.subarray(0, count)
  }
}
