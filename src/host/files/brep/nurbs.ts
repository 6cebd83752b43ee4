/**
 * NURBS as openNURBS counts them: `order` is degree + 1, the knot vector lacks the first and last knot of the textbook one,
 * control points of a rational curve are homogeneous (x·w, y·w, z·w, w).
 */
export interface NurbsCurve {
  readonly dimension: 2 | 3
  readonly rational: boolean
  readonly order: number
  readonly knots: readonly number[]
  readonly points: readonly (readonly number[])[]
}

export interface NurbsSurface {
  readonly rational: boolean
  readonly orderU: number
  readonly orderV: number
  readonly countU: number
  readonly countV: number
  readonly knotsU: readonly number[]
  readonly knotsV: readonly number[]
  /** Row by row: all V of the first U, then the next. */
  readonly points: readonly (readonly number[])[]
}

export type Interval = readonly [number, number]

export function curveDomain({ knots, order, points }: NurbsCurve): Interval {
  return domain(knots, order, points.length)
}

export function surfaceDomain(surface: NurbsSurface): readonly [u: Interval, v: Interval] {
  const { knotsU, orderU, countU, knotsV, orderV, countV } = surface
  return [domain(knotsU, orderU, countU), domain(knotsV, orderV, countV)]
}

function domain(knots: readonly number[], order: number, count: number): Interval {
  return [knots[order - 2] ?? 0, knots[count - 1] ?? 1]
}

export function reversed(curve: NurbsCurve): NurbsCurve {
  return { ...curve, knots: curve.knots.map((knot) => -knot).reverse(), points: [...curve.points].reverse() }
}

/** A control point without its weight. */
export function euclidean(curve: NurbsCurve, index: number): number[] {
  const point = curve.points.at(index) ?? []
  const weight = curve.rational ? (point[curve.dimension] ?? 1) : 1
  return point.slice(0, curve.dimension).map((value) => value / weight)
}

/**
 * The parameter of an arc that starts at angle `from` and ends at `to`, written as quadratic rational spans of at most a
 * quarter turn each. A rational arc does not move evenly: `parameter` turns an angle into its parameter, which has the same
 * ends and agrees at the joints.
 */
export class ArcSpans {
  readonly from: number
  readonly count: number
  readonly step: number

  constructor(from: number, to: number) {
    this.from = from
    this.count = Math.max(1, Math.ceil((to - from) / (Math.PI / 2) - 1e-9))
    this.step = (to - from) / this.count
  }

  /** Of the control points between joints; those at joints have weight 1. */
  get weight(): number {
    return Math.cos(this.step / 2)
  }

  get knots(): number[] {
    return Array.from({ length: this.count + 1 }, (_, i) => this.from + i * this.step).flatMap((knot) => [knot, knot])
  }

  /** Angle and weight of each control point. One between joints lies outside the arc, by 1 / weight. */
  get controls(): { angle: number; weight: number }[] {
    return Array.from({ length: this.count * 2 + 1 }, (_, i) => ({
      angle: this.from + (i * this.step) / 2,
      weight: i % 2 === 0 ? 1 : this.weight,
    }))
  }

  parameter(angle: number): number {
    const { from, step, count } = this
    const span = Math.max(0, Math.min(count - 1, Math.floor((angle - from) / step + 1e-12)))
    const fromMiddle = angle - (from + (span + 0.5) * step)
    return from + step * (span + 0.5 + Math.tan(fromMiddle / 2) / (2 * Math.tan(step / 4)))
  }
}
