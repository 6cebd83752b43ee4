import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './core.ts'
import { ownHandle, partsOf } from './explore.ts'
import type { OpenCascade } from './load.ts'

/**
 * The same surfaces as a solid, normals outwards, where they close up; else as they are. The caller owns the result.
 */
export function closedSolid(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape): TopoDS_Shape {
  const [shell, another] = partsOf(oc, keep, shape, 'SHELL')
  if (!shell || another || !oc.BRep_Tool.IsClosed(shell)) return ownHandle(shape)
  const maker = keep(new oc.BRepBuilderAPI_MakeSolid(keep(oc.TopoDS.Shell(shell))))
  const solid = maker.Solid()
  oc.BRepLib.OrientClosedSolid(solid)
  return solid
}

/** A compound of one thing is that thing. The caller owns the result. */
export function unwrapped(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape): TopoDS_Shape {
  const [solid, another] = partsOf(oc, keep, shape, 'SOLID')
  if (solid && !another && partsOf(oc, keep, shape, 'FACE', 'SOLID').length === 0) return ownHandle(solid)
  return ownHandle(shape)
}
