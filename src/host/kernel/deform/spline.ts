import type { Point } from '../../../shared/geometry.ts'
import { ArcSpans } from '../../files/brep/nurbs.ts'
import { type Range, type Record, UnknownText } from './text.ts'

/** A rational curve: control points in space with their weights, and a knot for each of `degree + 1` more. */
export interface Spline {
  readonly degree: number
  readonly points: readonly Point[]
  readonly weights: readonly number[]
  readonly knots: readonly number[]
  /** From the parameter of the curve it was made of to its own. */
  readonly parameter: (t: number) => number
  /** Where `parameter` has a kink in its second derivative. */
  readonly joints: readonly number[]
}

const same = (t: number): number => t

export function straight(points: readonly [Point, Point], range: Range): Spline {
  const [from, to] = range
  return { degree: 1, points, weights: [1, 1], knots: [from, from, to, to], parameter: same, joints: [] }
}

/** An arc of an ellipse: centre + cos t · x + sin t · y, its control points between the joints pushed out. */
export function arc(centre: Point, x: Point, y: Point, range: Range): Spline {
  const spans = new ArcSpans(...range)
  const { controls, knots } = spans
  const points = controls.map(({ angle, weight }) => {
    const [a, b] = [Math.cos(angle) / weight, Math.sin(angle) / weight]
    return centre.map((value, i) => value + a * (x[i] ?? 0) + b * (y[i] ?? 0)) as Point
  })
  return {
    degree: 2,
    points,
    weights: controls.map(({ weight }) => weight),
    // The last knot of the spans may differ from the range's end in its last digit; the added ones must not.
    knots: [knots[0] ?? range[0], ...knots, knots.at(-1) ?? range[1]],
    parameter: (t) => spans.parameter(t),
    joints: knots.filter((knot, i) => i % 2 === 0 && knot > range[0] && knot < range[1]),
  }
}

/** A curve record of the kernel over `range` as a spline. */
export function splineOf(record: Record, range: Range): Spline {
  const at = (from: number): Point => [record[from] ?? 0, record[from + 1] ?? 0, record[from + 2] ?? 0]
  const scaled = (vector: Point, size: number): Point => vector.map((value) => value * size) as Point
  switch (record[0]) {
    case 1: {
      const along = (t: number): Point => at(1).map((value, i) => value + t * (at(4)[i] ?? 0)) as Point
      return straight([along(range[0]), along(range[1])], range)
    }
    case 2:
    case 3: {
      const [major = 0, minor = major] = record.slice(13)
      return arc(at(1), scaled(at(7), major), scaled(at(10), minor), range)
    }
    case 6: {
      const [, rational = 0, degree = 0] = record
      const knots = [...Array(degree + 1).fill(0), ...Array(degree + 1).fill(1)]
      return { degree, ...poles(record.slice(3), degree + 1, rational), knots, parameter: same, joints: [] }
    }
    case 7: {
      const [, rational = 0, periodic = 0, degree = 0, count = 0] = record
      if (periodic) throw new UnknownText('a periodic spline that is swept')
      const knots = flatKnots(record.slice(6 + count * (3 + rational)))
      return { degree, ...poles(record.slice(6), count, rational), knots, parameter: same, joints: [] }
    }
    case 8:
      return splineOf(record.slice(3), range)
    default:
      throw new UnknownText(`curve of type ${record[0]}`)
  }
}

/** Knots with how often each counts, as a plain row. */
export function flatKnots(pairs: Record): number[] {
  return pairs.flatMap((knot, i) => (i % 2 === 0 ? (Array(pairs[i + 1] ?? 1).fill(knot) as number[]) : []))
}

/** A plain row of knots as each knot with how often it counts, and how many there are. */
export function knotPairs(flat: readonly number[]): { pairs: number[]; count: number } {
  const pairs: number[] = []
  for (const knot of flat) {
    if (pairs.length > 0 && pairs.at(-2) === knot) pairs[pairs.length - 1] = (pairs.at(-1) ?? 0) + 1
    else pairs.push(knot, 1)
  }
  return { pairs, count: pairs.length / 2 }
}

function poles(values: Record, count: number, rational: number): { points: Point[]; weights: number[] } {
  const stride = 3 + rational
  const rows = Array.from({ length: count }, (_, i) => values.slice(i * stride, (i + 1) * stride))
  return { points: rows.map((row) => row.slice(0, 3) as Point), weights: rows.map((row) => row[3] ?? 1) }
}
