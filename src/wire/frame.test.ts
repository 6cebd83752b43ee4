import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decoded, encodeFrame, FrameDecoder, MAX_PAYLOAD_BYTES, PayloadTooLarge } from './frame.ts'

/** JSON as it comes back: no -0, no undefined. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)))

/** Cuts a buffer at the given places. */
function pieces(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, index) => whole.subarray(from, places[index] ?? whole.length))
}

const frameOf = (payload: Buffer): Buffer => {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(payload.length)
  return Buffer.concat([header, payload])
}

const pushAll = (decoder: FrameDecoder, chunks: readonly Buffer[]): Decoded[] =>
  chunks.flatMap((chunk) => decoder.push(chunk))

describe('frames', () => {
  it('come back as they went, however the stream is cut or joined', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 20 }), (messages, cuts) => {
        const stream = Buffer.concat(messages.map(encodeFrame))
        const decoder = new FrameDecoder()
        const found = pushAll(decoder, pieces(stream, cuts))
        expect(found).toEqual(messages.map((value) => ({ kind: 'message', value })))
        expect(decoder.pendingBytes).toBe(0)
      }),
    )
  })

  it('are read one byte at a time', () => {
    const stream = encodeFrame({ name: 'Wände::Öffnung 🦏', n: 1.5 })
    const decoder = new FrameDecoder()
    const found = pushAll(
      decoder,
      [...stream].map((byte) => Buffer.from([byte])),
    )
    expect(found).toEqual([{ kind: 'message', value: { name: 'Wände::Öffnung 🦏', n: 1.5 } }])
  })

  it('carry UTF-8 without ASCII escapes', () => {
    expect(encodeFrame('ü').subarray(4).toString('latin1')).toBe('"Ã¼"')
  })

  it('write numbers that are not finite as null', () => {
    const payload = encodeFrame({
      a: Number.NaN,
      b: [Number.POSITIVE_INFINITY, 1],
      c: Number.NEGATIVE_INFINITY,
    }).subarray(4)
    expect(JSON.parse(payload.toString())).toEqual({ a: null, b: [null, 1], c: null })
  })

  it.each([
    ['bad JSON', Buffer.from('{"id": 1,'), /not JSON/],
    ['nothing', Buffer.alloc(0), /empty/],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), /UTF-8/],
    ['a byte order mark', Buffer.from('\ufeff{}'), /byte order mark/],
    ['bare NaN', Buffer.from('{"a": NaN}'), /not JSON/],
  ])('with %s cost one answer and not the stream', (_name, payload, reason) => {
    const decoder = new FrameDecoder()
    const found = decoder.push(Buffer.concat([frameOf(payload), encodeFrame({ id: 2 })]))
    expect(found).toEqual([
      { kind: 'unreadable', reason: expect.stringMatching(reason) },
      { kind: 'message', value: { id: 2 } },
    ])
  })

  it('announced over the limit are told at once, and nothing after them is read', () => {
    const decoder = new FrameDecoder()
    const header = Buffer.alloc(4)
    header.writeUInt32BE(MAX_PAYLOAD_BYTES + 1)
    expect(decoder.push(header)).toEqual([{ kind: 'too_large', bytes: MAX_PAYLOAD_BYTES + 1 }])
    expect(decoder.push(encodeFrame({ id: 1 }))).toEqual([])
    expect(decoder.pendingBytes).toBe(0)
  })

  it('of exactly the limit are still sent, one byte more is not', () => {
    const text = 'a'.repeat(MAX_PAYLOAD_BYTES - 2)
    expect(encodeFrame(text).length).toBe(MAX_PAYLOAD_BYTES + 4)
    expect(() => encodeFrame(`${text}a`)).toThrow(PayloadTooLarge)
  })

  it('survive any bytes at all without throwing or growing', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), (chunks) => {
        const decoder = new FrameDecoder()
        const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        for (const chunk of chunks) decoder.push(chunk)
        expect(decoder.pendingBytes).toBeLessThanOrEqual(total)
      }),
      { numRuns: 500 },
    )
  })
})
