import type { TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './core.ts'
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

/** Whether an edge that has a curve is a line or a circle. */
export function isStraightOrRound(oc: OpenCascade, keep: Keep, edge: TopoDS_Edge): boolean {
  const type = keep(new oc.BRepAdaptor_Curve(edge)).GetType()
  return type === oc.GeomAbs_CurveType.GeomAbs_Line || type === oc.GeomAbs_CurveType.GeomAbs_Circle
}
