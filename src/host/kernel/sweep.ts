import type { TopoDS_Shape, TopoDS_Wire } from 'replicad-opencascadejs'
import type { Point, Vector } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Geometry, Kernel } from '../geometry.ts'
import { direction, distinct, finitePoint, invalid } from './check.ts'
import type { Core, Keep } from './core.ts'
import { sampled } from './sample.ts'
import { closedSolid, unwrapped } from './solid.ts'
import { commonPlane, cross, distance, dot, length, unit } from './space.ts'
import { toPnt, toVec } from './vocabulary.ts'
import { toWire } from './wires.ts'

type Sweeps = Pick<Kernel, 'loft' | 'extrude' | 'extrudeAlong'>

const SAME = 1e-6

export function sweeps(core: Core): Sweeps {
  const { oc } = core
  return {
    loft(curves, options) {
      const { start, end } = options
      if (curves.length + (start ? 1 : 0) + (end ? 1 : 0) < 2) {
        throw invalid('curve_ids', 'A loft needs at least two curves.', 'Name two or more curves in order.')
      }
      if (options.closed && (start || end || curves.length < 3)) {
        throw invalid('closed', 'A closed loft needs three curves or more and no end points.', 'Leave `closed` out.')
      }
      if (start) finitePoint(start, 'start_point')
      if (end) finitePoint(end, 'end_point')
      const next = 'Check that the curves do not cross each other and run the same way.'
      return core.run({ tried: 'loft the curves', next }, (keep) => {
        const wires = curves.map((curve) => curveWire(core, keep, curve, 'curve_ids'))
        alike(core, keep, wires)
        const vertex = (point: Point) => keep(keep(new oc.BRepBuilderAPI_MakeVertex(toPnt(oc, keep, point))).Vertex())
        const maker = keep(new oc.BRepOffsetAPI_ThruSections(false, options.straight, SAME))
        if (start) maker.AddVertex(vertex(start))
        for (const wire of options.closed ? [...wires, wires[0] as TopoDS_Wire] : wires) maker.AddWire(wire)
        if (end) maker.AddVertex(vertex(end))
        maker.Build(keep(new oc.Message_ProgressRange()))
        return core.brep(closedSolid(oc, keep, keep(maker.Shape())))
      })
    },

    extrude(curve, along, cap) {
      direction(along, 'direction')
      const next = 'Give a direction that leaves the plane of the curve.'
      return core.run({ tried: 'extrude the curve', next }, (keep) => {
        const wire = curveWire(core, keep, curve, 'curve_id')
        const profile = profileOf(core, keep, wire, cap, along)
        const maker = keep(new oc.BRepPrimAPI_MakePrism(profile, toVec(oc, keep, along), true, true))
        return core.brep(unwrapped(oc, keep, keep(maker.Shape())))
      })
    },

    extrudeAlong(curve, path, cap) {
      const next = 'Check that the path does not lie in the plane of the curve and does not turn back on itself.'
      return core.run({ tried: 'extrude the curve along the path', next }, (keep) => {
        const profile = curveWire(core, keep, curve, 'curve_id')
        const spine = curveWire(core, keep, path, 'path_id')
        const closed = isClosed(core, keep, profile)
        const maker = keep(new oc.BRepOffsetAPI_MakePipeShell(spine))
        // As in Rhino the curve keeps its own direction all along: it is moved, never turned.
        maker.SetMode(keep(new oc.gp_Ax2()))
        maker.Add(profile, false, false)
        maker.Build(keep(new oc.Message_ProgressRange()))
        if (!maker.IsDone()) throw new Fault('OPERATION_FAILED', 'The curve cannot be moved along this path.', { next })
        if (cap && closed && !isClosed(core, keep, spine)) maker.MakeSolid()
        return core.brep(unwrapped(oc, keep, keep(maker.Shape())))
      })
    },
  }
}

function curveWire(core: Core, keep: Keep, geometry: Geometry, parameter: string): TopoDS_Wire {
  if (geometry.kind === 'curve') return toWire(core.oc, keep, core.raw(geometry))
  throw invalid(parameter, `A ${geometry.kind} is no curve.`, 'Name a curve.')
}

function isClosed(core: Core, keep: Keep, wire: TopoDS_Wire): boolean {
  const points = sampled(core.oc, keep, wire, 1)
  return distance(points[0] as Point, points.at(-1) as Point) <= SAME
}

/** All closed or all open: a loft between the two kinds has no sense. */
function alike(core: Core, keep: Keep, wires: readonly TopoDS_Wire[]): void {
  const closed = wires.filter((wire) => isClosed(core, keep, wire)).length
  if (closed === 0 || closed === wires.length) return
  throw invalid(
    'curve_ids',
    'Some of the curves are closed and some are open.',
    'Loft closed curves or open curves, not both.',
  )
}

/** What is extruded: the wire, or its face where the ends are to be closed. Refuses what would give no surface. */
function profileOf(core: Core, keep: Keep, wire: TopoDS_Wire, cap: boolean, along: Vector): TopoDS_Shape {
  const { oc } = core
  const points = sampled(oc, keep, wire, 8)
  distinct(points.slice(0, 2), 'curve_id')
  const { normal, planar } = commonPlane(points, SAME * Math.max(1, length(along)))
  const way = unit(along)
  if (planar && !normal && length(cross(unit(chord(points)), way)) < SAME) {
    throw invalid('direction', 'The direction runs along the line itself.', 'Give a direction across the line.')
  }
  if (normal && Math.abs(dot(normal, way)) < SAME) {
    throw invalid(
      'direction',
      'The direction lies in the plane of the curve.',
      'Give a direction that leaves this plane.',
    )
  }
  if (!cap || !isClosed(core, keep, wire)) return wire
  if (!planar) {
    throw invalid('cap', 'The curve does not lie in a plane, so its ends cannot be capped.', 'Extrude it without caps.')
  }
  return keep(keep(new oc.BRepBuilderAPI_MakeFace(wire, true)).Face())
}

function chord(points: readonly Point[]): Vector {
  const first = points[0] as Point
  const far = points.reduce((best, point) => (distance(point, first) > distance(best, first) ? point : best), first)
  return [far[0] - first[0], far[1] - first[1], far[2] - first[2]]
}
