import { Fault } from '../../../wire/fault.ts'
import type { BrepGeometry, Preview } from '../../geometry.ts'
import type { HostKernel, Notes } from '../convert/context.ts'
import type { FileModel, FileObject } from '../model.ts'

/** Meshes of Breps are this fine: a chord leaves the surface by at most this part of the object's diagonal. */
const CHORD = 1 / 5000

/** An object as triangles, for formats that know nothing else. */
export interface Triangulated {
  readonly object: FileObject
  readonly mesh: Preview
}

/** Everything of a model that has a surface. What has none is noted, with what it was; nothing at all is a Fault. */
export function triangulate(kernel: HostKernel, model: FileModel, notes: Notes, format: string): Triangulated[] {
  const made = model.objects.flatMap((object) => {
    const mesh = meshOf(kernel, object, model.tolerances.absolute)
    if (mesh) return [{ object, mesh }]
    notes.add(
      'skipped',
      `Only surfaces and meshes go into ${format}; points, curves and text were left out.`,
      object.id,
    )
    return []
  })
  if (made.length > 0) return made
  throw new Fault('OPERATION_FAILED', `There is no surface or mesh to write as ${format}.`, {
    next: 'Choose objects that have surfaces, or save as .3dm.',
  })
}

function meshOf(kernel: HostKernel, { geometry }: FileObject, tolerance: number): Preview | null {
  switch (geometry.kind) {
    case 'brep':
      return meshOfBrep(kernel, geometry, tolerance)
    case 'mesh':
      return geometry
    case 'opaque':
      return geometry.preview
    default:
      return null
  }
}

function meshOfBrep(kernel: HostKernel, geometry: BrepGeometry, tolerance: number): Preview {
  const box = kernel.boundingBox(geometry)
  const diagonal = box ? Math.hypot(...box.max.map((value, k) => value - (box.min[k] ?? 0))) : 0
  const { positions, triangles } = kernel.display(geometry, Math.max(tolerance, diagonal * CHORD))
  return { vertices: Float64Array.from(positions), triangles }
}

/** Vertices that have the same coordinates become one. */
export class VertexTable {
  readonly coordinates: number[] = []
  readonly #known = new Map<string, number>()

  add(x: number, y: number, z: number): number {
    const key = `${x},${y},${z}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const index = this.coordinates.length / 3
    this.coordinates.push(x, y, z)
    this.#known.set(key, index)
    return index
  }
}
