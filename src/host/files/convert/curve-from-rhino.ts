import type { ArcCurve, Curve, LineCurve, NurbsCurve, PolyCurve, PolylineCurve } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import type { CurveGeometry, Frame } from '../../geometry.ts'
import { distance } from '../../kernel/space.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import type { Keep } from '../rhino/load.ts'
import type { Conversion } from './context.ts'

/** A curve of a file as an edge or wire of the same kind. Throws the kernel's Faults where it takes no such curve. */
export function curveFromRhino(conversion: Conversion, curve: Curve, keep: Keep): CurveGeometry {
  const { rhino, kernel } = conversion
  if (curve instanceof rhino.LineCurve) {
    const { pointAtStart, pointAtEnd } = curve as LineCurve
    return kernel.line(pointAtStart as Point, pointAtEnd as Point)
  }
  if (curve instanceof rhino.PolylineCurve) return polyline(conversion, curve as PolylineCurve)
  if (curve instanceof rhino.ArcCurve) return arc(conversion, curve as ArcCurve, keep)
  if (curve instanceof rhino.PolyCurve) return polycurve(conversion, curve as PolyCurve, keep)
  return nurbs(conversion, keep(curve.toNurbsCurve()), keep)
}

function polyline({ kernel }: Conversion, curve: PolylineCurve): CurveGeometry {
  const points = Array.from({ length: curve.pointCount }, (_, i) => curve.point(i) as Point)
  // A point that repeats the one before it adds nothing, and the kernel takes no edge without length.
  const distinct = points.filter((point, i) => i === 0 || distance(point, points[i - 1] as Point) > 1e-9)
  const closed = curve.isClosed && distinct.length > 2
  return kernel.polyline(closed ? distinct.slice(0, -1) : distinct, closed)
}

function arc({ kernel }: Conversion, curve: ArcCurve, keep: Keep): CurveGeometry {
  const { plane, radius, isCircle, startAngle, endAngle } = keep(curve.arc())
  const { origin, xAxis, yAxis, zAxis } = plane as unknown as Record<'origin' | 'xAxis' | 'yAxis' | 'zAxis', Point>
  const frame: Frame = { origin, x: xAxis, y: yAxis, z: zAxis }
  return isCircle ? kernel.circle(frame, radius) : kernel.arc(frame, radius, startAngle, endAngle)
}

function nurbs({ kernel }: Conversion, curve: NurbsCurve, keep: Keep): CurveGeometry {
  const list = keep(curve.points())
  const raw = Array.from({ length: list.count }, (_, i) => list.get(i) as number[])
  const knots = keep(curve.knots())
  return kernel.nurbsCurve({
    // Homogeneous in rhino3dm.
    points: raw.map(([x = 0, y = 0, z = 0, w = 1]): Point => [x / w, y / w, z / w]),
    weights: raw.map(([, , , w = 1]) => w),
    degree: curve.order - 1,
    knots: Array.from({ length: knots.count }, (_, i) => knots.get(i) as unknown as number),
  })
}

/** Its pieces one after another in one wire. */
function polycurve(conversion: Conversion, curve: PolyCurve, keep: Keep): CurveGeometry {
  const { kernel } = conversion
  const { oc } = kernel
  const pieces = Array.from({ length: curve.segmentCount }, (_, i) =>
    curveFromRhino(conversion, keep(curve.segmentCurve(i)), keep),
  )
  try {
    return withTemporaries((temporary) => {
      const maker = temporary(new oc.BRepBuilderAPI_MakeWire())
      for (const piece of pieces) {
        const raw = kernel.raw(piece.shape)
        const isWire = raw.ShapeType() === oc.TopAbs_ShapeEnum.TopAbs_WIRE
        maker.Add(temporary(isWire ? oc.TopoDS.Wire(raw) : oc.TopoDS.Edge(raw)))
      }
      return kernel.adoptCurve(maker.Wire())
    })
  } finally {
    for (const piece of pieces) kernel.release(piece)
  }
}
