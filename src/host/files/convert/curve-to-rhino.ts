import type { Curve, GeometryBase } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import type { CurveGeometry } from '../../geometry.ts'
import { type Walk, walks } from '../../kernel/sample.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import { fromDir, fromPnt } from '../../kernel/vocabulary.ts'
import { ArchiveWriter } from '../archive/writer.ts'
import { writeCurve } from '../brep/encode.ts'
import { curveToNurbs } from '../brep/kernel-curve.ts'
import { type NurbsCurve, reversed } from '../brep/nurbs.ts'
import type { Keep, Rhino } from '../rhino/load.ts'
import type { Conversion, HostKernel } from './context.ts'
import { decodeNew } from './decode.ts'

/** An edge or wire as Rhino's own kind of curve: line, polyline, arc, circle, NURBS, or a polycurve of those. */
export function curveToRhino({ rhino, kernel }: Conversion, geometry: CurveGeometry, keep: Keep): GeometryBase {
  return withTemporaries((temporary) => {
    const edges = walks(kernel.oc, temporary, kernel.raw(geometry.shape))
    const [only] = edges
    if (!only) throw new Error('A curve without edges.')
    if (edges.length === 1) return edgeToRhino(rhino, kernel, only, keep)
    if (edges.every(isLine)) {
      return keep(new rhino.PolylineCurve([...edges.map((edge) => edge.at(0)), (edges.at(-1) as Walk).at(1)]))
    }
    const whole = keep(new rhino.PolyCurve())
    for (const edge of edges) whole.appendCurve(edgeToRhino(rhino, kernel, edge, keep))
    return whole
  })
}

function isLine(edge: Walk): boolean {
  return String(edge.curve.GetType()) === 'GeomAbs_Line'
}

function edgeToRhino(rhino: Rhino, kernel: HostKernel, edge: Walk, keep: Keep): Curve {
  if (isLine(edge)) return keep(new rhino.LineCurve(edge.at(0), edge.at(1)))
  if (String(edge.curve.GetType()) === 'GeomAbs_Circle') return arcToRhino(rhino, edge, keep)
  return withTemporaries((temporary) => {
    const { oc } = kernel
    const { returnValue } = oc.BRep_Tool.Curve(edge.edge, 0, 0)
    const { curve } = curveToNurbs(oc, temporary, temporary(returnValue), edge.first, edge.last)
    return keep(decodeNew(rhino, encodeCurve(edge.reversed ? reversed(curve) : curve))) as Curve
  })
}

function encodeCurve(curve: NurbsCurve): Uint8Array {
  const out = new ArchiveWriter()
  writeCurve(out, curve)
  return out.done()
}

/** The arc's plane is turned so that it starts at angle 0 and runs the way the edge is walked. */
function arcToRhino(rhino: Rhino, edge: Walk, keep: Keep): Curve {
  const circle = edge.curve.Circle()
  const centre = fromPnt(circle.Location())
  const axis = circle.Axis()
  const z = fromDir(axis.Direction())
  const radius = circle.Radius()
  axis.delete()
  circle.delete()
  const normal = (edge.reversed ? z.map((value) => -value) : z) as Point
  const x = edge.at(0).map((value, k) => (value - (centre[k] ?? 0)) / radius) as Point
  const y: Point = [
    normal[1] * x[2] - normal[2] * x[1],
    normal[2] * x[0] - normal[0] * x[2],
    normal[0] * x[1] - normal[1] * x[0],
  ]
  const made = keep(new rhino.Circle(radius))
  made.plane = { origin: centre, xAxis: x, yAxis: y, zAxis: normal } as unknown as typeof made.plane
  const angle = edge.last - edge.first
  if (angle >= 2 * Math.PI - 1e-9) return keep(rhino.ArcCurve.createFromCircle(made))
  return keep(rhino.ArcCurve.createFromArc(keep(new rhino.Arc(made, angle))))
}
