import { table } from '../../../shared/table.ts'
import type { Clause } from './clause.ts'
import { type Axis, type Center, type Command, Missing, NotUnderstood, type Target, type Triple } from './command.ts'
import { countOf, takeAxis, takeCenter, takeColor, takeLook, takeNameAfter, takePlace, takeVector } from './places.ts'
import { takeSizes } from './sizes.ts'
import { takeTarget, targetOrAsk, targetOrIt } from './targets.ts'
import type { Length } from './units.ts'
import { DIRECTIONS } from './words.ts'

/** A hundred full turns: more is surely a slip of the pen. */
const MOST_DEGREES = 36_000

const VERB_WAYS = table<readonly [number, number, number]>({
  lift: [0, 0, 1],
  raise: [0, 0, 1],
  lower: [0, 0, -1],
})

export function moveCommand(clause: Clause, verb: string): Command {
  const layer = takeNameAfter(clause, ['to the layer', 'to layer', 'onto layer', 'on layer'])
  if (layer !== null) return { do: 'look', target: targetOrIt(clause), look: { layer } }
  const to = clause.find('to') >= 0 && clause.tokens.some((token) => token.kind === 'point')
  if (to || clause.has('to the origin', 'to origin', 'on top of', 'next to', 'onto')) {
    const place = takePlace(clause)
    if (place) return { do: 'place', target: targetOrIt(clause), place }
  }
  const by = takeVector(clause) ?? along(clause, VERB_WAYS[verb])
  const target = targetOrIt(clause)
  if (!by) throw new Missing('How far, and which way? For example: 10 mm to the right, or 5 mm up.')
  return { do: 'move', target, by }
}

/** "lift it 10 mm": the verb is the direction. */
function along(clause: Clause, way: readonly [number, number, number] | undefined): Triple | null {
  if (!way) return null
  const { bare } = takeSizes(clause)
  const [far] = bare
  return far ? (way.map((part) => ({ value: part * far.value, unit: part === 0 ? null : far.unit })) as Triple) : null
}

export function rotateCommand(clause: Clause): Command {
  const angle = clause.first('angle') ?? bareAngle(clause)
  if (!angle) throw new Missing('By how many degrees? For example: rotate it 45° around z.')
  if (Math.abs(angle.degrees) > MOST_DEGREES) throw new NotUnderstood('that is more than a hundred full turns')
  const clockwise = clause.take('clockwise') >= 0
  clause.take('counterclockwise', 'counter-clockwise', 'anticlockwise', 'anti-clockwise')
  const axis = takeAxis(clause) ?? 'z'
  const center = centerOf(clause)
  const copy = takeCopy(clause)
  return {
    do: 'rotate',
    target: targetOrIt(clause),
    degrees: clockwise ? -angle.degrees : angle.degrees,
    axis,
    center,
    copy,
  }
}

/** "around the origin", "about 10,0,0", "around the column". */
function centerOf(clause: Clause): Center {
  if (clause.take('its own centre', 'its own center', 'its centre', 'its center', 'itself') >= 0) return null
  const center = takeCenter(clause)
  if (center) return center
  const at = clause.find('around', 'about')
  const target = at >= 0 ? takeTarget(clause.part(at + 1)) : null
  return target ? { middleOf: target } : null
}

/** "rotate it by 45": the only number is the angle. */
function bareAngle(clause: Clause): { degrees: number } | null {
  const number = clause.first('number', ({ unit }) => unit === null)
  return number ? { degrees: number.value } : null
}

const takeCopy = (clause: Clause): boolean =>
  clause.take('as a copy', 'a copy', 'copy', 'keep the original', 'and keep the original') >= 0

export function scaleCommand(clause: Clause, verb: string): Command {
  const factor = takeFactor(clause, verb)
  if (factor === null) throw new Missing('By how much? For example: scale it by 2, or make it 10% bigger.')
  if (!(factor > 0) || factor > 1e6) throw new NotUnderstood('a scale factor is more than 0')
  const axis = takeAxis(clause)
  const center = centerOf(clause)
  const only = (one: Axis) => (axis === null || axis === one ? factor : 1)
  return { do: 'scale', target: targetOrIt(clause), factors: [only('x'), only('y'), only('z')], center }
}

function takeFactor(clause: Clause, verb: string): number | null {
  clause.take('size', 'in size', 'the size')
  if (verb === 'double') return 2
  if (verb === 'halve') return 0.5
  const bigger = clause.take('bigger', 'larger', 'taller') >= 0
  const smaller = clause.take('smaller') >= 0
  const percent = clause.first('percent')
  if (percent) return (smaller ? 100 - percent.percent : bigger ? 100 + percent.percent : percent.percent) / 100
  const word =
    clause.take('twice', 'double') >= 0 ? 2 : clause.take('half') >= 0 ? 0.5 : clause.take('triple') >= 0 ? 3 : null
  clause.take('as big', 'as large', 'as high', 'as long', 'big', 'large')
  if (word !== null) return word
  const times = clause.first('times')?.times ?? clause.first('number', ({ unit }) => unit === null)?.value ?? null
  clause.take('as big', 'as large', 'big', 'large', 'a factor', 'factor', 'times')
  return times !== null && smaller ? 1 / times : times
}

const PLANES = table<Axis>({
  xy: 'z',
  yx: 'z',
  yz: 'x',
  zy: 'x',
  xz: 'y',
  zx: 'y',
  'xy-plane': 'z',
  'yz-plane': 'x',
  'xz-plane': 'y',
})

export function mirrorCommand(clause: Clause): Command {
  const plane = clause.findWord((word) => word in PLANES)
  const across = plane >= 0 ? PLANES[clause.word(plane) ?? ''] : undefined
  if (plane >= 0) clause.takeAt(plane)
  clause.take('plane')
  const side =
    clause.take('left to right', 'sideways', 'horizontally') >= 0
      ? 'x'
      : clause.take('upside down', 'vertically') >= 0
        ? 'z'
        : null
  const axis: Axis = across ?? side ?? takeAxis(clause) ?? 'x'
  const center = centerOf(clause)
  const copy = takeCopy(clause)
  clause.take('across', 'over')
  const own: Center = across && !center ? zeroPoint : center
  return { do: 'mirror', target: targetOrIt(clause), axis, center: own, copy }
}

const zeroPoint: Triple = [
  { value: 0, unit: null },
  { value: 0, unit: null },
  { value: 0, unit: null },
]

/** "copy it 30 mm to the right", "3 copies every 20 mm": what is there is not counted. */
export function copyCommand(clause: Clause): Command {
  const many = takeCount(clause)
  if (isRing(clause)) return ringCommand(clause, many)
  const every = takeSpacing(clause)
  const by = every ? wayOf(clause, every) : takeVector(clause)
  clause.take('copy', 'copies')
  const target = targetOrIt(clause)
  if (!by) throw new Missing('Copy it where to? For example: copy it 30 mm to the right.')
  return { do: 'copy', target, by, count: many ?? 1 }
}

/** Rows, grids and rings; the number includes the one that is there. */
export function arrayCommand(clause: Clause): Command {
  const grid = clause.first('sizes', ({ sizes }) => sizes.length === 2)
  if (grid) return gridCommand(clause, grid.sizes)
  const count =
    takeCount(clause) ??
    clause.first('number', (number) => countOf(number) !== null && number.unit === null)?.value ??
    null
  if (isRing(clause)) return ringCommand(clause, count)
  if (count === null) throw new Missing('How many, and how far apart? For example: repeat it 5 times every 20 mm in x.')
  const every = takeSpacing(clause)
  const by = every ? wayOf(clause, every) : takeVector(clause)
  const target = targetOrIt(clause)
  if (!by) throw new Missing('How far apart? For example: every 20 mm in x.')
  return { do: 'copy', target, by, count: count - 1 }
}

function gridCommand(clause: Clause, sizes: readonly Length[]): Command {
  clause.take('grid', 'in a grid', 'pattern', 'array', 'rows', 'times')
  const every = takeSpacing(clause)
  const target = targetOrIt(clause)
  if (!every) throw new Missing('How far apart? For example: in a 3 x 4 grid every 20 mm.')
  const [columns, rows] = sizes
  return {
    do: 'grid',
    target,
    counts: [columns?.value ?? 1, rows?.value ?? 1],
    spacing: [every, every],
    axes: ['x', 'y'],
  }
}

const isRing = (clause: Clause): boolean => clause.has('around', 'about', 'circle', 'polar', 'circular', 'radial')

function ringCommand(clause: Clause, count: number | null): Command {
  clause.take('polar', 'circular', 'radial')
  clause.take('circle', 'in a circle')
  clause.take('array', 'pattern')
  const degrees = clause.first('angle')?.degrees ?? 360
  if (Math.abs(degrees) > 360 || degrees === 0) throw new NotUnderstood('a ring goes round at most once, by up to 360°')
  const axis = takeAxis(clause) ?? 'z'
  const center = centerOf(clause)
  clause.take('copies', 'copy')
  if (count === null) throw new Missing('How many in all? For example: 6 in a circle around the origin.')
  return { do: 'ring', target: targetOrIt(clause), count, center, degrees, axis }
}

/** "5 times", "5x", "a row of 5", "5 copies". */
function takeCount(clause: Clause): number | null {
  const times = clause.first('times')
  if (times) return times.times
  const number = clause.first(
    'number',
    (token, index) =>
      countOf(token) !== null &&
      (token.spelled ||
        /^(copies|times|pieces|in)$/.test(clause.word(index + 1) ?? '') ||
        /^(of)$/.test(clause.word(index - 1) ?? '')),
  )
  clause.take('copies', 'times', 'pieces')
  clause.take('row', 'line')
  return number?.value ?? null
}

export function takeSpacing(clause: Clause): Length | null {
  const at = clause.find('every', 'spacing', 'apart', 'distance', 'gap', 'spaced', 'pitch', 'step')
  if (at < 0) return null
  clause.takeAt(at)
  clause.take('spaced', 'spacing', 'apart', 'distance')
  // "every 20 mm", but "20 mm apart".
  const number = clause.first('number', (_token, index) => index > at) ?? clause.first('number')
  return number ? { value: number.value, unit: number.unit } : null
}

function wayOf(clause: Clause, far: Length): Triple {
  const at = clause.findWord((word) => word in DIRECTIONS)
  const way = DIRECTIONS[clause.word(at) ?? ''] ?? [1, 0, 0]
  if (at >= 0) clause.takeAt(at)
  clause.take('direction', 'axis')
  return way.map((part) => ({ value: part * far.value, unit: part === 0 ? null : far.unit })) as Triple
}

export function subtractCommand(clause: Clause): Command {
  const from = clause.find('from', 'out of')
  const using = clause.find('using', 'with')
  if (from >= 0) {
    const what = takeTarget(clause.part(0, from))
    const base = takeTarget(clause.part(from + 1))
    if (base) return { do: 'subtract', from: base, what: what ?? { by: 'it' } }
  }
  if (using >= 0) {
    const base = takeTarget(clause.part(0, using))
    const what = takeTarget(clause.part(using + 1))
    if (base && what) return { do: 'subtract', from: base, what }
  }
  throw new Missing('Cut what out of what? For example: subtract the ball from the box.')
}

/** "box minus ball". */
export function minusCommand(clause: Clause, at: number): Command {
  const from = takeTarget(clause.part(0, at))
  const what = takeTarget(clause.part(at + 1))
  clause.takeAt(at)
  if (!from || !what) throw new Missing('Cut what out of what? For example: subtract the ball from the box.')
  return { do: 'subtract', from, what }
}

export function intersectCommand(clause: Clause): Command {
  const between = clause.find('with')
  if (between >= 0) {
    const one = takeTarget(clause.part(0, between))
    const other = takeTarget(clause.part(between + 1))
    if (other) return { do: 'intersect', target: one ?? { by: 'it' }, with: other }
  }
  const target = targetOrAsk(clause, 'Intersect what with what? For example: intersect the box with the ball.')
  return { do: 'intersect', target, with: null }
}

export function lookCommand(clause: Clause): Command {
  const color = takeColor(clause)
  const target = targetOrIt(clause)
  if (!color) throw new Missing('Which colour? For example: red, or #c2452d.')
  return { do: 'look', target, look: { color } }
}

/** "name it Base", "rename the box to Housing", "call it Base plate". */
export function nameCommand(clause: Clause): Command {
  const to = takeNameAfter(clause, ['to', 'as'])
  if (to !== null) return { do: 'look', target: targetOrIt(clause), look: { name: to } }
  const quoted = clause.tokens.findLastIndex((_token, index) => clause.free(index, 'quoted') !== null)
  const name = quoted >= 0 ? clause.free(quoted, 'quoted')?.text : undefined
  if (quoted >= 0) clause.takeAt(quoted)
  if (name !== undefined) return { do: 'look', target: targetOrIt(clause), look: { name } }
  const after = takeNameAfter(clause, ['it', 'this', 'that'])
  if (after === null) throw new Missing('Which name? For example: name it "Base plate".')
  return { do: 'look', target: { by: 'it' }, look: { name: after } }
}

export function selectCommand(clause: Clause): Command {
  if (clause.take('nothing', 'none') >= 0) return { do: 'select', target: null }
  return {
    do: 'select',
    target: targetOrAsk(clause, 'Select what? For example: select the plate, or select all curves.'),
  }
}

export function deleteCommand(clause: Clause): Command {
  const ask = 'Delete what? For example: delete the plate, delete it, or delete everything.'
  if (clause.take('the document', 'the model', 'the scene', 'document', 'model', 'scene') >= 0)
    return { do: 'delete', target: { by: 'all' } }
  // "remove the ball from the box" takes material away, it deletes no box.
  if (clause.has('from', 'out of')) return subtractCommand(clause)
  return { do: 'delete', target: targetOrAsk(clause, ask) }
}

export function extrudeCommand(clause: Clause): Command {
  clause.take('up', 'upwards')
  const down = clause.take('down', 'downwards') >= 0
  const { named, bare } = takeSizes(clause)
  const far = named.height ?? bare[0]
  const target: Target = targetOrIt(clause)
  if (!far) throw new Missing('How far? For example: extrude it 20 mm.')
  return { do: 'extrude', target, distance: down ? { value: -far.value, unit: far.unit } : far }
}

export function layerCommand(clause: Clause): Command {
  const { name, layer, color } = takeLook(clause)
  clause.take('layer')
  const called = name ?? layer
  if (called === undefined) throw new Missing('Which name? For example: make a layer called Walls.')
  return { do: 'layer', name: called, color: color ?? null }
}
