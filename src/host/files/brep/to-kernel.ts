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

/** Both are the caller's. */
export interface BuiltBrep {
  /** A solid where the Brep is closed, else a face, a shell or a compound; null where the kernel finds it wrong. */
  readonly whole: TopoDS_Shape | null
  /** Without a whole: the faces that could be made, to look at. */
  readonly loose: TopoDS_Shape | null
}

/** A Rhino Brep in the kernel: its surfaces and trims, sewn together. Throws the kernel's exceptions. */
export function brepToKernel(building: Building, brep: Brep): BuiltBrep {
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
    loop += loops
    if (made) faces.push(made)
  }
  const [only] = faces
  if (!only) return { whole: null, loose: null }
  const single = list.count === 1 && !brep.isSolid
  const whole = single ? only : faces.length === list.count ? sew(building, faces, brep.isSolid) : null
  if (whole && isSound(building, whole)) return { whole: whole.Oriented(whole.Orientation()), loose: null }
  return { whole: null, loose: together(building, faces) }
}

function together({ oc, keep }: Building, faces: readonly TopoDS_Face[]): TopoDS_Shape {
  const builder = keep(new oc.TopoDS_Builder())
  const compound = new oc.TopoDS_Compound()
  builder.MakeCompound(compound)
  for (const face of faces) builder.Add(compound, face)
  return compound
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
