import type { TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './core.ts'
import { edgesOf, partsOf } from './explore.ts'
import type { OpenCascade } from './load.ts'

const ELEMENTARY = ['PLANE', 'CYLINDER', 'CONE', 'SPHERE', 'TORUS'] as const
type Elementary = (typeof ELEMENTARY)[number]

/** Whether a face lies on one of these surfaces; by default any that is given by numbers instead of control points. */
export function isElementary(
  oc: OpenCascade,
  keep: Keep,
  face: TopoDS_Shape,
  kinds: readonly Elementary[] = ELEMENTARY,
): boolean {
  const types = oc.GeomAbs_SurfaceType
  const named = {
    PLANE: types.GeomAbs_Plane,
    CYLINDER: types.GeomAbs_Cylinder,
    CONE: types.GeomAbs_Cone,
    SPHERE: types.GeomAbs_Sphere,
    TORUS: types.GeomAbs_Torus,
  }
  const type = keep(new oc.BRepAdaptor_Surface(keep(oc.TopoDS.Face(face)), false)).GetType()
  return kinds.some((kind) => named[kind] === type)
}

/** Lines, circles and edges without a curve of their own (a sphere's pole). */
function isStraightOrRound(oc: OpenCascade, keep: Keep, edge: TopoDS_Edge): boolean {
  if (oc.BRep_Tool.Degenerated(edge)) return true
  const type = keep(new oc.BRepAdaptor_Curve(edge)).GetType()
  return type === oc.GeomAbs_CurveType.GeomAbs_Line || type === oc.GeomAbs_CurveType.GeomAbs_Circle
}

/** Elementary faces between straight and circular edges: what the kernel measures exactly without being asked to. */
export function isPlain(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape): boolean {
  return (
    partsOf(oc, keep, shape, 'FACE').every((face) => isElementary(oc, keep, face)) &&
    edgesOf(oc, keep, shape).every((edge) => isStraightOrRound(oc, keep, edge))
  )
}
