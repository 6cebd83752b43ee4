import type { Geom_BSplineCurve, Geom_Curve, Geom2d_BSplineCurve, gp_Pnt } from 'replicad-opencascadejs'
import type { Point } from '../../../shared/geometry.ts'
import type { Keep } from '../../kernel/core.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { ArcSpans, type Interval, type NurbsCurve } from './nurbs.ts'

/** A curve as NURBS, and which parameter of it belongs to a parameter of the original. */
export interface MappedCurve {
  readonly curve: NurbsCurve
  readonly map: (parameter: number) => number
}

const same = (parameter: number): number => parameter

export function pointOf(point: gp_Pnt): Point {
  const at: Point = [point.X(), point.Y(), point.Z()]
  point.delete()
  return at
}

/**
 * A piece of a kernel curve as NURBS. Lines and arcs of circles and ellipses are written by hand, so that the way their
 * parameter runs is known; splines keep theirs; the rest is the kernel's own conversion.
 */
export function curveToNurbs(oc: OpenCascade, keep: Keep, curve: Geom_Curve, from: number, to: number): MappedCurve {
  const adaptor = keep(new oc.GeomAdaptor_TransformedCurve(curve, from, to, keep(new oc.gp_Trsf())))
  const at = (parameter: number): Point => pointOf(curve.EvalD0(parameter))
  switch (String(adaptor.GetType())) {
    case 'GeomAbs_Line':
      return { curve: lineCurve(at(from), at(to), from, to), map: same }
    case 'GeomAbs_Circle':
    case 'GeomAbs_Ellipse':
      return arcCurve(at, from, to)
    default: {
      const trimmed = keep(new oc.Geom_TrimmedCurve(curve, from, to, true, true))
      return { curve: splineCurve(keep(oc.GeomConvert.CurveToBSplineCurve(trimmed))), map: same }
    }
  }
}

function lineCurve(start: Point, end: Point, from: number, to: number): NurbsCurve {
  return { dimension: 3, rational: false, order: 2, knots: [from, to], points: [start, end] }
}

/** `at(t)` = centre + X cos t + Y sin t, the same parameter as the kernel's circles and ellipses. */
function arcCurve(at: (parameter: number) => Point, from: number, to: number): MappedCurve {
  const [east, north, west] = [at(0), at(Math.PI / 2), at(Math.PI)]
  const spans = new ArcSpans(from, to)
  const points = spans.controls.map(({ angle, weight }) => {
    const point = east.map((e, k) => {
      const centre = (e + (west[k] ?? 0)) / 2
      const [x, y] = [e - centre, (north[k] ?? 0) - centre]
      return centre + (x * Math.cos(angle) + y * Math.sin(angle)) / weight
    })
    return [...point.map((value) => value * weight), weight]
  })
  const curve: NurbsCurve = { dimension: 3, rational: true, order: 3, knots: spans.knots, points }
  return { curve, map: (angle) => spans.parameter(angle) }
}

export function splineCurve(spline: Geom_BSplineCurve): NurbsCurve {
  if (spline.IsPeriodic()) spline.SetNotPeriodic()
  const rational = spline.IsRational()
  const points = Array.from({ length: spline.NbPoles() }, (_, i) =>
    weighted(pointOf(spline.Pole(i + 1)), rational ? spline.Weight(i + 1) : null),
  )
  return { dimension: 3, rational, order: spline.Degree() + 1, knots: flatKnots(spline), points }
}

export function splineCurve2d(spline: Geom2d_BSplineCurve): NurbsCurve {
  if (spline.IsPeriodic()) spline.SetNotPeriodic()
  const rational = spline.IsRational()
  const points = Array.from({ length: spline.NbPoles() }, (_, i) => {
    const pole = spline.Pole(i + 1)
    const at = [pole.X(), pole.Y()]
    pole.delete()
    return weighted(at, rational ? spline.Weight(i + 1) : null)
  })
  return { dimension: 2, rational, order: spline.Degree() + 1, knots: flatKnots(spline), points }
}

export function weighted(point: readonly number[], weight: number | null): number[] {
  return weight === null ? [...point] : [...point.map((value) => value * weight), weight]
}

interface Knots {
  NbKnots(): number
  Knot(index: number): number
  Multiplicity(index: number): number
}

function flatKnots(spline: Knots): number[] {
  return flatten(
    spline.NbKnots(),
    (i) => spline.Knot(i),
    (i) => spline.Multiplicity(i),
  )
}

/** Every knot as often as it counts, without the first and last, as openNURBS keeps them. */
export function flatten(count: number, knot: (i: number) => number, times: (i: number) => number): number[] {
  const knots: number[] = []
  for (let i = 1; i <= count; i++) for (let j = 0; j < times(i); j++) knots.push(knot(i))
  return knots.slice(1, -1)
}

/** A range inside what the curve or surface has in that direction; periodic ones have all. */
export function clampRange([from, to]: Interval, [first, last]: Interval, periodic: boolean): Interval {
  return periodic ? [from, to] : [Math.max(from, first), Math.min(to, last)]
}
