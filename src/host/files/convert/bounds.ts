import type { BoundingBox, Point } from '../../../shared/geometry.ts'
import type { Matrix } from '../../geometry.ts'
import type { Preview } from './context.ts'

export function transformPoint(m: Matrix, [x, y, z]: Point): Point {
  const row = (r: number): number =>
    (m[r * 4] ?? 0) * x + (m[r * 4 + 1] ?? 0) * y + (m[r * 4 + 2] ?? 0) * z + (m[r * 4 + 3] ?? 0)
  return [row(0), row(1), row(2)]
}

/** The box round a box that was moved: right for every matrix, tight for those that keep the axes. */
export function transformBox(m: Matrix, { min, max }: BoundingBox): BoundingBox {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    transformPoint(m, [bits & 1 ? max[0] : min[0], bits & 2 ? max[1] : min[1], bits & 4 ? max[2] : min[2]]),
  )
  return boxOf(corners) as BoundingBox
}

export function boxOf(points: readonly Point[]): BoundingBox | null {
  if (points.length === 0) return null
  const min: Point = [Infinity, Infinity, Infinity]
  const max: Point = [-Infinity, -Infinity, -Infinity]
  for (const point of points) {
    for (const k of [0, 1, 2] as const) {
      min[k] = Math.min(min[k], point[k])
      max[k] = Math.max(max[k], point[k])
    }
  }
  return { min, max }
}

export function uniteBoxes(boxes: readonly (BoundingBox | null)[]): BoundingBox | null {
  return boxOf(boxes.flatMap((box) => (box ? [box.min, box.max] : [])))
}

export function transformPreview(m: Matrix, preview: Preview): Preview {
  const vertices = new Float64Array(preview.vertices.length)
  for (let i = 0; i < vertices.length; i += 3) {
    const { vertices: v } = preview
    vertices.set(transformPoint(m, [v[i] ?? 0, v[i + 1] ?? 0, v[i + 2] ?? 0]), i)
  }
  return { vertices, triangles: preview.triangles }
}

export function mergePreviews(previews: readonly Preview[]): Preview | null {
  if (previews.length === 0) return null
  const vertices = new Float64Array(previews.reduce((sum, part) => sum + part.vertices.length, 0))
  const triangles = new Uint32Array(previews.reduce((sum, part) => sum + part.triangles.length, 0))
  let atVertex = 0
  let atTriangle = 0
  for (const part of previews) {
    const first = atVertex / 3
    vertices.set(part.vertices, atVertex)
    triangles.set(
      part.triangles.map((index) => index + first),
      atTriangle,
    )
    atVertex += part.vertices.length
    atTriangle += part.triangles.length
  }
  return { vertices, triangles }
}
