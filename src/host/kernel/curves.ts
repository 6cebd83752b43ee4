import type { Geom_BSplineCurve, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Point } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Kernel } from '../geometry.ts'
import { distinct, finite, finiteFrame, finitePoint, invalid, positive, SMALLEST } from './check.ts'
import type { Core, Keep } from './core.ts'
import { bspline, pointArray } from './nurbs.ts'
import { distance, fullTurn, spanNormal } from './space.ts'
import { toAx2, toPnt } from './vocabulary.ts'
import { polylineWire } from './wires.ts'

type Curves = Pick<Kernel, 'line' | 'polyline' | 'circle' | 'arc' | 'arcThrough' | 'nurbsCurve' | 'interpolatedCurve'>

const NEXT = 'Check the points; neighbours must be apart by more than the tolerance.'

export function curves(core: Core): Curves {
  const { oc } = core

  return {
    line(start, end) {
      finitePoint(start, 'start')
      finitePoint(end, 'end')
      if (distance(start, end) < SMALLEST) {
        throw invalid('end', 'A line needs two different points; start and end are the same.', 'Move the end point.')
      }
      return core.run({ tried: 'draw the line', next: NEXT }, (keep) => {
        const maker = keep(new oc.BRepBuilderAPI_MakeEdge(toPnt(oc, keep, start), toPnt(oc, keep, end)))
        return core.curve(maker.Edge())
      })
    },

    polyline(points, closed) {
      distinct(points, 'points')
      const repeated = points.length > 2 && distance(points[0] as Point, points.at(-1) as Point) < SMALLEST
      const corners = repeated ? points.slice(0, -1) : points
      if (corners.length < (closed || repeated ? 3 : 2)) {
        throw invalid('points', `A ${closed ? 'closed ' : ''}polyline needs more points.`, 'Add points.')
      }
      return core.run({ tried: 'draw the polyline', next: NEXT }, (keep) =>
        core.curve(polylineWire(oc, keep, corners, closed || repeated)),
      )
    },

    circle(frame, radius) {
      finiteFrame(frame)
      positive(radius, 'radius')
      return core.run({ tried: 'draw the circle', next: NEXT }, (keep) => {
        const circle = keep(new oc.gp_Circ(toAx2(oc, keep, frame), radius))
        return core.curve(keep(new oc.BRepBuilderAPI_MakeEdge(circle)).Edge())
      })
    },

    arc(frame, radius, startAngle, endAngle) {
      finiteFrame(frame)
      positive(radius, 'radius')
      const start = finite(startAngle, 'start_angle')
      const sweep = finite(endAngle, 'end_angle') - start
      const turn = sweep < 0 ? fullTurn(sweep) : sweep
      if (turn * radius < SMALLEST) {
        throw invalid('end_angle', 'The arc has no length: both angles are the same.', 'Give two different angles.')
      }
      if (turn > 2 * Math.PI + 1e-9) {
        throw invalid('end_angle', 'An arc turns at most once around.', 'Give angles less than a full turn apart.')
      }
      return core.run({ tried: 'draw the arc', next: NEXT }, (keep) => {
        const circle = keep(new oc.gp_Circ(toAx2(oc, keep, frame), radius))
        const whole = turn > 2 * Math.PI - 1e-9
        const maker = whole
          ? new oc.BRepBuilderAPI_MakeEdge(circle)
          : new oc.BRepBuilderAPI_MakeEdge(circle, start, start + turn)
        return core.curve(keep(maker).Edge())
      })
    },

    arcThrough(start, on, end) {
      distinct([start, on, end], 'points')
      distinct([end, start], 'end')
      // Relative to the chords, so that it means "on one line" at any scale.
      const flat = spanNormal(start, on, end)
      if (flat === null) {
        throw invalid(
          'on',
          'The three points lie on one line, so no arc passes through them.',
          'Move the middle point off the line.',
        )
      }
      return core.run({ tried: 'draw the arc', next: NEXT }, (keep) => {
        const [a, b, c] = [start, on, end].map((point) => toPnt(oc, keep, point)) as [never, never, never]
        const arc = keep(keep(new oc.GC_MakeArcOfCircle(a, b, c)).Value())
        return core.curve(keep(new oc.BRepBuilderAPI_MakeEdge(arc)).Edge())
      })
    },

    nurbsCurve(spec) {
      return core.run({ tried: 'draw the curve', next: 'Check the degree, weights and knots.' }, (keep) =>
        core.curve(edgeOn(core, keep, bspline(oc, keep, spec))),
      )
    },

    interpolatedCurve(points, degree) {
      distinct(points, 'points')
      if (points.length < 2) throw invalid('points', 'A curve needs at least two points.', 'Add points.')
      if (degree === 1) return this.polyline(points, false)
      if (degree !== 3) {
        throw invalid('degree', `Curves through points are of degree 1 or 3 here, not ${degree}.`, 'Use degree 3.')
      }
      return core.run({ tried: 'draw a curve through the points', next: NEXT }, (keep) => {
        const through = keep(new oc.NCollection_HArray1_gp_Pnt(pointArray(oc, keep, points)))
        const maker = keep(new oc.GeomAPI_Interpolate(through, false, SMALLEST))
        maker.Perform()
        if (!maker.IsDone())
          throw new Fault('OPERATION_FAILED', 'No smooth curve passes through these points.', { next: NEXT })
        return core.curve(edgeOn(core, keep, keep(maker.Curve())))
      })
    },
  }
}

function edgeOn(core: Core, keep: Keep, curve: Geom_BSplineCurve): TopoDS_Shape {
  return keep(new core.oc.BRepBuilderAPI_MakeEdge(curve)).Edge()
}
