import type { DisplayMesh } from '../geometry.ts'
import type { Camera } from './camera.ts'

/**
 * Where a smooth surface turns away from the viewer, as pairs of points: what shows a sphere or a tube when no faces are
 * drawn. In each triangle it is the line on which the normal, running evenly between the corners, stands square to the view.
 */
export function outline(mesh: DisplayMesh, camera: Camera): Float32Array {
  const { positions, normals, triangles } = mesh
  const facing = new Float64Array(positions.length / 3)
  const parallel = camera.projection === 'parallel'
  for (let vertex = 0; vertex < facing.length; vertex += 1) {
    let sum = 0
    for (let axis = 0; axis < 3; axis += 1) {
      const from = parallel ? (camera.target[axis] ?? 0) : (positions[vertex * 3 + axis] ?? 0)
      sum += (normals[vertex * 3 + axis] ?? 0) * ((camera.location[axis] ?? 0) - from)
    }
    facing[vertex] = sum
  }
  const pairs: number[] = []
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let side = 0; side < 3; side += 1) {
      const a = triangles[t + side] ?? 0
      const b = triangles[t + ((side + 1) % 3)] ?? 0
      const [fa, fb] = [facing[a] ?? 0, facing[b] ?? 0]
      // Of the three sides either none or two change from towards to away; those two points make the pair.
      if (fa > 0 === fb > 0) continue
      const share = fa / (fa - fb)
      for (let axis = 0; axis < 3; axis += 1) {
        const [from, to] = [positions[a * 3 + axis] ?? 0, positions[b * 3 + axis] ?? 0]
        pairs.push(from + (to - from) * share)
      }
    }
  }
  return Float32Array.from(pairs)
}
