import type { Mesh, MeshVertexList } from 'rhino3dm'
import type { MeshGeometry } from '../../geometry.ts'
import type { Keep, Rhino } from '../rhino/load.ts'

/** A mesh of a file. Quads become two triangles that know they are one; n-gons are only outlines and are left out. */
export function meshFromRhino(mesh: Mesh, keep: Keep): MeshGeometry {
  const points = keep(mesh.vertices())
  const vertices = new Float64Array(points.count * 3)
  for (let i = 0; i < points.count; i++) {
    vertices.set(exact(points).point3dAt(i), i * 3)
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
  // Meshes are single precision unless that loses something.
  const single = geometry.vertices.every((value) => Math.fround(value) === value)
  if (!single) exact(points).useDoublePrecisionVertices = true
  for (let i = 0; i < geometry.vertices.length; i += 3) {
    const [x, y, z] = pointAt(geometry, i / 3)
    if (single) points.add(x, y, z)
    else exact(points).addPoint3d([x, y, z])
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

/**
 * Moves the points of a file's mesh to those of a geometry made from it, so that colours, texture coordinates and n-gons
 * stay. False, and nothing done, where they are not the same mesh: other faces, or another number of points.
 */
export function movePoints(mesh: Mesh, before: MeshGeometry, now: MeshGeometry, keep: Keep): boolean {
  const points = keep(mesh.vertices())
  const same =
    points.count * 3 === now.vertices.length &&
    now.triangles.length === before.triangles.length &&
    now.triangles.every((corner, i) => corner === before.triangles[i])
  if (!same) return false
  // In the precision the file's mesh has: a second set of points in double precision takes long to compress.
  const double = exact(points).useDoublePrecisionVertices
  for (let i = 0; i < points.count; i++) {
    if (double) exact(points).setPoint3dAt(i, pointAt(now, i))
    else points.set(i, pointAt(now, i))
  }
  keep(mesh.normals()).computeNormals()
  return true
}

function pointAt({ vertices }: MeshGeometry, index: number): [number, number, number] {
  return [vertices[index * 3] ?? 0, vertices[index * 3 + 1] ?? 0, vertices[index * 3 + 2] ?? 0]
}

/** Double precision access, which the declarations leave out or have otherwise. */
interface ExactPoints {
  useDoublePrecisionVertices: boolean
  point3dAt(index: number): [number, number, number]
  setPoint3dAt(index: number, point: readonly number[]): void
  addPoint3d(point: readonly number[]): void
}

function exact(points: MeshVertexList): ExactPoints {
  return points as unknown as ExactPoints
}
