import type { Brep, Extrusion, GeometryBase, Mesh } from 'rhino3dm'
import type { BoundingBox, Point } from '../../../shared/geometry.ts'
import type { Preview } from '../../geometry.ts'
import type { Keep, Rhino } from '../rhino/load.ts'
import { mergePreviews } from './bounds.ts'
import { meshFromRhino } from './mesh.ts'

/** The triangles a file carries for an object (Rhino saves its render meshes), or null. */
export function previewOf(rhino: Rhino, geometry: GeometryBase, keep: Keep): Preview | null {
  const meshes = storedMeshes(rhino, geometry, keep)
  return mergePreviews(meshes.map((mesh) => meshFromRhino(mesh, keep)))
}

function storedMeshes(rhino: Rhino, geometry: GeometryBase, keep: Keep): Mesh[] {
  if (geometry instanceof rhino.Mesh) return [geometry]
  if (geometry instanceof rhino.Extrusion) return present((geometry as Extrusion).getMesh(rhino.MeshType.Any), keep)
  if (!(geometry instanceof rhino.Brep)) return []
  const faces = keep((geometry as Brep).faces())
  return Array.from({ length: faces.count }, (_, i) =>
    present(keep(faces.get(i)).getMesh(rhino.MeshType.Any), keep),
  ).flat()
}

function present(mesh: Mesh | null | undefined, keep: Keep): Mesh[] {
  return mesh ? [keep(mesh)] : []
}

/** The box rhino3dm gives, or null where it has none (block instances) or an invalid one. */
export function boundsOf(geometry: GeometryBase, keep: Keep): BoundingBox | null {
  const box = geometry.getBoundingBox(false)
  if (!box) return null
  keep(box)
  const [min, max] = [box.min as Point, box.max as Point]
  return box.isValid ? { min, max } : null
}
