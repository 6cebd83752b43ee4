import type { Brep, Extrusion, GeometryBase, Surface } from 'rhino3dm'
import type { BoundingBox } from '../../../shared/geometry.ts'
import type { BrepGeometry, Preview } from '../../geometry.ts'
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

/** What became of a file's Brep: geometry, or triangles of as much of it as could be made. */
export interface ReadBrep {
  readonly geometry: BrepGeometry | null
  readonly preview: Preview | null
}

/**
 * A Brep of a file in the kernel, if it can be brought there exactly; else it is kept as it is. What comes out must lie within
 * the box the file's Brep has; a face that was closed the wrong way round would not.
 */
export function brepFromRhino(conversion: Conversion, brep: Brep, keep: Keep): ReadBrep {
  const { rhino, kernel, tolerance } = conversion
  const { whole, loose } = withTemporaries((temporary) =>
    brepToKernel({ oc: kernel.oc, rhino, keep: temporary, keepHandle: keep, tolerance }, brep),
  )
  const raw = whole ?? loose
  if (!raw) return { geometry: null, preview: null }
  const geometry = kernel.adoptBrep(raw)
  const wanted = boundsOf(brep, keep)
  if (whole && (!wanted || isInside(kernel.boundingBox(geometry), wanted, tolerance)))
    return { geometry, preview: null }
  const { positions, triangles } = kernel.display(geometry, wanted ? diagonal(wanted) * COARSE : tolerance)
  kernel.release(geometry)
  return { geometry: null, preview: { vertices: Float64Array.from(positions), triangles } }
}

/** Good enough to look at. */
const COARSE = 1e-3

function isInside(got: BoundingBox | null, wanted: BoundingBox, tolerance: number): boolean {
  const slack = tolerance + diagonal(wanted) * 1e-3
  const fits = (k: 0 | 1 | 2) =>
    got !== null && got.min[k] >= wanted.min[k] - slack && got.max[k] <= wanted.max[k] + slack
  return fits(0) && fits(1) && fits(2)
}

function diagonal({ min, max }: BoundingBox): number {
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])
}
