import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Point } from '../../shared/geometry.ts'
import type { Frame, Kernel } from '../geometry.ts'
import { distinct, finiteFrame, finitePoint, invalid, nonZero, positive } from './check.ts'
import type { Core, Keep } from './core.ts'
import { knownBox, knownCylinder, knownSphere, knownTorus } from './known.ts'
import { closedSolid } from './solid.ts'
import { commonPlane, distance, dot, spanNormal, subtract } from './space.ts'
import { toAx2, toDir, toPnt } from './vocabulary.ts'
import { polylineWire } from './wires.ts'

type Primitives = Pick<Kernel, 'box' | 'boxFromCorners' | 'sphere' | 'cylinder' | 'cone' | 'torus'>

const NEXT = 'Check the sizes; the kernel works between 1e-6 and 1e9 units.'

export function primitives(core: Core): Primitives {
  const { oc } = core
  return {
    box(frame, width, depth, height) {
      finiteFrame(frame)
      positive(width, 'width')
      positive(depth, 'depth')
      nonZero(height, 'height')
      return core.run({ tried: 'make the box', next: NEXT }, (keep) => {
        const axes = toAx2(oc, keep, frame, Math.min(0, height))
        const made = keep(new oc.BRepPrimAPI_MakeBox(axes, width, depth, Math.abs(height))).Shape()
        return core.brep(made, knownBox(frame, width, depth, height))
      })
    },

    boxFromCorners(corners) {
      const faces = boxFaces(corners)
      return core.run(
        { tried: 'make the box', next: 'Give the bottom four corners in order, then the top four.' },
        (keep) => core.brep(boxOfFaces(core, keep, faces)),
      )
    },

    sphere(frame, radius) {
      finiteFrame(frame)
      positive(radius, 'radius')
      return core.run({ tried: 'make the sphere', next: NEXT }, (keep) => {
        const made = keep(new oc.BRepPrimAPI_MakeSphere(toAx2(oc, keep, frame), radius)).Shape()
        return core.brep(made, knownSphere(frame, radius))
      })
    },

    cylinder(frame, radius, height, cap) {
      finiteFrame(frame)
      positive(radius, 'radius')
      nonZero(height, 'height')
      return core.run({ tried: 'make the cylinder', next: NEXT }, (keep) => {
        const axes = toAx2(oc, keep, frame, Math.min(0, height))
        const maker = keep(new oc.BRepPrimAPI_MakeCylinder(axes, radius, Math.abs(height)))
        if (!cap) return core.brep(maker.Face())
        return core.brep(maker.Shape(), knownCylinder(frame, radius, Math.abs(height)))
      })
    },

    cone(frame, radius, height, cap) {
      finiteFrame(frame)
      positive(radius, 'radius')
      nonZero(height, 'height')
      return core.run({ tried: 'make the cone', next: NEXT }, (keep) =>
        core.brep(cone(core, keep, frame, radius, height, cap)),
      )
    },

    torus(frame, major, minor) {
      finiteFrame(frame)
      positive(major, 'major_radius')
      positive(minor, 'minor_radius')
      if (minor >= major) {
        throw invalid(
          'minor_radius',
          `The tube (radius ${minor}) does not fit round a ring of radius ${major}: the torus would run through itself.`,
          'Give a minor radius smaller than the major radius.',
        )
      }
      return core.run({ tried: 'make the torus', next: NEXT }, (keep) => {
        const made = keep(new oc.BRepPrimAPI_MakeTorus(toAx2(oc, keep, frame), major, minor)).Shape()
        return core.brep(made, knownTorus(frame, major, minor))
      })
    },
  }
}

/**
 * Base at the frame's origin, tip at `height` along z, as Rhino's cone command makes it. The build of the kernel has no
 * cone of its own, so half its outline is turned about the axis.
 */
function cone(core: Core, keep: Keep, frame: Frame, radius: number, height: number, cap: boolean): TopoDS_Shape {
  const { oc } = core
  const on = (along: number, up: number): Point =>
    frame.origin.map((value, i) => value + along * (frame.x[i] ?? 0) + up * (frame.z[i] ?? 0)) as Point
  const [centre, rim, tip] = [on(0, 0), on(radius, 0), on(0, height)]
  const outline = keep(polylineWire(oc, keep, cap ? [centre, rim, tip] : [rim, tip], cap))
  const profile = cap ? keep(keep(new oc.BRepBuilderAPI_MakeFace(outline, true)).Face()) : outline
  const axis = keep(new oc.gp_Ax1(toPnt(oc, keep, centre), toDir(oc, keep, frame.z)))
  return keep(new oc.BRepPrimAPI_MakeRevol(profile, axis, true)).Shape()
}

function boxFaces(corners: readonly Point[]): Point[][] {
  if (corners.length !== 8) {
    throw invalid(
      'corners',
      `A box has eight corners; there are ${corners.length}.`,
      'Give the bottom four in order, then the top four.',
    )
  }
  for (const corner of corners) finitePoint(corner, 'corners')
  const sides = [
    [3, 2, 1, 0],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ].map((side) => side.map((index) => corners[index] as Point))
  const size = Math.max(...corners.map((corner) => distance(corner, corners[0] as Point)))
  for (const side of sides) {
    distinct([...side, side[0] as Point], 'corners')
    if (!commonPlane(side, size * 1e-6).planar) {
      throw invalid(
        'corners',
        'Four corners of one side do not lie in a plane.',
        'Move a corner into the plane of the other three.',
      )
    }
  }
  const [bottom, top] = [corners.slice(0, 3) as [Point, Point, Point], corners[4] as Point]
  const normal = spanNormal(...bottom)
  if (!normal || Math.abs(dot(subtract(top, bottom[0]), normal)) < size * 1e-9) {
    throw invalid(
      'corners',
      'The corners enclose no volume.',
      'Give the bottom four in order, then the top four above them.',
    )
  }
  return sides
}

function boxOfFaces(core: Core, keep: Keep, faces: readonly Point[][]): TopoDS_Shape {
  const { oc } = core
  const sewing = keep(new oc.BRepBuilderAPI_Sewing(1e-6, true, true, true, false))
  for (const corners of faces) {
    const wire = keep(polylineWire(oc, keep, corners, true))
    sewing.Add(keep(keep(new oc.BRepBuilderAPI_MakeFace(wire, true)).Face()))
  }
  sewing.Perform(keep(new oc.Message_ProgressRange()))
  return closedSolid(oc, keep, keep(sewing.SewedShape()))
}
