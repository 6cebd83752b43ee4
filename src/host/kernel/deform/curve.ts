import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Core, Keep } from '../core.ts'
import { type Affine, mapPoint } from '../matrix.ts'
import { type Walk, walks } from '../sample.ts'
import { fromPnt, toPnt } from '../vocabulary.ts'
import { polylineWire } from '../wires.ts'

/** Uneven scales and shears. Straight lines stay lines; every other curve becomes a NURBS curve, exactly. */
export function deformedCurve(core: Core, raw: TopoDS_Shape, map: Affine): TopoDS_Shape {
  const { oc } = core
  return core.run({ tried: 'transform the curve', next: 'Check the transform.' }, (keep) => {
    const edges = walks(oc, keep, raw)
    const straight = edges.every((walk) => walk.curve.GetType() === oc.GeomAbs_CurveType.GeomAbs_Line)
    const ends = edges.map((walk) => [mapPoint(map, walk.at(0)), mapPoint(map, walk.at(1))] as const)
    const [first] = ends
    if (straight && first && edges.length > 1) {
      const closed = raw.Closed()
      const corners = [first[0], ...ends.map(([, end]) => end)]
      return polylineWire(oc, keep, closed ? corners.slice(0, -1) : corners, closed)
    }
    if (straight && first) {
      return keep(new oc.BRepBuilderAPI_MakeEdge(toPnt(oc, keep, first[0]), toPnt(oc, keep, first[1]))).Edge()
    }
    const deformed = edges.map((walk) => deformedEdge(core, keep, walk, map))
    if (deformed.length === 1) return (deformed[0] as () => TopoDS_Shape)()
    const maker = keep(new oc.BRepBuilderAPI_MakeWire())
    for (const edge of deformed) maker.Add(keep(oc.TopoDS.Edge(keep(edge()))))
    return maker.Wire()
  })
}

function deformedEdge(core: Core, keep: Keep, walk: Walk, map: Affine): () => TopoDS_Shape {
  const { oc } = core
  const base = oc.BRep_Tool.Curve(walk.edge, 0, 0)
  keep(base.returnValue)
  const trimmed = keep(new oc.Geom_TrimmedCurve(base.returnValue, walk.first, walk.last, true, true))
  const curve = keep(oc.GeomConvert.CurveToBSplineCurve(trimmed))
  for (let index = 1; index <= curve.NbPoles(); index += 1) {
    curve.SetPole(index, toPnt(oc, keep, mapPoint(map, fromPnt(curve.Pole(index)))))
  }
  if (walk.reversed) curve.Reverse()
  return () => keep(new oc.BRepBuilderAPI_MakeEdge(curve)).Edge()
}
