import type { Point, Vector } from '../../shared/geometry.ts'

/** Points and vectors as plain numbers: what needs no kernel. */

export function subtract(a: Point, b: Point): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function length(a: Vector): number {
  return Math.hypot(a[0], a[1], a[2])
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

export function unit(a: Vector): Vector {
  const size = length(a)
  return [a[0] / size, a[1] / size, a[2] / size]
}

/** Normal of the plane through three points; null where they lie on one line (to one part in a million). */
export function spanNormal(a: Point, b: Point, c: Point): Vector | null {
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const normal = cross(u, v)
  const size = length(normal)
  return size <= 1e-6 * length(u) * length(v) ? null : unit(normal)
}

/** A negative angle as the same direction between 0 and a full turn. */
export function fullTurn(angle: number): number {
  const turn = angle % (2 * Math.PI)
  return turn < 0 ? turn + 2 * Math.PI : turn
}

/** Normal of the plane that holds all points within `tolerance`; null where there is none, or where all are in line. */
export function commonPlane(points: readonly Point[], tolerance: number): { normal: Vector | null; planar: boolean } {
  const first = points[0]
  if (!first) return { normal: null, planar: true }
  const far = farthest(points, (point) => distance(point, first))
  const axis = subtract(far, first)
  const size = length(axis)
  if (size <= tolerance) return { normal: null, planar: true }
  const off = (point: Point): number => length(cross(subtract(point, first), axis)) / size
  const side = farthest(points, off)
  if (off(side) <= tolerance) return { normal: null, planar: true }
  const normal = unit(cross(axis, subtract(side, first)))
  const planar = points.every((point) => Math.abs(dot(subtract(point, first), normal)) <= tolerance)
  return { normal: planar ? normal : null, planar }
}

function farthest(points: readonly Point[], measure: (point: Point) => number): Point {
  let best = points[0] as Point
  for (const point of points) if (measure(point) > measure(best)) best = point
  return best
}
