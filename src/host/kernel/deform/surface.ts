import type { Point, Vector } from '../../../shared/geometry.ts'
import { type Affine, mapPoint, mapVector } from '../matrix.ts'
import { cross, dot, unit } from '../space.ts'
import { arc, knotPairs, type Spline, splineOf, straight } from './spline.ts'
import { type Range, type Record, UnknownText } from './text.ts'

/** What became of a surface: its new record, and how its old parameters translate into the new ones. */
export interface DeformedSurface {
  readonly record: Record
  /** Planes need no curves in their parameters: the kernel works them out. */
  readonly plane: boolean
  readonly u: Translation
  readonly v: Translation
}

export interface Translation {
  readonly parameter: (value: number) => number
  readonly joints: readonly number[]
}

const SAME: Translation = { parameter: (value) => value, joints: [] }

/** Planes stay planes, splines stay splines; everything that was round becomes a rational spline, exactly. */
export function deformSurface(record: Record, map: Affine, u: Range, v: Range): DeformedSurface {
  switch (record[0]) {
    case 1:
      return { record: plane(record, map), plane: true, u: SAME, v: SAME }
    case 2:
    case 3:
    case 4:
    case 5:
      return revolved(axisOf(record), profileOf(record, v), u, map)
    case 6: {
      const along: Vector = triple(record, 1)
      return extruded(splineOf(record.slice(4), u), along, v, map)
    }
    case 7: {
      const axis = { origin: triple(record, 1), z: triple(record, 4), sense: 1 }
      return revolved(axis, splineOf(record.slice(7), v), u, map)
    }
    case 8:
      return inPlace(record, 5, ((record[3] ?? 0) + 1) * ((record[4] ?? 0) + 1), map)
    case 9:
      return inPlace(record, 11, (record[7] ?? 0) * (record[8] ?? 0), map)
    case 10:
      return deformSurface(record.slice(5), map, u, v)
    default:
      throw new UnknownText('an offset surface')
  }
}

interface Axis {
  readonly origin: Point
  readonly z: Vector
  /** −1 where the surface turns against the right-hand rule. */
  readonly sense: number
}

function axisOf(record: Record): Axis {
  const [z, x, y] = [triple(record, 4), triple(record, 7), triple(record, 10)]
  return { origin: triple(record, 1), z, sense: Math.sign(dot(cross(x, y), z)) }
}

/** The outline at u = 0 of a cylinder, cone, sphere or torus. */
function profileOf(record: Record, v: Range): Spline {
  const [origin, z, x] = [triple(record, 1), triple(record, 4), triple(record, 7)]
  const [first = 0, second = 0] = record.slice(13)
  const at = (out: number, up: number): Point =>
    origin.map((value, i) => value + out * (x[i] ?? 0) + up * (z[i] ?? 0)) as Point
  const scaled = (vector: Vector, size: number): Vector => vector.map((value) => value * size) as Vector
  switch (record[0]) {
    case 2:
      return straight([at(first, v[0]), at(first, v[1])], v)
    case 3: {
      const on = (t: number): Point => at(first + t * Math.sin(second), t * Math.cos(second))
      return straight([on(v[0]), on(v[1])], v)
    }
    case 4:
      return arc(origin, scaled(x, first), scaled(z, first), v)
    default:
      return arc(at(first, 0), scaled(x, second), scaled(z, second), v)
  }
}

function revolved({ origin, z, sense }: Axis, profile: Spline, u: Range, map: Affine): DeformedSurface {
  const rows = profile.points.map((point) => {
    const from = point.map((value, i) => value - (origin[i] ?? 0)) as Vector
    const up = dot(from, z)
    const out = from.map((value, i) => value - up * (z[i] ?? 0)) as Vector
    const centre = origin.map((value, i) => value + up * (z[i] ?? 0)) as Point
    const across = cross(z, out).map((value) => value * sense) as Vector
    return arc(centre, out, across, u)
  })
  const around = rows[0] as Spline
  const poles = around.weights.flatMap((weight, i) =>
    rows.flatMap((row, j) => [...mapPoint(map, row.points[i] as Point), weight * (profile.weights[j] ?? 1)]),
  )
  return spline(around, profile, poles)
}

function extruded(base: Spline, along: Vector, v: Range, map: Affine): DeformedSurface {
  const poles = base.points.flatMap((point, i) =>
    v.flatMap((t) => [
      ...mapPoint(map, point.map((value, k) => value + t * (along[k] ?? 0)) as Point),
      base.weights[i] ?? 1,
    ]),
  )
  return spline(
    base,
    straight(
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
      v,
    ),
    poles,
  )
}

function spline(u: Spline, v: Spline, poles: readonly number[]): DeformedSurface {
  const [knotsU, knotsV] = [knotPairs(u.knots), knotPairs(v.knots)]
  const counts = [u.degree, v.degree, u.points.length, v.points.length, knotsU.count, knotsV.count]
  return { record: [9, 1, 1, 0, 0, ...counts, ...poles, ...knotsU.pairs, ...knotsV.pairs], plane: false, u, v }
}

/** Control points from place `first` on, moved where they stand. */
function inPlace(record: Record, first: number, count: number, map: Affine): DeformedSurface {
  const stride = record[1] || record[2] ? 4 : 3
  return { record: movePoles(record, first, count, stride, map), plane: false, u: SAME, v: SAME }
}

export function movePoles(record: Record, first: number, count: number, stride: number, map: Affine): number[] {
  const moved = [...record]
  for (let i = 0; i < count; i += 1) {
    const at = first + i * stride
    moved.splice(at, 3, ...mapPoint(map, triple(record, at)))
  }
  return moved
}

function plane(record: Record, map: Affine): number[] {
  const [x, y] = [mapVector(map, triple(record, 7)), mapVector(map, triple(record, 10))]
  const normal = unit(cross(x, y))
  // The old surface's sense is kept: where its frame was left-handed, the new one is too.
  const side = Math.sign(dot(cross(triple(record, 7), triple(record, 10)), triple(record, 4)))
  const ux = unit(x)
  const z = normal.map((value) => value * side) as Vector
  const uy = cross(normal, ux)
  return [1, ...mapPoint(map, triple(record, 1)), ...z, ...ux, ...uy]
}

export function triple(record: Record, at: number): Point {
  return [record[at] ?? 0, record[at + 1] ?? 0, record[at + 2] ?? 0]
}
