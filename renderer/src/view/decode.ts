import type { DisplayObject } from '../../../src/shared/view.ts'
import { bytesOf } from '../link/base64.ts'

/** One object's buffers, ready for the graphics card. Model units. */
export interface Drawable {
  readonly positions: Float32Array | null
  readonly normals: Float32Array | null
  readonly triangles: Uint32Array | null
  /** xyz pairs: one pair a segment. */
  readonly edges: Float32Array | null
  readonly points: Float32Array | null
}

/** Throws where a buffer is no base64, is cut off, or points outside itself: such an object cannot be drawn. */
export function decode(object: DisplayObject): Drawable {
  const positions = floats(object.positions, 3)
  const normals = floats(object.normals, 3)
  const triangles = object.triangles ? new Uint32Array(aligned(object.triangles, 4 * 3)) : null
  const vertices = (positions?.length ?? 0) / 3
  if (triangles?.some((index) => index >= vertices)) throw new Error('A triangle points at a vertex that is not there.')
  if (normals && normals.length !== positions?.length) throw new Error('Normals and positions differ in number.')
  return { positions, normals, triangles, edges: floats(object.edges, 6), points: floats(object.points, 3) }
}

function floats(base64: string | undefined, group: number): Float32Array | null {
  return base64 ? new Float32Array(aligned(base64, 4 * group)) : null
}

function aligned(base64: string, unit: number): ArrayBuffer {
  const { buffer, byteLength } = bytesOf(base64)
  if (byteLength % unit !== 0) throw new Error('A buffer is cut off.')
  return buffer
}

export interface Extent {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** Bounds of everything that is drawn of an object; null where nothing is. */
export function extentOf({ positions, edges, points }: Drawable): Extent | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const buffer of [positions, edges, points]) {
    for (let i = 0; buffer && i + 2 < buffer.length; i += 3) {
      for (const axis of [0, 1, 2] as const) {
        const value = buffer[i + axis] ?? 0
        if (value < min[axis]) min[axis] = value
        if (value > max[axis]) max[axis] = value
      }
    }
  }
  return max[0] >= min[0] ? { min, max } : null
}
