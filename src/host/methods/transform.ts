import type { Point, Vector } from '../../shared/geometry.ts'
import type { Matrix } from '../geometry.ts'
import { dot, unit } from './frame.ts'

/** 4x4 matrices, row-major, acting on points as columns. */

type Rows = readonly [Vector, Vector, Vector]

/** The linear part about a fixed point, which stays where it is. */
function about(fixed: Point, [a, b, c]: Rows): Matrix {
  const shift = (row: Vector, axis: 0 | 1 | 2): number => fixed[axis] - dot(row, fixed)
  return [...a, shift(a, 0), ...b, shift(b, 1), ...c, shift(c, 2), 0, 0, 0, 1]
}

export const translation = ([x, y, z]: Vector): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1]

/** Counter-clockwise seen from the tip of the axis; `angle` in degrees. Quarter turns are exact. */
export function rotation(center: Point, axis: Vector, angle: number): Matrix {
  const [x, y, z] = unit(axis, 'axis')
  const [c, s] = cosineAndSine(angle)
  const t = 1 - c
  return about(center, [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ])
}

export const scaling = (origin: Point, [x, y, z]: Vector): Matrix =>
  about(origin, [
    [x, 0, 0],
    [0, y, 0],
    [0, 0, z],
  ])

/** In the plane through `origin` with this normal. */
export function mirroring(origin: Point, normal: Vector): Matrix {
  const n = unit(normal, 'normal')
  const row = (axis: 0 | 1 | 2): Vector => [
    (axis === 0 ? 1 : 0) - 2 * n[axis] * n[0],
    (axis === 1 ? 1 : 0) - 2 * n[axis] * n[1],
    (axis === 2 ? 1 : 0) - 2 * n[axis] * n[2],
  ]
  return about(origin, [row(0), row(1), row(2)])
}

const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

function cosineAndSine(degrees: number): readonly [number, number] {
  const turned = ((degrees % 360) + 360) % 360
  const quarter = QUARTERS[turned / 90]
  if (quarter) return quarter
  const radians = (turned * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians)]
}
