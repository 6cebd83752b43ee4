import type { Geom_BSplineSurface, Geom_Surface, TopoDS_Face } from 'replicad-opencascadejs'
import type { Point } from '../../../shared/geometry.ts'
import type { Keep } from '../../kernel/core.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { clampRange, curveToNurbs, flatten, pointOf, weighted } from './kernel-curve.ts'
import { ArcSpans, type Interval, type NurbsCurve, type NurbsSurface } from './nurbs.ts'

/** A face's surface as NURBS, and the parameters of it that belong to the kernel's. */
export interface MappedSurface {
  readonly surface: NurbsSurface
  readonly mapU: (u: number) => number
  readonly mapV: (v: number) => number
}

const same = (parameter: number): number => parameter

/**
 * The surface under a face, as far as the face needs it. Planes, surfaces of revolution (cylinder, cone, sphere and torus
 * among them) and of extrusion are exact; splines are taken over; offset surfaces are approximated by the kernel.
 */
export function surfaceToNurbs(oc: OpenCascade, keep: Keep, face: TopoDS_Face): MappedSurface {
  const surface = keep(oc.BRep_Tool.Surface(face))
  const box = oc.BRepTools.UVBounds(face, 0, 0, 0, 0)
  const natural = surface.Bounds(0, 0, 0, 0)
  const u = clampRange([box.UMin, box.UMax], [natural.U1, natural.U2], surface.IsUPeriodic())
  const v = clampRange([box.VMin, box.VMax], [natural.V1, natural.V2], surface.IsVPeriodic())
  const adaptor = keep(new oc.BRepAdaptor_Surface(face, true))
  const at = (p: number, q: number): Point => pointOf(surface.EvalD0(p, q))
  switch (String(adaptor.GetType())) {
    case 'GeomAbs_Plane':
      return { surface: patch(at, u, v), mapU: same, mapV: same }
    case 'GeomAbs_Cylinder':
    case 'GeomAbs_Cone':
    case 'GeomAbs_Sphere':
    case 'GeomAbs_Torus':
    case 'GeomAbs_SurfaceOfRevolution':
      return revolved(oc, keep, surface, at, u, v)
    case 'GeomAbs_SurfaceOfExtrusion':
      return extruded(oc, keep, surface, at, u, v)
    default:
      return spline(oc, keep, surface, u, v)
  }
}

function patch(at: (u: number, v: number) => Point, [u0, u1]: Interval, [v0, v1]: Interval): NurbsSurface {
  const points = [at(u0, v0), at(u0, v1), at(u1, v0), at(u1, v1)]
  const two = { orderU: 2, orderV: 2, countU: 2, countV: 2 }
  return { rational: false, ...two, knotsU: [u0, u1], knotsV: [v0, v1], points }
}

/** u is the angle about the axis, v runs along the profile, which is the curve at u = 0. */
function revolved(
  oc: OpenCascade,
  keep: Keep,
  surface: Geom_Surface,
  at: (u: number, v: number) => Point,
  u: Interval,
  v: Interval,
): MappedSurface {
  const turn = turning(at, v)
  const profile = curveToNurbs(oc, keep, keep(surface.UIso(0)), v[0], v[1])
  const spans = new ArcSpans(u[0], u[1])
  const controls = homogeneous(profile.curve)
  const points = spans.controls.flatMap(({ angle, weight }) =>
    controls.map(({ point, weight: own }) => weighted(turn(point, angle, weight), own * weight)),
  )
  return {
    surface: {
      rational: true,
      orderU: 3,
      orderV: profile.curve.order,
      countU: spans.controls.length,
      countV: controls.length,
      knotsU: spans.knots,
      knotsV: profile.curve.knots,
      points,
    },
    mapU: (angle) => spans.parameter(angle),
    mapV: profile.map,
  }
}

/**
 * Turns a point of the profile by an angle about the surface's axis; a control point between the joints of the turn lies
 * further out, by 1 / weight. The axis is found from points of the surface, where it is widest.
 */
function turning(at: (u: number, v: number) => Point, [v0, v1]: Interval) {
  const heights = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const v = v0 + (v1 - v0) * part
    const [east, west] = [at(0, v), at(Math.PI, v)]
    return { v, east, west, width: Math.hypot(...minus(east, west)) }
  })
  const widest = heights.reduce((best, height) => (height.width > best.width ? height : best))
  const centre = scale(plus(widest.east, widest.west), 0.5)
  const x = scale(minus(widest.east, centre), 2 / widest.width)
  const y = scale(minus(at(Math.PI / 2, widest.v), centre), 2 / widest.width)
  return (point: readonly number[], angle: number, weight: number): Point => {
    const arm = minus(point, centre)
    const [a, b] = [dot(arm, x), dot(arm, y)]
    const foot = minus(point, plus(scale(x, a), scale(y, b)))
    const [c, s] = [Math.cos(angle) / weight, Math.sin(angle) / weight]
    return plus(foot, plus(scale(x, a * c - b * s), scale(y, a * s + b * c)))
  }
}

/** u runs along the profile, v along the direction of extrusion. */
function extruded(
  oc: OpenCascade,
  keep: Keep,
  surface: Geom_Surface,
  at: (u: number, v: number) => Point,
  u: Interval,
  [v0, v1]: Interval,
): MappedSurface {
  const profile = curveToNurbs(oc, keep, keep(surface.VIso(v0)), u[0], u[1])
  const way = minus(at(u[0], v1), at(u[0], v0))
  const { rational, order, knots } = profile.curve
  const points = homogeneous(profile.curve).flatMap(({ point, weight }) =>
    [point, plus(point, way)].map((end) => weighted(end, rational ? weight : null)),
  )
  return {
    surface: {
      rational,
      orderU: order,
      orderV: 2,
      countU: profile.curve.points.length,
      countV: 2,
      knotsU: knots,
      knotsV: [v0, v1],
      points,
    },
    mapU: profile.map,
    mapV: same,
  }
}

/** A spline keeps its parameters; an offset of one is approximated over all of it. Unbounded others the kernel refuses. */
function spline(oc: OpenCascade, keep: Keep, surface: Geom_Surface, u: Interval, v: Interval): MappedSurface {
  const converted = keep(oc.GeomConvert.SurfaceToBSplineSurface(surface))
  const { U1, U2, V1, V2 } = converted.Bounds(0, 0, 0, 0)
  const slack = 1e-9
  // A face across the seam of a closed surface needs the piece where it is, not where the surface's parameters begin.
  const outside = (range: Interval, first: number, last: number) => range[0] < first - slack || range[1] > last + slack
  if (outside(u, U1, U2) || outside(v, V1, V2)) {
    const [du, dv] = [outside(u, U1, U2) ? u : [U1, U2], outside(v, V1, V2) ? v : [V1, V2]] as [Interval, Interval]
    converted.Segment(du[0], du[1], dv[0], dv[1], slack, slack)
  }
  return { surface: splineSurface(converted), mapU: same, mapV: same }
}

export function splineSurface(spline: Geom_BSplineSurface): NurbsSurface {
  if (spline.IsUPeriodic()) spline.SetUNotPeriodic()
  if (spline.IsVPeriodic()) spline.SetVNotPeriodic()
  const rational = spline.IsURational() || spline.IsVRational()
  const [countU, countV] = [spline.NbUPoles(), spline.NbVPoles()]
  const points = Array.from({ length: countU * countV }, (_, n) => {
    const [i, j] = [Math.floor(n / countV) + 1, (n % countV) + 1]
    return weighted(pointOf(spline.Pole(i, j)), rational ? spline.Weight(i, j) : null)
  })
  return {
    rational,
    orderU: spline.UDegree() + 1,
    orderV: spline.VDegree() + 1,
    countU,
    countV,
    knotsU: flatten(
      spline.NbUKnots(),
      (i) => spline.UKnot(i),
      (i) => spline.UMultiplicity(i),
    ),
    knotsV: flatten(
      spline.NbVKnots(),
      (i) => spline.VKnot(i),
      (i) => spline.VMultiplicity(i),
    ),
    points,
  }
}

/** Control points as places with weights. */
function homogeneous({ points, rational }: NurbsCurve): { point: Point; weight: number }[] {
  return points.map(([x = 0, y = 0, z = 0, w = 1]) => {
    const weight = rational ? w : 1
    return { point: [x / weight, y / weight, z / weight], weight }
  })
}

function plus(a: readonly number[], b: readonly number[]): Point {
  return [0, 1, 2].map((k) => (a[k] ?? 0) + (b[k] ?? 0)) as Point
}

function minus(a: readonly number[], b: readonly number[]): Point {
  return [0, 1, 2].map((k) => (a[k] ?? 0) - (b[k] ?? 0)) as Point
}

function scale(a: readonly number[], by: number): Point {
  return a.map((value) => value * by) as Point
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
}
