import type { Curve, GeometryBase, InstanceReference, Mesh, Point as RhinoPoint, TextDot } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import { Fault } from '../../../wire/fault.ts'
import type { Geometry, Matrix, OpaqueGeometry } from '../../geometry.ts'
import type { EncodedObject } from '../model.ts'
import type { Keep } from '../rhino/load.ts'
import { boxOfPreview, keepsAxes, transformBox, transformPreview } from './bounds.ts'
import { brepFormOf, brepFromRhino } from './brep-from-rhino.ts'
import type { BlockShape, Conversion } from './context.ts'
import { curveFromRhino } from './curve-from-rhino.ts'
import { meshFromRhino } from './mesh.ts'
import { boundsOf, previewOf } from './preview.ts'
import { textFromDot } from './text.ts'

/** One object's geometry as a file has it. */
export interface Source {
  readonly id: string
  readonly geometry: GeometryBase
  /** Rhino's class: "Brep", "LineCurve", … */
  readonly type: string
  readonly encoded: EncodedObject
  readonly userText: Readonly<Record<string, string>>
}

/**
 * Geometry the host can work with, or the object as it is. Nothing is lost: what the kernel refuses stays opaque, and a note
 * says so.
 */
export function geometryFromRhino(
  conversion: Conversion,
  source: Source,
  blocks: (id: string) => BlockShape | null,
  keep: Keep,
): Geometry {
  const { rhino, notes } = conversion
  const { geometry } = source
  if (geometry instanceof rhino.Point) return { kind: 'point', at: (geometry as RhinoPoint).location as Point }
  if (geometry instanceof rhino.Mesh) return meshFromRhino(geometry as Mesh, keep)
  const text = geometry instanceof rhino.TextDot ? textFromDot(geometry as TextDot, source.userText) : null
  if (text) return text
  try {
    if (geometry instanceof rhino.Curve) return curveFromRhino(conversion, geometry as Curve, keep)
    const brep = brepFormOf(conversion, geometry, keep)
    const made = brep && brepFromRhino(conversion, brep, keep)
    if (made?.geometry) return made.geometry
    if (made) {
      notes.add('kept_opaque', KEPT, source.id)
      const kept = opaque(conversion, source, blocks, keep)
      return { ...kept, preview: kept.preview ?? made.preview }
    }
  } catch (thrown) {
    refusal(conversion, thrown)
    notes.add('kept_opaque', KEPT, source.id)
  }
  return opaque(conversion, source, blocks, keep)
}

const KEPT = 'The geometry kernel cannot take this object exactly; it is shown and kept, but cannot be edited here.'

/** What the kernel says no to is a reason to keep an object as it is; anything else is our mistake. */
export function refusal({ kernel }: Conversion, thrown: unknown): void {
  if (thrown instanceof Fault && thrown.details.restart !== true) return
  if (!(thrown instanceof WebAssembly.Exception)) throw thrown
  kernel.oc.decrementExceptionRefcount(thrown)
}

function opaque(
  { rhino }: Conversion,
  source: Source,
  blocks: (id: string) => BlockShape | null,
  keep: Keep,
): OpaqueGeometry {
  const { geometry } = source
  const block =
    geometry instanceof rhino.InstanceReference ? placedBlock(geometry as InstanceReference, blocks, keep) : null
  return {
    kind: 'opaque',
    objectType: source.type,
    ...(geometry instanceof rhino.InstanceReference
      ? { definitionId: (geometry as InstanceReference).parentIdefId }
      : {}),
    encoded: source.encoded,
    transform: null,
    bounds: block?.bounds ?? boundsOf(geometry, keep),
    preview: block?.preview ?? previewOf(rhino, geometry, keep),
  }
}

/** A block's shape where an instance puts it. */
export function placedBlock(
  instance: InstanceReference,
  blocks: (id: string) => BlockShape | null,
  keep: Keep,
): BlockShape | null {
  const shape = blocks(instance.parentIdefId)
  if (!shape) return null
  const matrix = keep(instance.xform).toFloatArray(true) as unknown as Matrix
  const preview = shape.preview && transformPreview(matrix, shape.preview)
  // A turned box has room to spare at its corners; what is drawn has none.
  const tight = shape.drawn && !keepsAxes(matrix)
  return {
    bounds: tight && preview ? boxOfPreview(preview) : shape.bounds && transformBox(matrix, shape.bounds),
    preview,
    drawn: shape.drawn,
  }
}
