import type { BRepAdaptor_Curve, TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Point, Vector } from '../../shared/geometry.ts'
import type { Keep } from './core.ts'
import { partsOf } from './explore.ts'
import type { OpenCascade } from './load.ts'
import { fromDir, fromPnt } from './vocabulary.ts'

/** One edge of a curve, walked the way the curve runs. `at` and `tangent` take 0 (its start) to 1 (its end). */
export interface Walk {
  readonly edge: TopoDS_Edge
  readonly curve: BRepAdaptor_Curve
  readonly first: number
  readonly last: number
  readonly reversed: boolean
  at(share: number): Point
  /** The derivative by the parameter, in the edge's own direction. */
  tangent(share: number): Vector
}

export function walkEdge(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape): Walk {
  const edge = keep(oc.TopoDS.Edge(raw))
  const curve = keep(new oc.BRepAdaptor_Curve(edge))
  const [first, last] = [curve.FirstParameter(), curve.LastParameter()]
  const reversed = edge.Orientation() === oc.TopAbs_Orientation.TopAbs_REVERSED
  const parameter = (share: number): number =>
    reversed ? last + (first - last) * share : first + (last - first) * share
  return {
    edge,
    curve,
    first,
    last,
    reversed,
    at: (share) => fromPnt(curve.EvalD0(parameter(share))),
    tangent: (share) => fromDir(curve.EvalDN(parameter(share), 1)),
  }
}

/** The edges of an edge or wire in the order the curve runs. */
export function walks(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape): Walk[] {
  return partsOf(oc, keep, raw, 'EDGE').map((edge) => walkEdge(oc, keep, edge))
}

/** Points along a curve, `perEdge` steps on each edge, both ends included. */
export function sampled(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape, perEdge: number): Point[] {
  const points: Point[] = []
  for (const walk of walks(oc, keep, raw)) {
    for (let step = points.length === 0 ? 0 : 1; step <= perEdge; step += 1) points.push(walk.at(step / perEdge))
  }
  return points
}
