import type { TopoDS_Shape, TopoDS_Vertex, TopoDS_Wire } from 'replicad-opencascadejs'
import type { Point } from '../../shared/geometry.ts'
import { invalid } from './check.ts'
import type { Keep } from './core.ts'
import type { OpenCascade } from './load.ts'
import { toPnt } from './vocabulary.ts'

/**
 * A wire of straight edges that share their corner vertices, in the order given. The wire builder of the kernel is not
 * used: it joins whatever meets, which goes wrong where a polyline crosses itself.
 */
export function polylineWire(oc: OpenCascade, keep: Keep, corners: readonly Point[], closed: boolean): TopoDS_Wire {
  const vertices = corners.map((corner) =>
    keep(keep(new oc.BRepBuilderAPI_MakeVertex(toPnt(oc, keep, corner))).Vertex()),
  )
  const ends = closed ? [...vertices, vertices[0] as TopoDS_Vertex] : vertices
  const builder = keep(new oc.TopoDS_Builder())
  const wire = new oc.TopoDS_Wire()
  builder.MakeWire(wire)
  for (let index = 1; index < ends.length; index += 1) {
    const [from, to] = [ends[index - 1] as TopoDS_Vertex, ends[index] as TopoDS_Vertex]
    builder.Add(wire, keep(keep(new oc.BRepBuilderAPI_MakeEdge(from, to)).Edge()))
  }
  wire.Closed(closed)
  return wire
}

/** A curve's shape as a wire, which is what sweeping takes. Kept by `keep`. */
export function toWire(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape): TopoDS_Wire {
  switch (raw.ShapeType()) {
    case oc.TopAbs_ShapeEnum.TopAbs_WIRE:
      return keep(oc.TopoDS.Wire(raw))
    case oc.TopAbs_ShapeEnum.TopAbs_EDGE:
      return keep(keep(new oc.BRepBuilderAPI_MakeWire(keep(oc.TopoDS.Edge(raw)))).Wire())
    default:
      throw invalid('curve_id', 'This object is no curve.', 'Name a curve.')
  }
}
