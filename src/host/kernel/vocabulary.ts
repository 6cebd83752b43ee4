import type {
  gp_Ax2,
  gp_Dir,
  gp_Pnt,
  gp_Vec,
  NCollection_List_TopoDS_Shape,
  TopoDS_Shape,
} from 'replicad-opencascadejs'
import type { Point, Vector } from '../../shared/geometry.ts'
import type { Frame } from '../geometry.ts'
import type { Keep } from './core.ts'
import type { OpenCascade } from './load.ts'

/** Our points and frames in the kernel's words. Everything made here is kept by `keep`. */

export function toPnt(oc: OpenCascade, keep: Keep, [x, y, z]: Point): gp_Pnt {
  return keep(new oc.gp_Pnt(x, y, z))
}

export function toVec(oc: OpenCascade, keep: Keep, [x, y, z]: Vector): gp_Vec {
  return keep(new oc.gp_Vec(x, y, z))
}

export function toDir(oc: OpenCascade, keep: Keep, [x, y, z]: Vector): gp_Dir {
  return keep(new oc.gp_Dir(x, y, z))
}

/** The kernel makes the frame right-handed and orthogonal itself: z counts, then x as far as it can be kept. */
export function toAx2(oc: OpenCascade, keep: Keep, frame: Frame, lift = 0): gp_Ax2 {
  const origin: Point = [
    frame.origin[0] + lift * frame.z[0],
    frame.origin[1] + lift * frame.z[1],
    frame.origin[2] + lift * frame.z[2],
  ]
  return keep(new oc.gp_Ax2(toPnt(oc, keep, origin), toDir(oc, keep, frame.z), toDir(oc, keep, frame.x)))
}

export function toList(oc: OpenCascade, keep: Keep, shapes: readonly TopoDS_Shape[]): NCollection_List_TopoDS_Shape {
  const list = keep(new oc.NCollection_List_TopoDS_Shape())
  // Append hands back a reference to the item it added, which is a wrapper of its own.
  for (const shape of shapes) keep(list.Append(shape))
  return list
}

/** Reads a point and deletes the kernel's. */
export function fromPnt(pnt: gp_Pnt): Point {
  const point: Point = [pnt.X(), pnt.Y(), pnt.Z()]
  pnt.delete()
  return point
}

/** Reads a direction or vector and deletes the kernel's. */
export function fromDir(dir: gp_Dir | gp_Vec): Vector {
  const vector: Vector = [dir.X(), dir.Y(), dir.Z()]
  dir.delete()
  return vector
}
