import type { BoundingBox, UnitSystem } from '../../../shared/geometry.ts'
import { length, number } from './wording.ts'
import { CannotDo } from './world.ts'

/** What is to be drilled, in document units. */
export interface Drilling {
  count: number
  diameter: number
  layout:
    | { as: 'auto' | 'centre' | 'corners' | 'row' }
    | { as: 'ring'; diameter: number | null }
    | { as: 'grid'; columns: number; rows: number }
    | { as: 'points'; points: readonly (readonly [number, number])[] }
  inset: number | null
}

/** The top face that is drilled: its box, and whether it is a disc; `rounding` is the radius of its upright edges. */
export interface Ground {
  box: BoundingBox
  round: boolean
  rounding: number
}

export type Spot = readonly [number, number]

/**
 * Centres of vertical holes, seen from above. Alone in the centre, two and three in a row, four near the corners, more
 * in a row; on discs in a ring. Throws CannotDo where they do not fit.
 */
export function holeCentres(drilling: Drilling, ground: Ground, units: UnitSystem): Spot[] {
  const { layout, count } = drilling
  const spots = place(drilling, ground)
  if (layout.as !== 'points') check(spots, drilling, ground, units)
  return count === spots.length ? spots : spots.slice(0, count)
}

function place(drilling: Drilling, ground: Ground): Spot[] {
  const { count, layout, diameter } = drilling
  const { min, max } = ground.box
  const centre: Spot = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  const [wide, deep] = [max[0] - min[0], max[1] - min[1]]
  if (layout.as === 'points') return [...layout.points]
  const as = layout.as === 'auto' ? choose(count, ground.round) : layout.as
  if (as === 'ring') {
    const asked = layout.as === 'ring' ? layout.diameter : null
    const across = Math.min(wide, deep)
    return ring(centre, asked ?? (drilling.inset ? across - 2 * drilling.inset : nice(across * 0.65)), count)
  }
  if (as === 'centre' && count === 1) return [centre]
  const inset = drilling.inset ?? sensibleInset(diameter, ground.rounding, Math.min(wide, deep))
  const x = spread(min[0] + inset, max[0] - inset)
  const y = spread(min[1] + inset, max[1] - inset)
  if (as === 'corners')
    return [
      [x(0), y(0)],
      [x(1), y(0)],
      [x(1), y(1)],
      [x(0), y(1)],
    ]
  if (layout.as === 'grid') {
    const { columns, rows } = layout
    return Array.from({ length: columns * rows }, (_, i) => [
      x(part(i % columns, columns)),
      y(part(Math.floor(i / columns), rows)),
    ])
  }
  return Array.from({ length: count }, (_, i) =>
    wide >= deep ? [x(part(i, count)), centre[1]] : [centre[0], y(part(i, count))],
  )
}

function choose(count: number, round: boolean): 'centre' | 'ring' | 'corners' | 'row' {
  if (count === 1) return 'centre'
  if (round) return 'ring'
  return count === 4 ? 'corners' : 'row'
}

const spread = (from: number, to: number) => (at: number) => from + (to - from) * at
const part = (index: number, of: number): number => (of < 2 ? 0.5 : index / (of - 1))

function ring(centre: Spot, diameter: number, count: number): Spot[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return [clean(centre[0] + (diameter / 2) * Math.cos(angle)), clean(centre[1] + (diameter / 2) * Math.sin(angle))]
  })
}

const clean = (value: number): number => Number(value.toFixed(9))

/** A bit more than a diameter from the edge, clear of rounded corners, and never past the middle. */
function sensibleInset(diameter: number, rounding: number, side: number): number {
  const wanted = nice(Math.max(1.2 * diameter, rounding + diameter / 2))
  return Math.min(wanted, side / 2)
}

/** Rounded up to half steps of its own size: 6.25 → 6.5, 0.31 → 0.35. */
function nice(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2
  return Number((Math.ceil(value / step - 1e-9) * step).toPrecision(6))
}

function check(spots: readonly Spot[], { diameter, count }: Drilling, { box, round }: Ground, units: UnitSystem): void {
  const radius = diameter / 2
  const [cx, cy] = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2]
  const reach = Math.min(box.max[0] - cx, box.max[1] - cy)
  const inside = ([x, y]: Spot) =>
    round
      ? Math.hypot(x - cx, y - cy) + radius < reach
      : x - radius > box.min[0] && x + radius < box.max[0] && y - radius > box.min[1] && y + radius < box.max[1]
  const apart = spots.every((a, i) => spots.every((b, j) => i === j || Math.hypot(a[0] - b[0], a[1] - b[1]) > diameter))
  if (spots.every(inside) && apart) return
  const room = [box.max[0] - box.min[0], box.max[1] - box.min[1]].map(number).join(' × ')
  throw new CannotDo(
    `${count === 1 ? 'A hole' : `${number(count)} holes`} of ${length(diameter, units)} ${count === 1 ? 'does' : 'do'} not fit there: seen from above there is ${room}.`,
  )
}
