import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Core, Keep } from './core.ts'
import { partsOf, uniqueParts } from './explore.ts'
import { isElementary, isStraightOrRound } from './surface-type.ts'

/** What a shape is made of. */
export interface Anatomy {
  readonly faces: number
  /** Without those that have no length: the pole of a sphere, the tip of a cone. */
  readonly edges: number
  readonly vertices: number
  /** There is a closed solid in it. */
  readonly solid: boolean
  /** Elementary faces between straight and circular edges: what the kernel measures exactly without being asked to. */
  readonly plain: boolean
}

/** Shapes never change, so one look is enough for all who ask. */
const seen = new WeakMap<TopoDS_Shape, Anatomy>()

/** Looks through the shape once, however often this is asked: each step of such a walk crosses into the kernel. */
export function anatomyOf({ oc, known }: Core, keep: Keep, raw: TopoDS_Shape): Anatomy {
  const before = known.get(raw)?.anatomy ?? seen.get(raw)
  if (before) return before
  const faces = uniqueParts(oc, keep, raw, 'FACE')
  const everyEdge = uniqueParts(oc, keep, raw, 'EDGE').map((part) => keep(oc.TopoDS.Edge(part)))
  const edges = everyEdge.filter((edge) => !oc.BRep_Tool.Degenerated(edge))
  const anatomy: Anatomy = {
    faces: faces.length,
    edges: edges.length,
    vertices: uniqueParts(oc, keep, raw, 'VERTEX').length,
    solid: partsOf(oc, keep, raw, 'SOLID').length > 0,
    plain:
      faces.every((face) => isElementary(oc, keep, face)) && edges.every((edge) => isStraightOrRound(oc, keep, edge)),
  }
  seen.set(raw, anatomy)
  return anatomy
}
