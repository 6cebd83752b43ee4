import type { BoundingBox, Point } from '../../../shared/geometry.ts'
import type { Matrix, Preview } from '../../geometry.ts'

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

/** Whether every axis stays an axis: each row and column has one number that counts. */
export function keepsAxes(m: Matrix): boolean {
  return [0, 1, 2].every((row) => [0, 1, 2].filter((column) => Math.abs(m[row * 4 + column] ?? 0) > 1e-12).length === 1)
}

/** Of the triangles' corners and the lines' ends. */
export function boxOfPreview({ vertices, lines = new Float64Array() }: Preview): BoundingBox | null {
  const points = [vertices, lines].flatMap((xyz) =>
    Array.from(
      { length: xyz.length / 3 },
      (_, i): Point => [xyz[i * 3] ?? 0, xyz[i * 3 + 1] ?? 0, xyz[i * 3 + 2] ?? 0],
    ),
  )
  return boxOf(points)
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

export function transformPreview(m: Matrix, { vertices, triangles, lines }: Preview): Preview {
  return {
    vertices: transformed(m, vertices),
    triangles,
    ...(lines && { lines: transformed(m, lines) }),
  }
}

function transformed(m: Matrix, xyz: Float64Array): Float64Array {
  const moved = new Float64Array(xyz.length)
  for (let i = 0; i < xyz.length; i += 3)
    moved.set(transformPoint(m, [xyz[i] ?? 0, xyz[i + 1] ?? 0, xyz[i + 2] ?? 0]), i)
  return moved
}

/** All of them as one, with the lines of those that have some. */
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
  const lines = previews.flatMap((part) => (part.lines ? [...part.lines] : []))
  return { vertices, triangles, ...(previews.some((part) => part.lines) && { lines: Float64Array.from(lines) }) }
}
