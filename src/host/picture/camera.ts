import type { BoundingBox, Point, Vector } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'

/** Where a picture is taken from. Model units; `up` need not be square to the view. */
export interface Camera {
  readonly projection: 'parallel' | 'perspective'
  readonly location: Point
  readonly target: Point
  readonly up: Vector
  /** Perspective: the lens in millimetres on 36 × 24 film, as Rhino counts it. */
  readonly lens: number
  /** Parallel: how much of the model the picture shows from bottom to top, at the picture's own proportions. */
  readonly height: number
  /** Perspective: nothing nearer than this is drawn. Null takes a thousandth of the distance to the target. */
  readonly near: number | null
}

/** The camera's own axes: right, up and forward, all of length one. */
export interface Axes {
  readonly right: Vector
  readonly up: Vector
  readonly forward: Vector
}

/** Half the short side of the film over the lens: the slope at which Rhino opens the shorter side of the view. */
const HALF_FILM = 12
const MARGIN = 1.08

export const STANDARD_VIEWS = ['Top', 'Bottom', 'Left', 'Right', 'Front', 'Back', 'Perspective'] as const
export type StandardView = (typeof STANDARD_VIEWS)[number]

/** From where each view looks at the model, and which way is up. */
const DIRECTIONS: Record<StandardView, { from: Vector; up: Vector }> = {
  Top: { from: [0, 0, 1], up: [0, 1, 0] },
  Bottom: { from: [0, 0, -1], up: [0, -1, 0] },
  Left: { from: [-1, 0, 0], up: [0, 0, 1] },
  Right: { from: [1, 0, 0], up: [0, 0, 1] },
  Front: { from: [0, -1, 0], up: [0, 0, 1] },
  Back: { from: [0, 1, 0], up: [0, 0, 1] },
  Perspective: { from: [0.433, -0.75, 0.5], up: [0, 0, 1] },
}

/** A standard view of the world's origin, a hundred units away; zoom it to what it should show. */
export function standardView(name: StandardView): Camera {
  const { from, up } = DIRECTIONS[name]
  return {
    projection: name === 'Perspective' ? 'perspective' : 'parallel',
    location: [from[0] * 100, from[1] * 100, from[2] * 100],
    target: [0, 0, 0],
    up,
    lens: 50,
    height: 50,
    near: null,
  }
}

/** Slope of the view's edges: half the width and half the height at distance one (perspective). */
export function slopes(camera: Camera, aspect: number): { x: number; y: number } {
  const short = HALF_FILM / camera.lens
  return aspect >= 1 ? { x: short * aspect, y: short } : { x: short, y: short / aspect }
}

/** The same view, moved so that the box fills it. `aspect` is width over height. A point gets a little room around it. */
export function zoomTo(camera: Camera, box: BoundingBox, aspect: number): Camera {
  const { right, up, forward } = axesOf(camera)
  const middle: Point = [0, 1, 2].map((i) => ((box.min[i] ?? 0) + (box.max[i] ?? 0)) / 2) as Point
  const size = Math.hypot(...box.max.map((value, i) => value - (box.min[i] ?? 0)))
  const room = size > 1e-9 ? 0 : 1
  const slope = slopes(camera, aspect)
  let [halfWidth, halfHeight, back] = [room, room, room]
  for (const corner of cornersOf(box)) {
    const offset = corner.map((value, i) => value - (middle[i] ?? 0)) as Vector
    const [a, b, depth] = [Math.abs(inner(offset, right)), Math.abs(inner(offset, up)), inner(offset, forward)]
    halfWidth = Math.max(halfWidth, a)
    halfHeight = Math.max(halfHeight, b)
    back = Math.max(back, a / slope.x - depth, b / slope.y - depth)
  }
  const distance = camera.projection === 'perspective' ? back * MARGIN : Math.max(size, room) * 2
  return {
    ...camera,
    target: middle,
    location: middle.map((value, i) => value - distance * (forward[i] ?? 0)) as Point,
    height: 2 * MARGIN * Math.max(halfHeight, halfWidth / aspect),
    near: null,
  }
}

/** The camera's axes. A camera that looks nowhere, or straight along its own up, is INVALID_PARAMS. */
export function axesOf({ location, target, up }: Camera): Axes {
  const forward = unit(target.map((value, i) => value - (location[i] ?? 0)) as Vector)
  const right = forward && unit(cross(forward, up))
  if (!forward || !right) {
    throw new Fault(
      'INVALID_PARAMS',
      forward ? 'The camera looks along its own up direction.' : 'The camera looks nowhere.',
      {
        parameter: forward ? 'up' : 'target',
        next: forward ? 'Give an up direction across the view.' : 'Put the target away from the camera.',
      },
    )
  }
  return { right, up: cross(right, forward), forward }
}

function cornersOf({ min, max }: BoundingBox): Point[] {
  return Array.from(
    { length: 8 },
    (_, i): Point => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]],
  )
}

function inner(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(a: Vector): Vector | null {
  const size = Math.hypot(...a)
  return Number.isFinite(size) && size > 1e-12 ? [a[0] / size, a[1] / size, a[2] / size] : null
}
