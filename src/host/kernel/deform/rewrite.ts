import { type Affine, mapPoint, stretchOf } from '../matrix.ts'
import { crossings, type FlatPoint, fitted, flatBounds, flatPoint } from './flat-curve.ts'
import { type DeformedCurve, deformCurve } from './space-curve.ts'
import { type DeformedSurface, deformSurface, triple } from './surface.ts'
import type { BrepText, Range, Record, ShapeText, Use } from './text.ts'

const TURN = 2 * Math.PI
/** Nearly a whole turn is one. */
const CLOSE = 1e-6
/** Cubic steps of this many radians keep a curve within 3e-9 radians of where it should be. */
const STEP = 0.03
const FIT_ERROR = 1e-8
/** What the kernel takes for the same point anyway. */
const CONFUSION = 1e-7

/** The same shape under the map; `size` is how large it is before. */
export function deformText(text: BrepText, map: Affine, size: number): BrepText {
  const deforming = new Deforming(text, map)
  const stretch = stretchOf(map)
  const least = CONFUSION + FIT_ERROR * size * stretch
  const shapes = text.shapes.map((shape): ShapeText => {
    if (shape.kind === 'other') return shape
    const tolerance = Math.max(shape.tolerance * stretch, least)
    if (shape.kind === 'Ve') return { ...shape, tolerance, at: mapPoint(map, triple(shape.at, 0)) }
    if (shape.kind === 'Fa') return { ...shape, tolerance }
    return { ...shape, tolerance, uses: deforming.uses(shape.uses) }
  })
  const { flatCurves, curves, surfaces } = deforming
  return {
    flatCurves,
    curves: curves.map(({ record }) => record),
    surfaces: surfaces.map(({ record }) => record),
    shapes,
    root: text.root,
  }
}

class Deforming {
  readonly flatCurves: Record[] = []
  readonly curves: readonly DeformedCurve[]
  readonly surfaces: readonly DeformedSurface[]
  readonly #text: BrepText

  constructor(text: BrepText, map: Affine) {
    this.#text = text
    this.curves = text.curves.map((record) => deformCurve(record, map))
    const extents = extentsOf(text)
    this.surfaces = text.surfaces.map((record, i) => {
      const { u, v } = extents[i] ?? { u: [0, TURN], v: [0, 1] }
      return deformSurface(record, map, closedRange(u), record[0] === 5 ? closedRange(v) : v)
    })
  }

  /** An edge's curve in space sets its parameter; the curves on its surfaces follow. */
  uses(uses: readonly Use[]): Use[] {
    const space = uses.find((use) => use.type === 'space')
    const { factor, shift } = (space && this.curves[space.curve - 1]) ?? { factor: 1, shift: 0 }
    const moved = ([from, to]: Range): Range => [from * factor + shift, to * factor + shift]
    return uses.flatMap((use): Use[] => {
      if (use.type === 'smooth') return [use]
      const range = moved(use.range)
      if (use.type === 'space') return [{ ...use, range }]
      const surface = this.surfaces[use.surface - 1]
      if (!surface || surface.plane) return []
      const follow = (curve: number): number => this.#follow(curve, use.range, surface, factor, shift)
      if (use.type === 'surface') return [{ ...use, curve: follow(use.curve), range }]
      return [{ ...use, curve: follow(use.curve), other: follow(use.other), range }]
    })
  }

  /** A curve in a surface's parameters, in the new surface's and at the new pace; its place in the new table. */
  #follow(curve: number, range: Range, surface: DeformedSurface, factor: number, shift: number): number {
    const old = this.#text.flatCurves[curve - 1] ?? []
    const untouched = surface.u.joints.length + surface.v.joints.length === 0 && sameParameters(surface, old, range)
    const record = untouched ? paced(old, range, factor, shift) : null
    return this.flatCurves.push(record ?? refitted(old, range, surface, factor, shift))
  }
}

/** Whether the surface counts its parameters as before, wherever this curve runs. */
function sameParameters({ u, v }: DeformedSurface, record: Record, [from, to]: Range): boolean {
  return [0, 0.3, 0.7, 1].every((share) => {
    const [a, b] = flatPoint(record, from + (to - from) * share)
    return u.parameter(a) === a && v.parameter(b) === b
  })
}

/** The same curve at another pace, where that can be written exactly. */
function paced(record: Record, range: Range, factor: number, shift: number): Record | null {
  if (factor === 1 && shift === 0) return record
  if (record[0] === 1) {
    const ends = range.flatMap((t) => [...flatPoint(record, t)])
    const [from, to] = range.map((t) => t * factor + shift)
    return [7, 0, 0, 1, 2, 2, ...ends, from ?? 0, 2, to ?? 0, 2]
  }
  if (record[0] !== 7) return null
  const [, rational = 0, , , count = 0] = record
  const knots = 6 + count * (2 + rational)
  return record.map((value, i) => (i >= knots && (i - knots) % 2 === 0 ? value * factor + shift : value))
}

function refitted(old: Record, range: Range, { u, v }: DeformedSurface, factor: number, shift: number): Record {
  const before = (t: number): FlatPoint => flatPoint(old, (t - shift) / factor)
  const at = (t: number): FlatPoint => {
    const [a, b] = before(t)
    return [u.parameter(a), v.parameter(b)]
  }
  const pace: Range = [range[0] * factor + shift, range[1] * factor + shift]
  const bounds = flatBounds(old, range)
  const angle = Math.max(spanOf(bounds.u), spanOf(bounds.v))
  const straight = old[0] === 1
  const still = (axis: 0 | 1): boolean => spanOf(axis === 0 ? bounds.u : bounds.v) < 1e-12
  // Along a line of constant angle, or on a cylinder's ruling, nothing is bent.
  const bent = (u.joints.length > 0 || bendsAt(u) ? !still(0) : false) || (bendsAt(v) ? !still(1) : false)
  if (straight && !bent) return [7, 0, 0, 1, 2, 2, ...at(pace[0]), ...at(pace[1]), pace[0], 2, pace[1], 2]
  const breaks = [...crossings(before, pace, 0, u.joints), ...crossings(before, pace, 1, v.joints)]
  const inner = [...new Set(breaks)].filter((t) => t > pace[0] + 1e-9 && t < pace[1] - 1e-9).sort((a, b) => a - b)
  return fitted(at, pace, inner, Math.min(400, Math.max(32, Math.ceil(angle / STEP))))
}

/** Whether a translation is anything but the same number again. */
function bendsAt({ parameter }: { parameter: (value: number) => number }): boolean {
  return [0.1, 0.7, 1.3].some((value) => parameter(value) !== value)
}

function spanOf([low, high]: Range): number {
  return high - low
}

/** How far the curves on each surface reach in its parameters. */
function extentsOf(text: BrepText): ({ u: Range; v: Range } | undefined)[] {
  const extents: ({ u: Range; v: Range } | undefined)[] = []
  const wider = (a: Range | undefined, b: Range): Range => (a ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : b)
  for (const shape of text.shapes) {
    if (shape.kind !== 'Ed') continue
    for (const use of shape.uses) {
      if (use.type !== 'surface' && use.type !== 'seam') continue
      for (const curve of use.type === 'seam' ? [use.curve, use.other] : [use.curve]) {
        const reach = flatBounds(text.flatCurves[curve - 1] ?? [], use.range)
        const known = extents[use.surface - 1]
        extents[use.surface - 1] = { u: wider(known?.u, reach.u), v: wider(known?.v, reach.v) }
      }
    }
  }
  return extents
}

/** A range that is nearly a whole turn, as exactly one; a longer one cannot be. */
function closedRange([from, to]: Range): Range {
  return to - from > TURN - CLOSE ? [from, from + TURN] : [from, to]
}
