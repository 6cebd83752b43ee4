import type { OpenCascade } from './load.ts'
import type { Walk } from './sample.ts'
import { length } from './space.ts'

/**
 * The kernel's own length is 0.05 % off on an ellipse or a parabola, so lengths are integrated here: Gauss–Legendre with
 * ten points, halving a span until both halves agree with the whole.
 */
const NODES = [0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717]
const WEIGHTS = [0.2955242247147529, 0.2692667193099963, 0.2190863625159821, 0.1494513491505806, 0.0666713443086881]
const RELATIVE = 1e-11
const DEEPEST = 24

export function walkLength(oc: OpenCascade, walk: Walk): number {
  const range = Math.abs(walk.last - walk.first)
  switch (walk.curve.GetType()) {
    case oc.GeomAbs_CurveType.GeomAbs_Line:
      return range
    case oc.GeomAbs_CurveType.GeomAbs_Circle: {
      const circle = walk.curve.Circle()
      const arc = circle.Radius() * range
      circle.delete()
      return arc
    }
    default:
      return range * integrate((share) => length(walk.tangent(share)))
  }
}

/** The integral of `speed` over [0, 1]. */
export function integrate(speed: (share: number) => number): number {
  const whole = gauss(speed, 0, 1)
  return refined(speed, 0, 1, whole, Math.max(Math.abs(whole), 1e-300) * RELATIVE, DEEPEST)
}

function refined(
  speed: (s: number) => number,
  from: number,
  to: number,
  whole: number,
  error: number,
  depth: number,
): number {
  const middle = (from + to) / 2
  const [left, right] = [gauss(speed, from, middle), gauss(speed, middle, to)]
  if (depth === 0 || Math.abs(left + right - whole) <= error) return left + right
  return (
    refined(speed, from, middle, left, error / 2, depth - 1) + refined(speed, middle, to, right, error / 2, depth - 1)
  )
}

function gauss(speed: (share: number) => number, from: number, to: number): number {
  const [middle, half] = [(from + to) / 2, (to - from) / 2]
  let sum = 0
  NODES.forEach((node, index) => {
    sum += (WEIGHTS[index] ?? 0) * (speed(middle - half * node) + speed(middle + half * node))
  })
  return sum * half
}
