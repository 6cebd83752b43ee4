import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Point, Vector } from '../../shared/geometry.ts'
import type { BrepStructure, CurveDescription, EdgeDescription, Kernel } from '../geometry.ts'
import { anatomyOf } from './anatomy.ts'
import { areaOf } from './area.ts'
import type { Core, Keep } from './core.ts'
import { edgesOf } from './explore.ts'
import { walkLength } from './length.ts'
import type { OpenCascade } from './load.ts'
import { volumeOf } from './measure.ts'
import { sampled, type Walk, walkEdge, walks } from './sample.ts'
import { commonPlane, distance } from './space.ts'
import { fromDir, fromPnt } from './vocabulary.ts'

type Descriptions = Pick<Kernel, 'describeCurve' | 'structure' | 'describeEdges' | 'describeBrep'>

/** Points closer than this are one: the kernel's own confusion is 1e-7. */
const SAME = 1e-6

export function descriptions(core: Core): Descriptions {
  const { oc } = core
  return {
    describeCurve(curve) {
      return core.run({ tried: 'read the curve', next: 'Check the curve.' }, (keep) => {
        const raw = core.raw(curve)
        const edges = walks(oc, keep, raw)
        const [only, another] = edges
        if (only && !another) return describeEdgeCurve(oc, keep, only)
        return describeWire(oc, keep, raw, edges)
      })
    },

    structure(brep) {
      return core.run(READ, (keep) => structureOf(core, keep, core.raw(brep)))
    },

    describeEdges(brep) {
      return core.run(READ, (keep) => edgesDescribed(oc, keep, core.raw(brep)))
    },

    describeBrep(brep) {
      return core.run(READ, (keep) => {
        const raw = core.raw(brep)
        const volume = volumeOf(core, keep, raw)
        const edges = edgesDescribed(oc, keep, raw)
        return { ...structureOf(core, keep, raw), edges, solid: volume !== null, volume, area: areaOf(core, keep, raw) }
      })
    },
  }
}

const READ = { tried: 'read the object', next: 'Check the object for bad faces.' }

function structureOf(core: Core, keep: Keep, raw: TopoDS_Shape): BrepStructure {
  const { faces, edges, vertices } = anatomyOf(core, keep, raw)
  return { faces, edges, vertices, valid: core.isValid(raw) }
}

const edgesDescribed = (oc: OpenCascade, keep: Keep, raw: TopoDS_Shape): EdgeDescription[] =>
  edgesOf(oc, keep, raw).map((edge, index) => describeEdge(oc, keep, edge, index))

function describeEdge(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape, index: number): EdgeDescription {
  const walk = walkEdge(oc, keep, raw)
  const kind = kindOf(oc, walk)
  const circle = kind === 'arc' || kind === 'circle' ? circleOf(keep, walk) : null
  return {
    index,
    type: kind === 'nurbs' || kind === 'polyline' ? 'curve' : kind,
    start: walk.at(0),
    end: walk.at(1),
    middle: walk.at(0.5),
    length: walkLength(oc, walk),
    direction: kind === 'line' ? lineDirection(walk) : (circle?.axis ?? null),
    radius: circle?.radius ?? null,
  }
}

function describeEdgeCurve(oc: OpenCascade, keep: Keep, walk: Walk): CurveDescription {
  const kind = kindOf(oc, walk)
  const circle = kind === 'arc' || kind === 'circle' ? circleOf(keep, walk) : null
  const [start, end] = [walk.at(0), walk.at(1)]
  const poles = kind === 'nurbs' || kind === 'polyline' ? polesOf(keep, walk) : null
  return {
    type: kind,
    degree: kind === 'line' ? 1 : circle ? 2 : poles ? walk.curve.Degree() : 2,
    domain: [walk.first, walk.last],
    length: walkLength(oc, walk),
    closed: distance(start, end) <= SAME,
    planar: commonPlane(poles ?? sampled(oc, keep, walk.edge, 32), SAME).planar,
    start,
    end,
    radius: circle?.radius ?? null,
    center: circle?.center ?? null,
    points: kind === 'line' ? [start, end] : poles,
  }
}

/** Several edges: a polyline where all are straight, else what Rhino calls a polycurve. */
function describeWire(oc: OpenCascade, keep: Keep, raw: TopoDS_Shape, edges: readonly Walk[]): CurveDescription {
  const straight = edges.every((walk) => kindOf(oc, walk) === 'line')
  const corners = sampled(oc, keep, raw, 1)
  const [start, end] = [corners[0] as Point, corners.at(-1) as Point]
  return {
    type: straight ? 'polyline' : 'curve',
    degree: straight ? 1 : Math.max(...edges.map((walk) => (kindOf(oc, walk) === 'nurbs' ? walk.curve.Degree() : 2))),
    domain: [0, edges.length],
    length: edges.reduce((sum, walk) => sum + walkLength(oc, walk), 0),
    closed: distance(start, end) <= SAME,
    planar: commonPlane(straight ? corners : sampled(oc, keep, raw, 16), SAME).planar,
    start,
    end,
    radius: null,
    center: null,
    points: straight ? corners : null,
  }
}

/** A NURBS curve of degree 1 is a line or a polyline to a designer, whatever it was made as. */
function kindOf(oc: OpenCascade, walk: Walk): 'line' | 'arc' | 'circle' | 'polyline' | 'nurbs' | 'curve' {
  const types = oc.GeomAbs_CurveType
  switch (walk.curve.GetType()) {
    case types.GeomAbs_Line:
      return 'line'
    case types.GeomAbs_Circle:
      return Math.abs(walk.last - walk.first) > 2 * Math.PI - 1e-9 ? 'circle' : 'arc'
    case types.GeomAbs_BSplineCurve:
    case types.GeomAbs_BezierCurve:
      if (walk.curve.Degree() > 1) return 'nurbs'
      return walk.curve.NbPoles() === 2 ? 'line' : 'polyline'
    default:
      return 'curve'
  }
}

function circleOf(keep: Keep, walk: Walk): { center: Point; axis: Vector; radius: number } {
  const circle = keep(walk.curve.Circle())
  const axis = keep(circle.Axis())
  return { center: fromPnt(circle.Location()), axis: fromDir(axis.Direction()), radius: circle.Radius() }
}

function lineDirection(walk: Walk): Vector {
  const [a, b] = [walk.at(0), walk.at(1)]
  const size = distance(a, b)
  return [(b[0] - a[0]) / size, (b[1] - a[1]) / size, (b[2] - a[2]) / size]
}

function polesOf(keep: Keep, walk: Walk): Point[] {
  const curve = keep(walk.curve.BSpline())
  const poles = Array.from({ length: curve.NbPoles() }, (_, index) => fromPnt(curve.Pole(index + 1)))
  return walk.reversed ? poles.reverse() : poles
}
