import type { Projection } from './project.ts'

/** Line segments on screen, six numbers each: x, y and nearness of both ends, in samples. */
export type Strokes = Float64Array

/** Projects pairs of points; what lies behind the viewer is cut off. */
export function projectSegments(pairs: Float32Array | Float64Array, view: Projection): Strokes {
  const strokes = new Float64Array(pairs.length)
  const [a, b] = [new Float64Array(3), new Float64Array(3)]
  let end = 0
  for (let at = 0; at + 5 < pairs.length; at += 6) {
    view.toCamera(pairs[at] ?? 0, pairs[at + 1] ?? 0, pairs[at + 2] ?? 0, a)
    view.toCamera(pairs[at + 3] ?? 0, pairs[at + 4] ?? 0, pairs[at + 5] ?? 0, b)
    if (!cutBehind(a, b, view.near)) continue
    view.toScreen(a)
    view.toScreen(b)
    strokes.set(a, end)
    strokes.set(b, end + 3)
    end += 6
  }
  return strokes.subarray(0, end)
}

function cutBehind(a: Float64Array, b: Float64Array, near: number): boolean {
  const [da, db] = [a[2] ?? 0, b[2] ?? 0]
  if (da < near && db < near) return false
  if (da >= near && db >= near) return true
  const [behind, ahead] = da < near ? [a, b] : [b, a]
  const share = (near - (behind[2] ?? 0)) / ((ahead[2] ?? 0) - (behind[2] ?? 0))
  for (let i = 0; i < 3; i += 1) behind[i] = (behind[i] ?? 0) + ((ahead[i] ?? 0) - (behind[i] ?? 0)) * share
  return true
}
