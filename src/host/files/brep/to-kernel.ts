import type { TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Brep } from 'rhino3dm'
import type { Keep } from '../../kernel/core.ts'
import { partsOf } from '../../kernel/explore.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import type { Keep as KeepHandle, Rhino } from '../rhino/load.ts'
import { KernelEdges } from './kernel-edges.ts'
import { faceToKernel, isSound } from './kernel-face.ts'
import { readStoredTrims } from './read-trims.ts'

/** What the parts of one conversion share. */
export interface Building {
  readonly oc: OpenCascade
  readonly rhino: Rhino
  /** Keeps kernel objects until the conversion ends. */
  readonly keep: Keep
  /** Keeps rhino3dm's. */
  readonly keepHandle: KeepHandle
  /** How far apart the edges of neighbours may lie and still be one. */
  readonly tolerance: number
}

/**
 * A Rhino Brep in the kernel: its surfaces and trims, sewn into a solid where it is closed, else a face, a shell or a
 * compound. Null where the kernel finds the result wrong or not what the Brep is. Throws the kernel's exceptions. The caller
 * owns the shape.
 */
export function brepToKernel(building: Building, brep: Brep): TopoDS_Shape | null {
  const { keepHandle } = building
  const edges = new KernelEdges(building, brep)
  const stored = readStoredTrims(Buffer.from(brep.encode().data, 'base64'))
  const list = keepHandle(brep.faces())
  const faces: TopoDS_Face[] = []
  let loop = 0
  for (let i = 0; i < list.count; i++) {
    const face = keepHandle(list.get(i))
    const loops = keepHandle(face.loops).count
    // Loops of a face stand together, in the order of the faces.
    const made = faceToKernel(building, face, edges, stored, loop)
    if (!made) return null
    loop += loops
    faces.push(made)
  }
  const [only] = faces
  if (!only) return null
  const whole = faces.length === 1 && !brep.isSolid ? only : sew(building, faces, brep.isSolid)
  return whole && isSound(building, whole) ? whole.Oriented(whole.Orientation()) : null
}

function sew({ oc, keep, tolerance }: Building, faces: readonly TopoDS_Face[], solid: boolean): TopoDS_Shape | null {
  const sewing = keep(new oc.BRepBuilderAPI_Sewing(tolerance, true, true, true, false))
  for (const face of faces) sewing.Add(face)
  sewing.Perform(keep(new oc.Message_ProgressRange()))
  const sewn = keep(sewing.SewedShape())
  if (partsOf(oc, keep, sewn, 'FACE').length !== faces.length) return null
  if (!solid) return sewn
  if (sewing.NbFreeEdges() > 0) return null
  const shells = partsOf(oc, keep, sewn, 'SHELL').map((shell) => keep(oc.TopoDS.Shell(shell)))
  if (shells.length === 0) {
    // One closed face is sewn to itself and stays a face.
    const builder = keep(new oc.TopoDS_Builder())
    const shell = keep(new oc.TopoDS_Shell())
    builder.MakeShell(shell)
    for (const face of partsOf(oc, keep, sewn, 'FACE')) builder.Add(shell, face)
    shells.push(shell)
  }
  const maker = keep(new oc.BRepBuilderAPI_MakeSolid())
  for (const shell of shells) maker.Add(shell)
  const made = keep(maker.Solid())
  oc.BRepLib.OrientClosedSolid(made)
  return made
}
