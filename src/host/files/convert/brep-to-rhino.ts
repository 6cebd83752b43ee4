import type { Brep, GeometryBase } from 'rhino3dm'
import type { BrepGeometry } from '../../geometry.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import { encodeBrep } from '../brep/encode.ts'
import { brepFromKernel } from '../brep/from-kernel.ts'
import { type Keep, withHandles } from '../rhino/load.ts'
import type { Conversion } from './context.ts'
import { decodeNew } from './decode.ts'
import { meshToRhino } from './mesh.ts'

/** Marks a mesh that stands for a Brep which could not be written as one. */
const FALLBACK_KEY = 'embedded.fallback'

/** Geometry for a file, and user text the object must carry because of it. */
export interface MadeGeometry {
  readonly geometry: GeometryBase
  readonly mark?: Readonly<Record<string, string>>
}

/**
 * A kernel shape as a trimmed NURBS Brep. Where one face of it cannot be written, or openNURBS finds the result wrong, a
 * fine mesh takes its place, marked and noted, never silently.
 */
export function brepToRhino(conversion: Conversion, id: string, geometry: BrepGeometry, keep: Keep): MadeGeometry {
  const brep = tryBrep(conversion, geometry)
  if (brep) return { geometry: keep(brep) }
  const { rhino, kernel, notes, tolerance } = conversion
  notes.add(
    'fallback_mesh',
    'A surface could not be written exactly; it was saved as a mesh, marked in its user text.',
    id,
  )
  const { positions, triangles } = kernel.display(geometry, tolerance)
  const mesh = { kind: 'mesh' as const, vertices: Float64Array.from(positions), triangles, quads: new Uint32Array() }
  return { geometry: keep(meshToRhino(rhino, mesh, keep)), mark: { [FALLBACK_KEY]: 'mesh' } }
}

function tryBrep({ rhino, kernel }: Conversion, geometry: BrepGeometry): Brep | null {
  const { oc } = kernel
  let bytes: Uint8Array
  try {
    bytes = withTemporaries((temporary) => encodeBrep(brepFromKernel(oc, temporary, kernel.raw(geometry.shape))))
  } catch (thrown) {
    // Only what the kernel itself refuses is a reason to fall back; our own mistakes must not hide behind a mesh.
    if (!(thrown instanceof WebAssembly.Exception)) throw thrown
    oc.decrementExceptionRefcount(thrown)
    return null
  }
  const brep = decodeNew(rhino, bytes) as Brep
  return brep.isValid ? brep : withHandles(rhino, (keep) => keep(brep) && null)
}
