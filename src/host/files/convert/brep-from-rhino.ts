import type { Brep, Extrusion, GeometryBase, Surface } from 'rhino3dm'
import type { BrepGeometry } from '../../geometry.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import { brepToKernel } from '../brep/to-kernel.ts'
import type { Keep } from '../rhino/load.ts'
import type { Conversion } from './context.ts'
import { boundsOf } from './preview.ts'

/** The Brep form of what Rhino calls a Brep, an extrusion or a surface; null for anything else. */
export function brepFormOf({ rhino }: Conversion, geometry: GeometryBase, keep: Keep): Brep | null {
  if (geometry instanceof rhino.Brep) return geometry as Brep
  if (geometry instanceof rhino.Extrusion) return keep((geometry as Extrusion).toBrep(true))
  if (geometry instanceof rhino.Surface) return keep(rhino.Brep.createFromSurface(geometry as Surface))
  return null
}

/**
 * A Brep of a file in the kernel, or null where it cannot be brought there exactly: then it is kept as it is. What comes out
 * must lie within the box the file's Brep has; a face that was closed the wrong way round would not.
 */
export function brepFromRhino(conversion: Conversion, brep: Brep, keep: Keep): BrepGeometry | null {
  const { rhino, kernel, tolerance } = conversion
  const { oc } = kernel
  const raw = withTemporaries((temporary) =>
    brepToKernel({ oc, rhino, keep: temporary, keepHandle: keep, tolerance }, brep),
  )
  if (!raw) return null
  const geometry = kernel.adoptBrep(raw)
  const [wanted, got] = [boundsOf(brep, keep), kernel.boundingBox(geometry)]
  const size = wanted ? Math.hypot(...wanted.max.map((value, k) => value - (wanted.min[k] ?? 0))) : 0
  const slack = tolerance + size * 1e-3
  const inside =
    wanted === null ||
    (got !== null &&
      ([0, 1, 2] as const).every((k) => got.min[k] >= wanted.min[k] - slack && got.max[k] <= wanted.max[k] + slack))
  if (inside) return geometry
  kernel.release(geometry)
  return null
}
