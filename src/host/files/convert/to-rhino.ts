import type { GeometryBase, Transform } from 'rhino3dm'
import type { Geometry, Matrix, OpaqueGeometry } from '../../geometry.ts'
import type { EncodedObject } from '../model.ts'
import type { Keep, Rhino } from '../rhino/load.ts'
import type { Conversion } from './context.ts'
import { meshToRhino } from './mesh.ts'

/** Geometry as rhino3dm has it, kept by `keep`; null where it cannot be made, with a note that says so. */
export function geometryToRhino(
  conversion: Conversion,
  id: string,
  geometry: Geometry,
  keep: Keep,
): GeometryBase | null {
  const { rhino, notes } = conversion
  switch (geometry.kind) {
    case 'point':
      return keep(new rhino.Point(geometry.at))
    case 'mesh':
      return keep(meshToRhino(rhino, geometry, keep))
    case 'opaque':
      return opaqueToRhino(conversion, id, geometry, keep)
    default:
      notes.add('skipped', `A ${geometry.kind} cannot be saved in this format.`, id)
      return null
  }
}

function opaqueToRhino(
  { rhino, notes }: Conversion,
  id: string,
  geometry: OpaqueGeometry,
  keep: Keep,
): GeometryBase | null {
  const { archive, opennurbs, bytes } = geometry.encoded as EncodedObject
  const data = Buffer.from(bytes).toString('base64')
  const decoded = rhino.CommonObject.decode({ version: 10000, archive3dm: archive, opennurbs, data })
  if (!decoded) {
    notes.add('skipped', `A ${geometry.objectType} could not be encoded again.`, id)
    return null
  }
  const object = keep(decoded) as GeometryBase
  if (geometry.transform) {
    object.transform(keep(rhinoTransform(rhino, geometry.transform)))
  }
  return object
}

function rhinoTransform(rhino: Rhino, matrix: Matrix): Transform {
  const transform = rhino.Transform.identity()
  const cells = transform as unknown as Record<string, number>
  matrix.forEach((value, i) => {
    cells[`m${Math.floor(i / 4)}${i % 4}`] = value
  })
  return transform
}
