/**
 * The frame of the wire: a uint32 big-endian byte length, then that many bytes of UTF-8 JSON.
 * Source: contract §1, compatible with GOLEM-3DMCP's transport.
 */

/** Largest payload that either side sends or takes, in bytes (64 MiB). */
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024

const HEADER_BYTES = 4
const BYTE_ORDER_MARK = 0xfeff

/** What a decoder finds: one message, one frame that is not JSON, or a length nobody may send. */
export type Decoded =
  | { kind: 'message'; value: unknown }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'too_large'; bytes: number }

/** A payload over {@link MAX_PAYLOAD_BYTES}; `bytes` is what it would have been. */
export class PayloadTooLarge extends Error {
  readonly bytes: number
  constructor(bytes: number) {
    super(`A message of ${bytes} bytes is over the wire's limit of ${MAX_PAYLOAD_BYTES}.`)
    this.name = 'PayloadTooLarge'
    this.bytes = bytes
  }
}

/** NaN and the infinities are not JSON; on the wire they are null. */
function finite(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

/** A value as the wire carries it. Throws RangeError where the text is longer than JavaScript takes. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, finite)
}

/** One framed message. Throws {@link PayloadTooLarge} over the limit. */
export function encodeFrame(message: unknown): Buffer {
  const text = toJson(message)
  const bytes = Buffer.byteLength(text, 'utf8')
  if (bytes > MAX_PAYLOAD_BYTES) throw new PayloadTooLarge(bytes)
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bytes)
  frame.writeUInt32BE(bytes, 0)
  frame.write(text, HEADER_BYTES, 'utf8')
  return frame
}

/**
 * Turns a byte stream, cut anywhere, into messages. A payload that is not JSON costs one `unreadable`, and the stream
 * goes on; after `too_large` the boundary is lost and the decoder takes no more.
 */
export class FrameDecoder {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #chunks: Buffer[] = []
  #buffered = 0
  #expected: number | null = null
  #lost = false

  /** Bytes held back because their frame is not complete yet. */
  get pendingBytes(): number {
    return this.#buffered
  }

  /** Everything that `chunk` completes, in order. */
  push(chunk: Uint8Array): Decoded[] {
    const found: Decoded[] = []
    if (this.#lost) return found
    if (chunk.byteLength > 0) {
      this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      this.#buffered += chunk.byteLength
    }
    for (;;) {
      if (this.#expected === null) {
        if (this.#buffered < HEADER_BYTES) return found
        this.#expected = this.#take(HEADER_BYTES).readUInt32BE(0)
        if (this.#expected > MAX_PAYLOAD_BYTES) {
          this.#lost = true
          this.#chunks = []
          this.#buffered = 0
          found.push({ kind: 'too_large', bytes: this.#expected })
          return found
        }
      }
      if (this.#buffered < this.#expected) return found
      const payload = this.#take(this.#expected)
      this.#expected = null
      found.push(this.#parse(payload))
    }
  }

  #take(count: number): Buffer {
    this.#buffered -= count
    const first = this.#chunks[0]
    if (first && first.length >= count) {
      const part = first.subarray(0, count)
      if (first.length === count) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(count)
      return part
    }
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = whole.length > count ? [whole.subarray(count)] : []
    return whole.subarray(0, count)
  }

  #parse(payload: Buffer): Decoded {
    if (payload.length === 0) return { kind: 'unreadable', reason: 'The payload is empty.' }
    let text: string
    try {
      text = this.#utf8.decode(payload)
    } catch {
      return { kind: 'unreadable', reason: 'The payload is not valid UTF-8.' }
    }
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
      return { kind: 'unreadable', reason: 'The payload starts with a byte order mark; send plain UTF-8.' }
    }
    try {
      return { kind: 'message', value: JSON.parse(text) }
    } catch (error) {
      return { kind: 'unreadable', reason: `The payload is not JSON: ${(error as Error).message}` }
    }
  }
}
