import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idIn, LineReader, type ReadLine } from './lines.ts'

const readAll = (limit: number, text: string, cuts: number[]): ReadLine[] => {
  const reader = new LineReader(limit)
  const bytes = Buffer.from(text)
  const found: ReadLine[] = []
  let from = 0
  for (const cut of [...cuts.map((n) => n % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    found.push(...reader.push(bytes.subarray(from, cut)))
    from = cut
  }
  return [...found, ...reader.end()]
}

describe('LineReader', () => {
  test('finds the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat()), (lines, cuts) => {
        const expected = lines
          .filter((text) => text.trim() !== '')
          .map((text) => {
            const bytes = Buffer.byteLength(text)
            return bytes <= 80 ? { kind: 'line', text } : { kind: 'too_long', bytes }
          })
        expect(readAll(80, lines.join('\n'), cuts)).toMatchObject(expected)
        expect(readAll(80, lines.join('\n'), cuts)).toHaveLength(expected.length)
      }),
    )
  })

  test('keeps both ends of a line that is too long, and nothing in between', () => {
    const long = `{"id":1,${'x'.repeat(100_000)},"end":true}`
    const [found] = readAll(50_000, `${long}\n`, [10, 49_999, 50_001, 99_000])
    expect(found).toMatchObject({ kind: 'too_long', bytes: long.length })
    if (found?.kind !== 'too_long') return expect.unreachable()
    expect(long.startsWith(found.head)).toBe(true)
    expect(long.endsWith(found.tail)).toBe(true)
    expect(found.head.length + found.tail.length).toBeLessThan(10_000)
  })
})

describe('idIn', () => {
  const big = 'x'.repeat(5000)
  test.each([
    ['first', { jsonrpc: '2.0', id: 7, method: 'm', params: { big } }, 7],
    ['last', { method: 'm', params: { big, id: 99 }, jsonrpc: '2.0', id: 'a"b' }, 'a"b'],
    ['before the version', { method: 'm', params: { big }, id: -3, jsonrpc: '2.0' }, -3],
    ['nowhere at the top', { jsonrpc: '2.0', method: 'm', params: { id: 5, big } }, null],
    ['only in the arguments', { method: 'm', jsonrpc: '2.0', params: { big, list: [{ a: {}, id: 5 }] } }, null],
  ])('reads an id that stands %s', (_where, message, id) => {
    const text = JSON.stringify(message)
    expect(idIn(text.slice(0, 4096), text.slice(-4096))).toBe(id)
  })
})
