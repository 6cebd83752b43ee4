import type { Geom_BSplineCurve, Geom_BSplineSurface, Geom2d_BSplineCurve } from 'replicad-opencascadejs'
import type { NurbsCurve, NurbsSurface } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import type { Keep } from '../../kernel/core.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { toPnt } from '../../kernel/vocabulary.ts'
import type { Keep as KeepHandle } from '../rhino/load.ts'

/** Rhino's NURBS in the kernel's form. Everything made is kept. */

/** Control points, homogeneous in rhino3dm, as places and weights. */
function place([x = 0, y = 0, z = 0, w = 1]: readonly number[]): { at: Point; weight: number } {
  return { at: [x / w, y / w, z / w], weight: w }
}

export function toBSplineCurve(
  oc: OpenCascade,
  keep: Keep,
  curve: NurbsCurve,
  keepHandle: KeepHandle,
): Geom_BSplineCurve {
  const list = keepHandle(curve.points())
  const poles = keep(new oc.NCollection_Array1_gp_Pnt(1, list.count))
  const weights = keep(new oc.NCollection_Array1_double(1, list.count))
  for (let i = 0; i < list.count; i++) {
    const { at, weight } = place(list.get(i) as number[])
    poles.SetValue(i + 1, toPnt(oc, keep, at))
    weights.SetValue(i + 1, weight)
  }
  const { knots, times } = knotVector(oc, keep, valuesOf(keepHandle(curve.knots())))
  return keep(new oc.Geom_BSplineCurve(poles, weights, knots, times, curve.order - 1, false, true))
}

/** A curve in a surface's parameters, each control point moved by `map` (no change for surfaces that are NURBS). */
export function toBSplineCurve2d(
  oc: OpenCascade,
  keep: Keep,
  curve: NurbsCurve,
  map: (u: number, v: number) => readonly [number, number],
  keepHandle: KeepHandle,
): Geom2d_BSplineCurve {
  const list = keepHandle(curve.points())
  const poles = keep(new oc.NCollection_Array1_gp_Pnt2d(1, list.count))
  const weights = keep(new oc.NCollection_Array1_double(1, list.count))
  for (let i = 0; i < list.count; i++) {
    const { at, weight } = place(list.get(i) as number[])
    const [u, v] = map(at[0], at[1])
    poles.SetValue(i + 1, keep(new oc.gp_Pnt2d(u, v)))
    weights.SetValue(i + 1, weight)
  }
  const { knots, times } = knotVector(oc, keep, valuesOf(keepHandle(curve.knots())))
  return keep(new oc.Geom2d_BSplineCurve(poles, weights, knots, times, curve.order - 1, false))
}

export function toBSplineSurface(
  oc: OpenCascade,
  keep: Keep,
  surface: NurbsSurface,
  keepHandle: KeepHandle,
): Geom_BSplineSurface {
  const grid = keepHandle(surface.points())
  const { countU, countV } = grid
  const poles = keep(new oc.NCollection_Array2_gp_Pnt(1, countU, 1, countV))
  const weights = keep(new oc.NCollection_Array2_double(1, countU, 1, countV))
  for (let i = 0; i < countU; i++) {
    for (let j = 0; j < countV; j++) {
      const { at, weight } = place(grid.get(i, j) as number[])
      poles.SetValue(i + 1, j + 1, toPnt(oc, keep, at))
      weights.SetValue(i + 1, j + 1, weight)
    }
  }
  const u = knotVector(oc, keep, valuesOf(keepHandle(surface.knotsU())))
  const v = knotVector(oc, keep, valuesOf(keepHandle(surface.knotsV())))
  const [degreeU, degreeV] = [surface.orderU - 1, surface.orderV - 1]
  return keep(
    new oc.Geom_BSplineSurface(poles, weights, u.knots, v.knots, u.times, v.times, degreeU, degreeV, false, false),
  )
}

/** `get` of a knot list is declared to give nothing. */
function valuesOf(list: { count: number; get(i: number): unknown }): number[] {
  return Array.from({ length: list.count }, (_, i) => list.get(i) as number)
}

/** Distinct knots with how often each counts; openNURBS leaves out one at each end. */
function knotVector(oc: OpenCascade, keep: Keep, flat: readonly number[]) {
  const distinct: number[] = []
  const counts: number[] = []
  for (const knot of flat) {
    const last = distinct.at(-1)
    if (last !== undefined && Math.abs(knot - last) <= 1e-12 * (1 + Math.abs(knot))) {
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    } else {
      distinct.push(knot)
      counts.push(1)
    }
  }
  const knots = keep(new oc.NCollection_Array1_double(1, distinct.length))
  const times = keep(new oc.NCollection_Array1_int(1, distinct.length))
  distinct.forEach((knot, i) => {
    knots.SetValue(i + 1, knot)
    const end = i === 0 || i === distinct.length - 1
    times.SetValue(i + 1, (counts[i] ?? 1) + (end ? 1 : 0))
  })
  return { knots, times }
}
