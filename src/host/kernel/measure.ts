import type { Kernel } from '../geometry.ts'
import type { Core } from './core.ts'
import { partsOf } from './explore.ts'

/**
 * Relative error of mass properties. Always given: without it the kernel integrates rational NURBS faces with too few
 * points (0.8 % off on a cylinder).
 */
const EPSILON = 1e-7

export function measure(core: Core): Pick<Kernel, 'volume' | 'area'> {
  const { oc } = core
  return {
    volume(geometry) {
      if (geometry.kind !== 'brep') return null
      return core.run({ tried: 'measure the volume', next: 'Check the object for open edges.' }, (keep) => {
        const raw = core.raw(geometry)
        if (partsOf(oc, keep, raw, 'SOLID').length === 0) return null
        const properties = keep(new oc.GProp_GProps())
        oc.BRepGProp.VolumeProperties(raw, properties, EPSILON, true, false)
        return Math.abs(properties.Mass())
      })
    },
    area(geometry) {
      if (geometry.kind !== 'brep') return null
      return core.run({ tried: 'measure the area', next: 'Check the object for bad faces.' }, (keep) => {
        const properties = keep(new oc.GProp_GProps())
        oc.BRepGProp.SurfaceProperties(core.raw(geometry), properties, EPSILON, false)
        return properties.Mass()
      })
    },
  }
}
