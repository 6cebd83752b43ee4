import type { Kernel } from '../geometry.ts'
import { finiteFrame, nonZero, positive } from './check.ts'
import type { Core } from './core.ts'
import { toAx2 } from './vocabulary.ts'

type Primitives = Pick<Kernel, 'box' | 'sphere' | 'cylinder'>

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
        return core.brep(keep(new oc.BRepPrimAPI_MakeBox(axes, width, depth, Math.abs(height))).Shape())
      })
    },

    sphere(frame, radius) {
      finiteFrame(frame)
      positive(radius, 'radius')
      return core.run({ tried: 'make the sphere', next: NEXT }, (keep) =>
        core.brep(keep(new oc.BRepPrimAPI_MakeSphere(toAx2(oc, keep, frame), radius)).Shape()),
      )
    },

    cylinder(frame, radius, height, cap) {
      finiteFrame(frame)
      positive(radius, 'radius')
      nonZero(height, 'height')
      return core.run({ tried: 'make the cylinder', next: NEXT }, (keep) => {
        const axes = toAx2(oc, keep, frame, Math.min(0, height))
        const maker = keep(new oc.BRepPrimAPI_MakeCylinder(axes, radius, Math.abs(height)))
        return core.brep(cap ? maker.Shape() : maker.Face())
      })
    },
  }
}
