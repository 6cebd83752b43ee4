import type { TopAbs_ShapeEnum, TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './core.ts'
import type { OpenCascade } from './load.ts'

type Kind = 'SOLID' | 'SHELL' | 'FACE' | 'WIRE' | 'EDGE' | 'VERTEX'

/** All parts of one kind in exploration order; a part that two parents share comes twice. */
export function partsOf(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape, kind: Kind, avoid?: Kind): TopoDS_Shape[] {
  const found: TopoDS_Shape[] = []
  const named = (which: Kind): TopAbs_ShapeEnum => oc.TopAbs_ShapeEnum[`TopAbs_${which}`]
  const explorer = keep(
    avoid ? new oc.TopExp_Explorer(shape, named(kind), named(avoid)) : new oc.TopExp_Explorer(shape, named(kind)),
  )
  for (; explorer.More(); explorer.Next()) found.push(keep(explorer.Current()))
  return found
}

/** Each part once, at its first place in exploration order. */
export function uniqueParts(
  oc: OpenCascade,
  keep: Keep,
  shape: TopoDS_Shape,
  kind: Kind,
  avoid?: Kind,
): TopoDS_Shape[] {
  const seen = new Map<number, TopoDS_Shape[]>()
  const unique: TopoDS_Shape[] = []
  for (const part of partsOf(oc, keep, shape, kind, avoid)) {
    const hash = oc.ReplicadShapeHasher.HashCode(part, 0x7fffffff)
    const bucket = seen.get(hash)
    if (bucket?.some((other) => other.IsSame(part))) continue
    if (bucket) bucket.push(part)
    else seen.set(hash, [part])
    unique.push(part)
  }
  return unique
}

/**
 * The edges of a Brep in the order their indices count: faces as the shape holds them, in each face its wires, in each
 * wire its edges, every edge at its first appearance, forwards or backwards as met there. Edges without length (the
 * pole of a sphere, the tip of a cone) are no edges to a designer and are left out.
 */
export function edgesOf(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape): TopoDS_Edge[] {
  return uniqueParts(oc, keep, shape, 'EDGE')
    .map((part) => keep(oc.TopoDS.Edge(part)))
    .filter((edge) => !oc.BRep_Tool.Degenerated(edge))
}

/** A second handle on the same shape, for whoever outlives the one that `keep` will delete. */
export function ownHandle(shape: TopoDS_Shape): TopoDS_Shape {
  return shape.Oriented(shape.Orientation())
}
