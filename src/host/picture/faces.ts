import type { DisplayMesh } from '../geometry.ts'
import type { Projection } from './project.ts'

/** Projected corners, six numbers each: screen x, screen y, nearness, and the normal's right, up and viewer parts. */
export interface Faces {
  readonly corners: Float64Array
  readonly triangles: Uint32Array
}

export const STRIDE = 6

/** Projects the triangles of a mesh. Those that reach behind the viewer are cut at the near plane. */
export function projectFaces(mesh: DisplayMesh, view: Projection): Faces {
  const { positions, normals, triangles } = mesh
  const count = positions.length / 3
  const corners = new Float64Array(count * STRIDE)
  const at = new Float64Array(3)
  let cut = false
  for (let vertex = 0; vertex < count; vertex += 1) {
    const from = vertex * 3
    const to = vertex * STRIDE
    view.turn(normals[from] ?? 0, normals[from + 1] ?? 0, normals[from + 2] ?? 1, at)
    corners.set(at, to + 3)
    view.toCamera(positions[from] ?? 0, positions[from + 1] ?? 0, positions[from + 2] ?? 0, at)
    corners.set(at, to)
    if ((at[2] ?? 0) < view.near) cut = true
  }
  const whole = cut ? cutAtNear({ corners, triangles }, view.near) : { corners, triangles }
  for (let to = 0; to < whole.corners.length; to += STRIDE) {
    const corner = whole.corners.subarray(to, to + 3)
    view.toScreen(corner)
  }
  return whole
}

/** Drops what is behind the near plane; a triangle across it leaves one or two triangles in front. */
function cutAtNear({ corners, triangles }: Faces, near: number): Faces {
  const kept: number[] = []
  const added: number[] = []
  const whole = corners.length / STRIDE
  const depth = (vertex: number): number => corners[vertex * STRIDE + 2] ?? 0
  const between = (a: number, b: number): number => {
    const share = (near - depth(a)) / (depth(b) - depth(a))
    for (let part = 0; part < STRIDE; part += 1) {
      const [from, to] = [corners[a * STRIDE + part] ?? 0, corners[b * STRIDE + part] ?? 0]
      added.push(part === 2 ? near : from + (to - from) * share)
    }
    return whole + added.length / STRIDE - 1
  }
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const loop = [triangles[t] ?? 0, triangles[t + 1] ?? 0, triangles[t + 2] ?? 0]
    const outline: number[] = []
    loop.forEach((vertex, i) => {
      const next = loop[(i + 1) % 3] ?? 0
      const inFront = depth(vertex) >= near
      if (inFront) outline.push(vertex)
      if (inFront !== depth(next) >= near) outline.push(between(vertex, next))
    })
    for (let i = 2; i < outline.length; i += 1) kept.push(outline[0] ?? 0, outline[i - 1] ?? 0, outline[i] ?? 0)
  }
  const all = new Float64Array(corners.length + added.length)
  all.set(corners)
  all.set(added, corners.length)
  // Corners behind the viewer are used no more; they only must not be divided by.
  for (let at = 2; at < all.length; at += STRIDE) all[at] = Math.max(near, all[at] ?? near)
  return { corners: all, triangles: Uint32Array.from(kept) }
}
