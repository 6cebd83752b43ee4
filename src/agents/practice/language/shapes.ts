import type { Clause } from './clause.ts'
import { Missing, NotUnderstood, type Shape, type Triple } from './command.ts'
import { ORIGIN } from './places.ts'
import { half, radiusOf, type Sizes, takeSizes } from './sizes.ts'
import { LENGTH_UNITS, type Length } from './units.ts'
import { DIRECTIONS, FLAT, type Noun, POLYGON_SIDES, type ShapeKind } from './words.ts'

/** Reads the sizes of one thing. Throws Missing with a question where one is not said. */
export function takeShape(clause: Clause, noun: Noun): Shape {
  for (const word of ADJECTIVES) clause.take(word)
  return READERS[noun.kind](clause, noun.noun)
}

/** Words that say nothing new about a shape: cylinders stand upright anyway. */
const ADJECTIVES = [
  'solid',
  'rectangular',
  'square',
  'flat',
  'simple',
  'nice',
  'round',
  'circular',
  'upright',
  'vertical',
  'thin',
  'straight',
]

const READERS: Record<ShapeKind, (clause: Clause, noun: string) => Shape> = {
  box: (clause, noun) => ({ kind: 'box', noun, sizes: boxSizes(takeSizes(clause), noun) }),
  cube: (clause, noun) => {
    const { named, bare, row } = takeSizes(clause)
    if (row.length === 3) return { kind: 'box', noun: 'box', sizes: row as Triple }
    const side = named.side ?? named.length ?? named.width ?? named.height ?? bare[0]
    if (!side) throw new Missing('How big is the cube? For example: 20 mm.')
    return { kind: 'box', noun, sizes: [side, side, side] }
  },
  sphere: (clause, noun) => ({ kind: 'sphere', noun, radius: roundSize(takeSizes(clause), noun) }),
  circle: (clause, noun) => ({ kind: 'circle', noun, radius: roundSize(takeSizes(clause), noun) }),
  cylinder: (clause, noun) => ({ kind: 'cylinder', noun, ...standing(takeSizes(clause), noun) }),
  cone: (clause, noun) => ({ kind: 'cone', noun, ...standing(takeSizes(clause), noun) }),
  tube: (clause, noun) => ({ kind: 'tube', noun, ...tubeSizes(takeSizes(clause), noun) }),
  torus: (clause, noun) => ({ kind: 'torus', noun, ...ringSizes(takeSizes(clause), noun) }),
  point: (_clause, noun) => ({ kind: 'point', noun }),
  line: takeLine,
  rectangle: (clause, noun) => {
    const { named, row, bare } = takeSizes(clause)
    const width = row[0] ?? named.length ?? named.width ?? bare[0]
    const depth = row[1] ?? named.depth ?? named.height ?? (named.length ? named.width : undefined) ?? bare[1]
    if (!width || !depth) throw new Missing('How big is the rectangle? For example: 40 x 25 mm.')
    return { kind: 'rectangle', noun, width, depth }
  },
  square: (clause, noun) => {
    const { named, row, bare } = takeSizes(clause)
    const side = named.side ?? named.width ?? named.length ?? bare[0] ?? row[0]
    if (!side) throw new Missing('How big is the square? For example: 20 mm.')
    return { kind: 'rectangle', noun, width: side, depth: side }
  },
  polygon: takePolygon,
  polyline: (clause, noun) => {
    const closed = clause.take('closed') >= 0
    return { kind: 'polyline', noun, points: twoPoints(clause, noun), closed }
  },
  curve: (clause, noun) => ({ kind: 'curve', noun, points: twoPoints(clause, noun) }),
  extrusion: () => {
    throw new NotUnderstood('I make an extrusion from a curve that is there, for example: extrude the rectangle 20 mm')
  },
  text: (clause, noun) => {
    const words = clause.first('quoted')
    if (!words) throw new Missing('Which words? For example: the text "Front", 10 mm high.')
    const { named, bare } = takeSizes(clause)
    return { kind: 'text', noun, text: words.text, height: named.height ?? bare[0] ?? null }
  },
}

/** Length along X, width along Y, height along Z; without a length, width along X and depth along Y. */
function boxSizes({ named, row, bare }: Sizes, noun: string): Triple {
  const list = row.length > 0 ? [...row, ...bare] : bare
  const upright = named.height ?? named.thickness
  // A wall has a height and a thickness: then the thickness is its width.
  const across = named.width ?? (named.height ? named.thickness : undefined)
  const x = named.length ?? (named.depth || list.length > 0 ? named.width : undefined)
  const y = named.length ? (across ?? named.depth) : named.depth
  const z = upright ?? (named.length && named.width ? named.depth : undefined)
  const rest = [...list]
  const [a, b, c] = [x ?? rest.shift(), y ?? rest.shift(), z ?? rest.shift()]
  if (a && b && c) return [a, b, c]
  if (a && b) throw new Missing(`How ${FLAT.has(noun) ? 'thick' : 'high'} is the ${noun}? For example: 10 mm.`)
  throw new Missing(`How big is the ${noun}? For example: 40 x 25 x 10 mm.`)
}

/** A bare size of something round is its diameter. */
function roundSize(sizes: Sizes, noun: string): Length {
  const bare = sizes.bare[0] ?? sizes.named.side
  const radius = radiusOf(sizes) ?? (bare ? half(bare) : null)
  if (!radius) throw new Missing(`How big is the ${noun}? For example: diameter 20 mm, or radius 10 mm.`)
  return radius
}

function standing(sizes: Sizes, noun: string): { radius: Length; height: Length } {
  const rest = [...sizes.row, ...sizes.bare]
  const upright = sizes.named.height ?? sizes.named.length ?? sizes.named.thickness ?? sizes.named.depth
  const named = radiusOf(sizes)
  const across = named ? undefined : rest.shift()
  const radius = named ?? (across ? half(across) : null)
  const height = upright ?? rest.shift()
  if (radius && height) return { radius, height }
  if (radius)
    throw new Missing(`How ${noun === 'rod' || noun === 'bar' ? 'long' : 'high'} is the ${noun}? For example: 50 mm.`)
  throw new Missing(`How big is the ${noun}? For example: diameter 20 mm, 50 mm high.`)
}

function tubeSizes(sizes: Sizes, noun: string): { outer: Length; inner: Length; height: Length } {
  const { named } = sizes
  const outer = radiusOf(sizes, 'outer ') ?? radiusOf(sizes)
  const wall = named.thickness
  const inner = radiusOf(sizes, 'inner ') ?? (outer && wall ? minus(outer, wall) : null)
  const height = named.height ?? named.length ?? named.depth ?? sizes.bare[0]
  if (outer && inner && height) return { outer, inner, height }
  throw new Missing(`How big is the ${noun}? For example: outer diameter 20 mm, inner diameter 16 mm, 50 mm long.`)
}

function ringSizes(sizes: Sizes, noun: string): { major: Length; minor: Length } {
  const [first, second] = [...sizes.row, ...sizes.bare]
  const outer = radiusOf(sizes, 'outer ') ?? radiusOf(sizes)
  const minor = radiusOf(sizes, 'inner ') ?? (sizes.named.thickness ? half(sizes.named.thickness) : null)
  // A ring's plain diameter is measured outside, and its thickness is the section's diameter.
  if (outer && minor && (sizes.named.diameter || sizes.named['outer diameter']))
    return { major: minus(outer, minor), minor }
  if (outer && minor) return { major: outer, minor }
  if (outer && first) return { major: outer, minor: first }
  if (first && second) return { major: first, minor: second }
  throw new Missing(`How big is the ${noun}? For example: radius 20 mm and 5 mm, or diameter 40 mm, 5 mm thick.`)
}

function takeLine(clause: Clause, noun: string): Shape {
  const [from, to] = clause.all('point').map(({ point }) => point)
  if (from && to) return { kind: 'line', noun, from, to }
  const at = clause.findWord((word) => word in DIRECTIONS)
  const way = DIRECTIONS[clause.word(at) ?? ''] ?? DIRECTIONS.x
  if (at >= 0) clause.takeAt(at)
  clause.take('direction', 'axis')
  const { named, bare } = takeSizes(clause)
  const long = named.length ?? bare[0]
  if (from && !long) return { kind: 'line', noun, from: ORIGIN, to: from }
  if (!long || !way) throw new Missing('From where to where? For example: a line from 0,0,0 to 100,0,0.')
  const start = from ?? ORIGIN
  const end = start.map((part, axis) => plus(part, { value: long.value * (way[axis] ?? 0), unit: long.unit })) as Triple
  return { kind: 'line', noun, from: start, to: end }
}

function takePolygon(clause: Clause, noun: string): Shape {
  const counted = clause.first(
    'number',
    ({ unit, value }, index) => unit === null && /^sides?$|^sided$/.test(clause.word(index + 1) ?? '') && value >= 3,
  )
  if (counted) clause.take('sides', 'sided', 'side')
  const sides = POLYGON_SIDES[noun] ?? counted?.value
  if (!sides) throw new Missing('How many sides? For example: a polygon with 6 sides, radius 20 mm.')
  if (!Number.isInteger(sides) || sides > 200) throw new NotUnderstood('a polygon has between 3 and 200 sides')
  return { kind: 'polygon', noun, sides, radius: roundSize(takeSizes(clause), noun) }
}

function twoPoints(clause: Clause, noun: string): Triple[] {
  clause.take('points', 'point', 'through', 'via')
  const points = clause.all('point').map(({ point }) => point)
  if (points.length < 2)
    throw new Missing(`Through which points? For example: a ${noun} through (0,0,0) (20,0,0) (20,10,0).`)
  return points
}

export function plus(a: Length, b: Length): Length {
  if (a.unit === b.unit || b.value === 0) return { value: a.value + b.value, unit: a.unit ?? b.unit }
  if (a.value === 0) return b
  if (a.unit === null || b.unit === null)
    throw new NotUnderstood('one size has a unit and the other has none; give both one')
  return { value: a.value + (b.value * LENGTH_UNITS[b.unit].meters) / LENGTH_UNITS[a.unit].meters, unit: a.unit }
}

const minus = (a: Length, b: Length): Length => plus(a, { value: -b.value, unit: b.unit })
