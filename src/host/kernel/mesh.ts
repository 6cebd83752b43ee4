import type { DisplayMesh, MeshGeometry } from '../geometry.ts'

/** Two faces that turn more than this against each other meet in a visible crease; below it they shade as one. */
const CREASE = Math.cos(Math.PI / 6)

/**
 * A mesh as it is drawn: normals averaged over faces that meet smoothly, edges where it ends or folds. Vertices are
 * parted along creases, so a cube of eight vertices still has flat sides.
 */
export function meshDisplay(mesh: MeshGeometry): DisplayMesh {
  const { triangles } = mesh
  const faces = faceNormals(mesh)
  const positions = new Float32Array(triangles.length * 3)
  const normals = new Float32Array(triangles.length * 3)
  const around = facesAround(mesh)
  const sum = [0, 0, 0]
  for (let corner = 0; corner < triangles.length; corner += 1) {
    const vertex = triangles[corner] ?? 0
    const face = Math.floor(corner / 3)
    sum.fill(0)
    for (const other of around[vertex] ?? []) {
      if (cosine(faces, face, other) < CREASE) continue
      for (let axis = 0; axis < 3; axis += 1) sum[axis] = (sum[axis] ?? 0) + (faces[other * 3 + axis] ?? 0)
    }
    const size = Math.hypot(...sum) || 1
    for (let axis = 0; axis < 3; axis += 1) {
      positions[corner * 3 + axis] = mesh.vertices[vertex * 3 + axis] ?? 0
      normals[corner * 3 + axis] = (sum[axis] ?? 0) / size
    }
  }
  return {
    positions,
    normals,
    triangles: Uint32Array.from(triangles.keys()),
    edges: creases(mesh, faces),
    points: new Float32Array(),
  }
}

/** One normal a triangle, as long as twice its area, so that large faces count for more. */
function faceNormals({ vertices, triangles }: MeshGeometry): Float64Array {
  const normals = new Float64Array(triangles.length)
  for (let at = 0; at + 2 < triangles.length; at += 3) {
    const [a, b, c] = [(triangles[at] ?? 0) * 3, (triangles[at + 1] ?? 0) * 3, (triangles[at + 2] ?? 0) * 3]
    const side = (to: number, axis: number): number => (vertices[to + axis] ?? 0) - (vertices[a + axis] ?? 0)
    for (let axis = 0; axis < 3; axis += 1) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3]
      normals[at + axis] = side(b, j) * side(c, k) - side(b, k) * side(c, j)
    }
  }
  return normals
}

function facesAround({ vertices, triangles }: MeshGeometry): number[][] {
  const around: number[][] = Array.from({ length: vertices.length / 3 }, () => [])
  triangles.forEach((vertex, corner) => {
    around[vertex]?.push(Math.floor(corner / 3))
  })
  return around
}

function cosine(normals: Float64Array, a: number, b: number): number {
  let [dot, sizeA, sizeB] = [0, 0, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const [x, y] = [normals[a * 3 + axis] ?? 0, normals[b * 3 + axis] ?? 0]
    dot += x * y
    sizeA += x * x
    sizeB += y * y
  }
  return sizeA > 0 && sizeB > 0 ? dot / Math.sqrt(sizeA * sizeB) : 1
}

/** Borders, folds, and edges where more than two faces meet, as pairs of points. */
function creases({ vertices, triangles }: MeshGeometry, faces: Float64Array): Float32Array {
  const count = vertices.length / 3
  const meeting = new Map<number, number[]>()
  for (let corner = 0; corner < triangles.length; corner += 1) {
    const face = Math.floor(corner / 3)
    const [a, b] = [triangles[corner] ?? 0, triangles[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0]
    const key = Math.min(a, b) * count + Math.max(a, b)
    const known = meeting.get(key)
    if (known) known.push(face)
    else meeting.set(key, [face])
  }
  const segments: number[] = []
  for (const [key, [one = 0, two, three]] of meeting) {
    if (two !== undefined && three === undefined && cosine(faces, one, two) >= CREASE) continue
    for (const vertex of [Math.floor(key / count), key % count]) {
      for (let axis = 0; axis < 3; axis += 1) segments.push(vertices[vertex * 3 + axis] ?? 0)
    }
  }
  return Float32Array.from(segments)
}
