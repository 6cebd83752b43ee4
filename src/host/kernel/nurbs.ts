import type {
  Geom_BSplineCurve,
  NCollection_Array1_double,
  NCollection_Array1_gp_Pnt,
  NCollection_Array1_int,
} from 'replicad-opencascadejs'
import type { Point } from '../../shared/geometry.ts'
import type { Kernel } from '../geometry.ts'
import { finite, finitePoint, invalid } from './check.ts'
import type { Keep } from './core.ts'
import type { OpenCascade } from './load.ts'
import { toPnt } from './vocabulary.ts'

type Spec = Parameters<Kernel['nurbsCurve']>[0]

const MAX_DEGREE = 25

/** A B-spline curve from Rhino's description of one. Knots may be Rhino's (points + degree − 1) or whole (two more). */
export function bspline(oc: OpenCascade, keep: Keep, spec: Spec): Geom_BSplineCurve {
  const { degree } = spec
  if (!Number.isInteger(degree) || degree < 1 || degree > MAX_DEGREE) {
    throw invalid(
      'degree',
      `The degree must be a whole number from 1 to ${MAX_DEGREE}; it is ${degree}.`,
      'Use degree 3.',
    )
  }
  for (const point of spec.points) finitePoint(point, 'points')
  const wrap = spec.periodic && !spec.knots ? degree : 0
  if (spec.points.length < Math.max(degree + 1, wrap ? 3 : 2)) {
    throw invalid(
      'points',
      `A curve of degree ${degree} needs at least ${degree + 1} control points; there are ${spec.points.length}.`,
      'Add control points or lower the degree.',
    )
  }
  const weights = checkedWeights(spec)
  const poles = [...spec.points, ...spec.points.slice(0, wrap)]
  const flat = wrap ? uniform(poles.length, degree) : wholeKnots(spec)
  const curve = keep(build(oc, keep, poles, [...weights, ...weights.slice(0, wrap)], flat, degree))
  // Knots that do not pile up at the ends are legal but upset several algorithms; clamping changes nothing of the curve.
  curve.Segment(flat[degree] as number, flat[poles.length] as number, 1e-12)
  return curve
}

export function pointArray(oc: OpenCascade, keep: Keep, points: readonly Point[]): NCollection_Array1_gp_Pnt {
  const array = keep(new oc.NCollection_Array1_gp_Pnt(1, points.length))
  points.forEach((point, index) => {
    array.SetValue(index + 1, toPnt(oc, keep, point))
  })
  return array
}

function checkedWeights(spec: Spec): readonly number[] {
  const weights = spec.weights ?? spec.points.map(() => 1)
  if (weights.length !== spec.points.length || !weights.every((weight) => Number.isFinite(weight) && weight > 1e-9)) {
    throw invalid(
      'weights',
      'There must be one weight above zero for every control point.',
      'Leave the weights out for 1.',
    )
  }
  return weights
}

/** Clamped, one apart, as Rhino makes them: the domain is [0, points − degree]. */
function wholeKnots(spec: Spec): number[] {
  const { degree, points } = spec
  if (!spec.knots) {
    const spans = points.length - degree
    return Array.from({ length: points.length + degree + 1 }, (_, i) => Math.min(spans, Math.max(0, i - degree)))
  }
  const knots = spec.knots.map((knot) => finite(knot, 'knots'))
  const [short, whole] = [points.length + degree - 1, points.length + degree + 1]
  if (knots.length !== short && knots.length !== whole) {
    throw invalid(
      'knots',
      `There must be ${short} knots; there are ${knots.length}.`,
      'Leave the knots out for even ones.',
    )
  }
  const flat = knots.length === whole ? knots : [knots[0] as number, ...knots, knots.at(-1) as number]
  const rising = flat.every((knot, i) => i === 0 || knot >= (flat[i - 1] as number))
  if (!rising || (flat[degree] as number) >= (flat[points.length] as number)) {
    throw invalid('knots', 'Knots must never decrease, and must span a domain.', 'Leave the knots out for even ones.')
  }
  return flat
}

function uniform(poles: number, degree: number): number[] {
  return Array.from({ length: poles + degree + 1 }, (_, i) => i - degree)
}

function build(
  oc: OpenCascade,
  keep: Keep,
  poles: readonly Point[],
  weights: readonly number[],
  flat: readonly number[],
  degree: number,
): Geom_BSplineCurve {
  const knots: number[] = []
  const multiplicities: number[] = []
  for (const knot of flat) {
    if (knot === knots.at(-1)) multiplicities[multiplicities.length - 1] = (multiplicities.at(-1) ?? 0) + 1
    else {
      knots.push(knot)
      multiplicities.push(1)
    }
  }
  const inner = multiplicities.slice(1, -1).some((count) => count > degree)
  if (inner || multiplicities.some((count) => count > degree + 1)) {
    throw invalid(
      'knots',
      'A knot is repeated more often than the degree allows.',
      'Leave the knots out for even ones.',
    )
  }
  const list = <A extends NCollection_Array1_double | NCollection_Array1_int>(
    array: A,
    values: readonly number[],
  ): A => {
    values.forEach((value, index) => {
      array.SetValue(index + 1, value)
    })
    return keep(array)
  }
  return new oc.Geom_BSplineCurve(
    pointArray(oc, keep, poles),
    list(new oc.NCollection_Array1_double(1, weights.length), weights),
    list(new oc.NCollection_Array1_double(1, knots.length), knots),
    list(new oc.NCollection_Array1_int(1, multiplicities.length), multiplicities),
    degree,
    false,
    true,
  )
}
