import type { Point, Vector } from '../../shared/geometry.ts'
import type { Matrix } from '../geometry.ts'
import { invalid } from './check.ts'
import { cross, dot } from './space.ts'

/** An affine map, checked: its three columns, and where the origin goes. */
export interface Affine {
  readonly columns: readonly [Vector, Vector, Vector]
  readonly offset: Point
  readonly determinant: number
  /** The factor of a map that keeps shapes (moves, turns, mirrors, scales alike in all directions); else null. */
  readonly uniform: number | null
}

/** Reads a 4x4 row-major matrix. Singular, perspective and non-finite ones are INVALID_PARAMS. */
export function affine(matrix: Matrix): Affine {
  const next = 'Give 16 numbers, row by row, that can be undone: a move, rotation, scale, mirror or shear.'
  if (matrix.length !== 16 || !matrix.every(Number.isFinite)) {
    throw invalid('matrix', 'A transform is 16 finite numbers.', next)
  }
  const m = (row: number, column: number): number => matrix[row * 4 + column] ?? 0
  if (m(3, 0) !== 0 || m(3, 1) !== 0 || m(3, 2) !== 0 || m(3, 3) === 0) {
    throw invalid('matrix', 'A perspective transform would bend straight lines of the model.', next)
  }
  const w = m(3, 3)
  const column = (c: number): Vector => [m(0, c) / w, m(1, c) / w, m(2, c) / w]
  const columns = [column(0), column(1), column(2)] as const
  const determinant = dot(columns[0], cross(columns[1], columns[2]))
  const size = Math.max(...columns.map((c) => Math.hypot(...c)))
  if (!(Math.abs(determinant) > 1e-12 * size ** 3) || size < 1e-9) {
    throw invalid('matrix', 'The transform is singular: it would squash the object flat.', next)
  }
  return { columns, offset: column(3), determinant, uniform: uniformFactor(columns, size) }
}

function uniformFactor([x, y, z]: readonly [Vector, Vector, Vector], size: number): number | null {
  const small = 1e-9 * size * size
  const square = dot(x, x)
  const alike = Math.abs(dot(y, y) - square) < small && Math.abs(dot(z, z) - square) < small
  const upright = Math.abs(dot(x, y)) < small && Math.abs(dot(y, z)) < small && Math.abs(dot(x, z)) < small
  return alike && upright ? Math.sqrt(square) : null
}

export function mapPoint(map: Affine, point: Point): Point {
  const { columns, offset } = map
  const along = (axis: 0 | 1 | 2): number =>
    columns[0][axis] * point[0] + columns[1][axis] * point[1] + columns[2][axis] * point[2] + offset[axis]
  return [along(0), along(1), along(2)]
}

export function mapVector(map: Affine, vector: Vector): Vector {
  const point = mapPoint(map, vector)
  return [point[0] - map.offset[0], point[1] - map.offset[1], point[2] - map.offset[2]]
}

/** How much longer the map makes the vector it stretches most. */
export function stretchOf(map: Affine): number {
  const turnedBack = (v: Vector): Vector => [dot(map.columns[0], v), dot(map.columns[1], v), dot(map.columns[2], v)]
  // The map and its transpose, over and over, turn any vector towards that one; these numbers favour no axis.
  let vector: Vector = [0.71, 0.53, 0.46]
  let longest = 0
  for (let round = 0; round < 60; round += 1) {
    const size = Math.hypot(...vector)
    const mapped = mapVector(map, vector.map((value) => value / size) as Vector)
    longest = Math.max(longest, Math.hypot(...mapped))
    vector = turnedBack(mapped)
  }
  return longest
}

/** Every xyz triple of a buffer, in a new one. */
export function mapCoordinates(map: Affine, xyz: Float64Array): Float64Array {
  const mapped = new Float64Array(xyz.length)
  for (let at = 0; at + 2 < xyz.length; at += 3) {
    mapped.set(mapPoint(map, [xyz[at] ?? 0, xyz[at + 1] ?? 0, xyz[at + 2] ?? 0]), at)
  }
  return mapped
}

/** `second` after `first`, row-major. */
export function after(second: Matrix, first: Matrix): number[] {
  const product: number[] = []
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      let sum = 0
      for (let k = 0; k < 4; k += 1) sum += (second[row * 4 + k] ?? 0) * (first[k * 4 + column] ?? 0)
      product.push(sum)
    }
  }
  return product
}
