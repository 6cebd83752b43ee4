import type { Curve, GeometryBase } from 'rhino3dm'
import type { BrepGeometry, CurveGeometry } from '../../geometry.ts'
import type { Keep } from '../rhino/load.ts'
import { brepFormOf, brepFromRhino } from './brep-from-rhino.ts'
import type { BlockShape, Conversion } from './context.ts'
import { curveFromRhino } from './curve-from-rhino.ts'
import { refusal } from './from-rhino.ts'
import { boundsOf, previewOf } from './preview.ts'

/** Largest distance of a drawn chord from the true curve, as a part of the member's diagonal. */
const FINENESS = 1 / 1000

/** How a member of a block definition is drawn, and its exact box: by the kernel where it can, else by what the file has. */
export function memberShape(conversion: Conversion, member: GeometryBase, keep: Keep): BlockShape {
  const geometry = exactly(conversion, member, keep)
  if (!geometry) {
    const preview = previewOf(conversion.rhino, member, keep)
    return { bounds: boundsOf(member, keep), preview, drawn: preview !== null }
  }
  const { kernel } = conversion
  try {
    const bounds = kernel.boundingBox(geometry)
    const diagonal = bounds ? Math.hypot(...bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0))) : 0
    const { positions, triangles, edges } = kernel.display(geometry, diagonal > 0 ? diagonal * FINENESS : 1)
    return {
      bounds,
      preview: { vertices: Float64Array.from(positions), triangles, lines: Float64Array.from(edges) },
      drawn: true,
    }
  } finally {
    kernel.release(geometry)
  }
}

/** The caller releases it. Null for what the kernel does not take. */
function exactly(conversion: Conversion, member: GeometryBase, keep: Keep): BrepGeometry | CurveGeometry | null {
  const { rhino } = conversion
  try {
    if (member instanceof rhino.Curve) {
      const curve = curveFromRhino(conversion, member as Curve, keep)
      return curve.kind === 'curve' ? curve : null
    }
    const brep = brepFormOf(conversion, member, keep)
    return brep && brepFromRhino(conversion, brep, keep).geometry
  } catch (thrown) {
    refusal(conversion, thrown)
    return null
  }
}
