import type { GeometryBase, InstanceReference, Mesh, Point as RhinoPoint } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import type { Geometry, Matrix } from '../../geometry.ts'
import type { EncodedObject } from '../model.ts'
import type { Keep } from '../rhino/load.ts'
import { transformBox, transformPreview } from './bounds.ts'
import type { BlockShape, Conversion } from './context.ts'
import { meshFromRhino } from './mesh.ts'
import { boundsOf, previewOf } from './preview.ts'

/** One object's geometry as a file has it. */
export interface Source {
  readonly id: string
  readonly geometry: GeometryBase
  /** Rhino's class: "Brep", "LineCurve", … */
  readonly type: string
  readonly encoded: EncodedObject
}

export function geometryFromRhino(
  { rhino }: Conversion,
  source: Source,
  blocks: (id: string) => BlockShape | null,
  keep: Keep,
): Geometry {
  const { geometry } = source
  if (geometry instanceof rhino.Point) return { kind: 'point', at: (geometry as RhinoPoint).location as Point }
  if (geometry instanceof rhino.Mesh) return meshFromRhino(geometry as Mesh, keep)
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
  return {
    bounds: shape.bounds && transformBox(matrix, shape.bounds),
    preview: shape.preview && transformPreview(matrix, shape.preview),
  }
}
