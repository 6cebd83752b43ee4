import type { Mesh } from 'rhino3dm'
import type { MeshGeometry } from '../../geometry.ts'
import type { Keep, Rhino } from '../rhino/load.ts'

/** A mesh of a file. Quads become two triangles that know they are one; n-gons are only outlines and are left out. */
export function meshFromRhino(mesh: Mesh, keep: Keep): MeshGeometry {
  const points = keep(mesh.vertices())
  const vertices = new Float64Array(points.count * 3)
  for (let i = 0; i < points.count; i++) {
    const [x = 0, y = 0, z = 0] = points.get(i) as number[]
    vertices.set([x, y, z], i * 3)
  }
  const faces = keep(mesh.faces())
  const triangles: number[] = []
  const quads: number[] = []
  for (let i = 0; i < faces.count; i++) {
    const [a = 0, b = 0, c = 0, d = 0] = faces.get(i) as number[]
    if (c !== d) {
      quads.push(triangles.length / 3)
      triangles.push(a, b, c, a, c, d)
    } else {
      triangles.push(a, b, c)
    }
  }
  return { kind: 'mesh', vertices, triangles: Uint32Array.from(triangles), quads: Uint32Array.from(quads) }
}

/** The way back. Normals are computed anew; the caller deletes the mesh. */
export function meshToRhino(rhino: Rhino, geometry: MeshGeometry, keep: Keep): Mesh {
  const mesh = new rhino.Mesh()
  const points = keep(mesh.vertices())
  for (let i = 0; i < geometry.vertices.length; i += 3) {
    points.add(geometry.vertices[i] ?? 0, geometry.vertices[i + 1] ?? 0, geometry.vertices[i + 2] ?? 0)
  }
  const faces = keep(mesh.faces())
  const quads = new Set(geometry.quads)
  const corner = (index: number): number => geometry.triangles[index] ?? 0
  for (let t = 0; t * 3 < geometry.triangles.length; t++) {
    const at = t * 3
    if (quads.has(t)) {
      faces.addQuadFace(corner(at), corner(at + 1), corner(at + 2), corner(at + 5))
      t += 1
    } else {
      faces.addTriFace(corner(at), corner(at + 1), corner(at + 2))
    }
  }
  const normals = keep(mesh.normals())
  normals.computeNormals()
  return mesh
}
