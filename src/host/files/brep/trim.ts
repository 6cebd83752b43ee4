import type { TopoDS_Edge, TopoDS_Face } from 'replicad-opencascadejs'
import type { Keep } from '../../kernel/core.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { splineCurve2d } from './kernel-curve.ts'
import type { MappedSurface } from './kernel-surface.ts'
import { euclidean, type Interval, type NurbsCurve, surfaceDomain } from './nurbs.ts'

/** A point of a curve in a surface's parameters, and its direction there. */
interface Jet {
  readonly at: readonly [number, number]
  readonly way: readonly [number, number]
}

/** How far a fitted trim may be from the true one, as a part of the surface's larger parameter range. */
const FIT = 1e-10
const FEWEST_SPANS = 8
const MOST_SPANS = 512
const SAMPLES = 24

/**
 * The curve of an edge in its face's NURBS parameters, in the edge's own direction. Straight ones are lines; splines are
 * taken over where the parameters are the kernel's; the rest is fitted (C1 cubic), because a rational circle does not move
 * evenly, so what was a line in angles is none in its parameters.
 */
export function trimCurve(
  oc: OpenCascade,
  keep: Keep,
  edge: TopoDS_Edge,
  face: TopoDS_Face,
  { surface, mapU, mapV }: MappedSurface,
): NurbsCurve {
  const adaptor = keep(new oc.BRepAdaptor_Curve2d(edge, face))
  const [first, last] = [adaptor.FirstParameter(), adaptor.LastParameter()]
  const at = (t: number): readonly [number, number] => {
    const point = adaptor.EvalD0(t)
    const mapped = [mapU(point.X()), mapV(point.Y())] as const
    point.delete()
    return mapped
  }
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => at(first + ((last - first) * i) / SAMPLES))
  if (isStraight(points)) return line(at(first), at(last))
  const unmapped = points.every(([u, v], i) => {
    const raw = adaptor.EvalD0(first + ((last - first) * i) / SAMPLES)
    const kept = raw.X() === u && raw.Y() === v
    raw.delete()
    return kept
  })
  if (unmapped) {
    const trimmed = keep(new oc.Geom2d_TrimmedCurve(keep(adaptor.Curve()), first, last, true, true))
    return splineCurve2d(keep(oc.Geom2dConvert.CurveToBSplineCurve(trimmed)))
  }
  const [du, dv] = surfaceDomain(surface)
  const slack = FIT * Math.max(du[1] - du[0], dv[1] - dv[0])
  return fitted((t) => jet(at, t, first, last), first, last, slack)
}

function line(start: readonly number[], end: readonly number[]): NurbsCurve {
  const length = distance(start, end)
  return { dimension: 2, rational: false, order: 2, knots: [0, length > 0 ? length : 1], points: [start, end] }
}

function isStraight(points: readonly (readonly [number, number])[]): boolean {
  const [a, b] = [points[0], points.at(-1)] as [readonly [number, number], readonly [number, number]]
  const length = distance(a, b)
  if (length <= 1e-12) return false
  const off = ([u, v]: readonly [number, number]) => ((u - a[0]) * (b[1] - a[1]) - (v - a[1]) * (b[0] - a[0])) / length
  return points.every((point) => Math.abs(off(point)) < 1e-9 * (1 + length))
}

/** Direction by a small step to both sides, or to one at the ends. */
function jet(at: (t: number) => readonly [number, number], t: number, first: number, last: number): Jet {
  const step = (last - first) * 1e-6
  const [before, after] = [Math.max(first, t - step), Math.min(last, t + step)]
  const [a, b] = [at(before), at(after)]
  return { at: at(t), way: [(b[0] - a[0]) / (after - before), (b[1] - a[1]) / (after - before)] }
}

/** A C1 cubic through points and directions, with as many spans as the tolerance needs. */
function fitted(curve: (t: number) => Jet, first: number, last: number, slack: number): NurbsCurve {
  for (let spans = FEWEST_SPANS; ; spans *= 2) {
    const jets = Array.from({ length: spans + 1 }, (_, i) => curve(first + ((last - first) * i) / spans))
    const step = (last - first) / spans
    const worst = Math.max(
      ...jets.slice(1).map((end, i) => {
        const start = jets[i] as Jet
        return distance(middle(start, end, step), curve(first + (i + 0.5) * step).at)
      }),
    )
    if (worst <= slack || spans >= MOST_SPANS) return cubic(jets, first, step)
  }
}

/** The middle of the cubic between two jets. */
function middle(a: Jet, b: Jet, step: number): number[] {
  return [0, 1].map((k) => ((a.at[k] ?? 0) + (b.at[k] ?? 0)) / 2 + (((a.way[k] ?? 0) - (b.way[k] ?? 0)) * step) / 8)
}

function cubic(jets: readonly Jet[], first: number, step: number): NurbsCurve {
  const points: number[][] = []
  const knots: number[] = []
  jets.forEach(({ at, way }, i) => {
    const handle = (sign: number) => [0, 1].map((k) => (at[k] ?? 0) + (sign * (way[k] ?? 0) * step) / 3)
    const [start, end] = [i === 0, i === jets.length - 1]
    if (start) points.push([...at], handle(1))
    else if (end) points.push(handle(-1), [...at])
    else points.push(handle(-1), handle(1))
    const knot = first + i * step
    knots.push(...(start || end ? [knot, knot, knot] : [knot, knot]))
  })
  return { dimension: 2, rational: false, order: 4, knots, points }
}

/**
 * Which side of the surface a trim lies on, or which inner iso-line (ON_Surface::ISO), by openNURBS' own rule: the curve's
 * box must be thin and within 8·√ε of the domain's length of the line. With another answer it calls the Brep invalid.
 */
export function isoOf(curve: NurbsCurve, domains: readonly [Interval, Interval]): number {
  const points = curve.points.map((_, i) => euclidean(curve, i))
  const spans = [0, 1].map((k) => [
    Math.min(...points.map((p) => p[k] ?? 0)),
    Math.max(...points.map((p) => p[k] ?? 0)),
  ])
  const lengths = domains.map(([low, high]) => high - low)
  const thinness = spans.map(([low = 0, high = 0], k) => (high - low) / (lengths[k] ?? 1))
  const thin = (thinness[0] ?? 1) <= (thinness[1] ?? 1) ? 0 : 1
  const [low = 0, high = 0] = spans[thin] ?? []
  if ((thinness[thin] ?? 1) >= 1 / 32) return 0
  const slack = 8 * Math.sqrt(Number.EPSILON) * (lengths[thin] ?? 1)
  const near = (value: number): boolean => low >= value - slack && high <= value + slack
  const [start, end] = domains[thin] as Interval
  if (near(start)) return thin === 0 ? 3 : 4
  if (near(end)) return thin === 0 ? 5 : 6
  return near((low + high) / 2) ? thin + 1 : 0
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0))
}
