import type { BoundingBox, Point } from '../../../shared/geometry.ts'
import type { Place } from '../language/command.ts'
import { resolve } from './resolve.ts'
import type { World } from './world.ts'

/** How large something is, and where its own point is within its box: 0 is the low side, 0.5 the middle. */
export interface Extent {
  size: Point
  anchor: Point
}

/** The lowest corner of a box of that size, so that it stands where the place says. World origin where none is said. */
export async function cornerFor(place: Place | null, { size, anchor }: Extent, world: World): Promise<Point> {
  const at = (point: Point, share: Point): Point =>
    point.map((value, axis) => value - (size[axis] ?? 0) * (share[axis] ?? 0)) as Point
  if (!place) return at([0, 0, 0], anchor)
  if (place.at === 'point') {
    return at(world.triple(place.point), place.centered ? [0.5, 0.5, anchor[2]] : anchor)
  }
  const things = await resolve(place.target, world)
  const ground = await world.boxOfAll(things.map(({ guid }) => guid))
  const gap = place.gap ? world.measure(place.gap) : 0
  return beside(place.side, ground, size, gap)
}

function beside(
  side: Extract<Place, { at: 'beside' }>['side'],
  { min, max }: BoundingBox,
  size: Point,
  gap: number,
): Point {
  const middle = (axis: 0 | 1 | 2) => (min[axis] + max[axis]) / 2 - size[axis] / 2
  const centred: Point = [middle(0), middle(1), min[2]]
  switch (side) {
    case 'on':
      return [centred[0], centred[1], max[2] + gap]
    case 'under':
      return [centred[0], centred[1], min[2] - size[2] - gap]
    case 'right':
      return [max[0] + gap, centred[1], centred[2]]
    case 'left':
      return [min[0] - size[0] - gap, centred[1], centred[2]]
    case 'front':
      return [centred[0], min[1] - size[1] - gap, centred[2]]
    case 'behind':
      return [centred[0], max[1] + gap, centred[2]]
    default:
      return [centred[0], centred[1], middle(2)]
  }
}
