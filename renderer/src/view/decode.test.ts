import { describe, expect, test } from 'vitest'
import type { DisplayObject } from '../../../src/shared/view.ts'
import { decode, extentOf } from './decode.ts'
import { gridStep } from './grid.ts'

const base64 = (array: Float32Array | Uint32Array | Uint8Array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')
const floats = (...values: number[]) => base64(new Float32Array(values))

const object = (part: Partial<DisplayObject>): DisplayObject => ({
  guid: 'g',
  kind: 'brep',
  name: '',
  layer: '',
  color: [0, 0, 0],
  key: 'k',
  ...part,
})

const triangle = floats(0, 0, 0, 1, 0, 0, 0, 2, 5)

describe('buffers of the view', () => {
  test('come back as they were sent', () => {
    const drawable = decode(object({ positions: triangle, triangles: base64(new Uint32Array([0, 1, 2])) }))
    expect([...drawable.positions!]).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 5])
    expect([...drawable.triangles!]).toEqual([0, 1, 2])
    expect(drawable.edges).toBeNull()
  })

  test.each([
    ['an index past the end', { positions: triangle, triangles: base64(new Uint32Array([0, 1, 3])) }],
    ['triangles without positions', { triangles: base64(new Uint32Array([0, 1, 2])) }],
    ['half a triangle', { positions: triangle, triangles: base64(new Uint32Array([0, 1])) }],
    ['a cut float', { positions: base64(new Uint8Array([1, 2, 3])) }],
    ['half a point', { positions: floats(1, 2) }],
    ['half a segment', { edges: floats(0, 0, 0) }],
    ['fewer normals than positions', { positions: triangle, normals: floats(0, 0, 1) }],
    ['no base64', { positions: '%%%%' }],
  ])('%s cannot be drawn', (_, part) => {
    expect(() => decode(object(part))).toThrow()
  })

  test('extents span faces, edges and points; nothing drawn has none', () => {
    const drawable = decode(object({ positions: triangle, edges: floats(0, 0, 0, 0, 0, -3), points: floats(9, 0, 0) }))
    expect(extentOf(drawable)).toEqual({ min: [0, 0, -3], max: [9, 2, 5] })
    expect(extentOf(decode(object({})))).toBeNull()
  })
})

test('the grid step follows the size by powers of ten', () => {
  expect([40, 12, 400, 0.3, 0, Number.NaN, Number.POSITIVE_INFINITY].map(gridStep)).toEqual([1, 0.1, 10, 0.01, 1, 1, 1])
})
