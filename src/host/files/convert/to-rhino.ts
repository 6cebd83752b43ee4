import type { GeometryBase, Transform } from 'rhino3dm'
import type { Geometry, Matrix, OpaqueGeometry } from '../../geometry.ts'
import type { EncodedObject } from '../model.ts'
import type { Keep, Rhino } from '../rhino/load.ts'
import { brepToRhino, type MadeGeometry } from './brep-to-rhino.ts'
import type { Conversion } from './context.ts'
import { curveToRhino } from './curve-to-rhino.ts'
import { decode } from './decode.ts'
import { meshToRhino } from './mesh.ts'
import { textToRhino } from './text.ts'

/** Geometry as rhino3dm has it, kept by `keep`; null where it cannot be made, with a note that says so. */
export function geometryToRhino(
  conversion: Conversion,
  id: string,
  geometry: Geometry,
  keep: Keep,
): MadeGeometry | null {
  const { rhino } = conversion
  switch (geometry.kind) {
    case 'point':
      return { geometry: keep(new rhino.Point(geometry.at)) }
    case 'curve':
      return { geometry: curveToRhino(conversion, geometry, keep) }
    case 'brep':
      return brepToRhino(conversion, id, geometry, keep)
    case 'mesh':
      return { geometry: keep(meshToRhino(rhino, geometry, keep)) }
    case 'text':
      return textToRhino(conversion, id, geometry, keep)
    case 'opaque': {
      const made = opaqueToRhino(conversion, id, geometry, keep)
      return made && { geometry: made }
    }
  }
}

function opaqueToRhino(
  { rhino, notes }: Conversion,
  id: string,
  geometry: OpaqueGeometry,
  keep: Keep,
): GeometryBase | null {
  const decoded = decode(rhino, geometry.encoded as EncodedObject)
  const object = decoded && (keep(decoded) as GeometryBase)
  const moved = object && geometry.transform ? object.transform(keep(rhinoTransform(rhino, geometry.transform))) : true
  if (object && moved) return object
  notes.add('skipped', `A ${geometry.objectType} could not be moved; it stays in the file where it was.`, id)
  return null
}

function rhinoTransform(rhino: Rhino, matrix: Matrix): Transform {
  const transform = rhino.Transform.identity()
  const cells = transform as unknown as Record<string, number>
  matrix.forEach((value, i) => {
    cells[`m${Math.floor(i / 4)}${i % 4}`] = value
  })
  return transform
}
