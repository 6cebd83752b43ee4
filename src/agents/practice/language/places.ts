import type { Clause } from './clause.ts'
import type { Axis, Look, Place, Side, Triple } from './command.ts'
import { takeTarget } from './targets.ts'
import type { TokenOf } from './tokens.ts'
import type { Length } from './units.ts'
import { COLOURS, DIRECTIONS } from './words.ts'

const zero: Length = { value: 0, unit: null }
export const ORIGIN: Triple = [zero, zero, zero]

const SIDES: readonly [Side, readonly string[]][] = [
  ['on', ['on top of', 'on the top of', 'above', 'onto', 'atop', 'standing on']],
  ['under', ['underneath', 'under', 'below', 'beneath']],
  ['right', ['to the right of', 'right of', 'next to', 'beside', 'besides']],
  ['left', ['to the left of', 'left of']],
  ['front', ['in front of']],
  ['behind', ['behind']],
  ['centre', ['in the middle of', 'in the centre of', 'in the center of', 'inside']],
]

/** "on top of the plate", "10 mm to the right of it", "at 10,20,0", "centred at the origin". */
export function takePlace(clause: Clause): Place | null {
  return takeBeside(clause) ?? takePoint(clause)
}

function takeBeside(clause: Clause): Place | null {
  for (const [side, phrases] of SIDES) {
    const at = clause.find(...phrases)
    if (at < 0) continue
    const words = phrases.find((phrase) => clause.part(at).find(phrase) === 0) ?? ''
    const after = at + words.split(' ').length
    const target = takeTarget(clause.part(after, nextBreak(clause, after)))
    if (!target) continue
    for (let i = at; i < after; i++) clause.takeAt(i)
    const mayGap = !/^(on|next|in|inside|onto|atop|standing)/.test(words)
    return { at: 'beside', side, target, gap: mayGap ? gapBefore(clause, at) : null }
  }
  // "on the plate", "on it": only where something that can carry follows.
  const on = clause.find('on')
  if (on < 0 || clause.word(on + 1) === 'layer' || clause.word(on + 2) === 'layer') return null
  const target = takeTarget(clause.part(on + 1, nextBreak(clause, on + 1)))
  if (!target) return null
  clause.takeAt(on)
  return { at: 'beside', side: 'on', target, gap: null }
}

/** A target ends where something new begins. */
function nextBreak(clause: Clause, from: number): number {
  for (let i = from; i < clause.tokens.length; i++) {
    const word = clause.word(i)
    if (word === 'with' || word === 'called' || word === 'named' || clause.free(i, 'mark')?.mark === ',') return i
  }
  return clause.tokens.length
}

/** "10 mm to the right of": the length right before. */
function gapBefore(clause: Clause, at: number): Length | null {
  const gap = clause.free(at - 1, 'number')
  // "a ball of 10 mm to the right of it": that is how big the ball is.
  if (!gap || (gap.spelled && gap.unit === null) || clause.word(at - 2) === 'of') return null
  clause.takeAt(at - 1)
  return { value: gap.value, unit: gap.unit }
}

function takePoint(clause: Clause): Place | null {
  const centered = clause.has('centred', 'centered', 'centre at', 'center at', 'centre', 'center', 'middle')
  const point = clause.first('point', (_token, index) => clause.word(index - 1) !== 'around')
  const origin = point ? -1 : clause.take('at the origin', 'at origin', 'to the origin', 'the origin', 'origin')
  if (!point && origin < 0) return null
  clause.take('corner', 'base', 'position', 'location', 'coordinates')
  if (centered) clause.take('centred', 'centered', 'centre', 'center', 'middle')
  return { at: 'point', point: point?.point ?? ORIGIN, centered }
}

/** "called Base", "on layer Walls", "in red". */
export function takeLook(clause: Clause): Look {
  const look: Look = {}
  const name = takeNameAfter(clause, ['called', 'named', 'name it', 'call it'])
  if (name !== null) look.name = name
  const layer = takeNameAfter(clause, [
    'on the layer',
    'on layer',
    'to the layer',
    'to layer',
    'onto layer',
    'in layer',
    'layer',
  ])
  if (layer !== null) look.layer = layer
  const color = takeColor(clause)
  if (color) look.color = color
  return look
}

/** A quoted name, or the words up to the next comma or known word of the clause. */
export function takeNameAfter(clause: Clause, phrases: string[]): string | null {
  const at = clause.find(...phrases)
  if (at < 0) return null
  const phrase = phrases.find((words) => clause.part(at).find(words) === 0) ?? ''
  const from = at + phrase.split(' ').length
  const quoted = clause.free(from, 'quoted')
  let to = from
  if (!quoted) {
    while (to + 1 < clause.tokens.length && goesOn(clause, to + 1) && to - from < 5) to++
    if (!clause.word(from)) return null
  }
  const name = quoted?.text ?? clause.raw(from, to)
  for (let i = at; i <= to; i++) clause.takeAt(i)
  return name
}

function goesOn(clause: Clause, index: number): boolean {
  const word = clause.word(index)
  if (word !== null) return !/^(and|with|on|at|in|to|from|then|by|please|of)$/.test(word)
  const number = clause.free(index, 'number')
  return number !== null && number.unit === null && !number.spelled
}

export function takeColor(clause: Clause): [number, number, number] | null {
  const hex = clause.first('color')
  if (hex) return hex.color
  const at = clause.findWord((word) => word in COLOURS)
  if (at < 0) return null
  const color = COLOURS[clause.word(at) ?? '']
  clause.takeAt(at)
  clause.take('colour', 'color', 'coloured', 'colored')
  return color ? [...color] : null
}

/** A way to go: "10 up and 5 to the left", "by (10, 0, 5)", "20 mm along x". Null where the clause gives none. */
export function takeVector(clause: Clause): Triple | null {
  const point = clause.first('point', (_token, index) => !/^(to|at|around|about)$/.test(clause.word(index - 1) ?? ''))
  if (point) return point.point
  const total: Triple = [zero, zero, zero]
  let found = false
  for (let i = 0; i < clause.tokens.length; i++) {
    const number = clause.free(i, 'number')
    if (!number) continue
    const way = directionNear(clause, i)
    if (!way) continue
    clause.takeAt(i)
    found = true
    way.forEach((part, axis) => {
      if (part !== 0) total[axis] = { value: number.value * part, unit: number.unit }
    })
  }
  return found ? total : null
}

const TOWARDS = new Set([
  'to',
  'the',
  'in',
  'along',
  'towards',
  'toward',
  'direction',
  'of',
  'positive',
  'by',
  'axis',
  'plus',
])

/** The direction that belongs to the number at `index`: after it, or right before it ("up 10", "x by 10"). */
function directionNear(clause: Clause, index: number): readonly [number, number, number] | null {
  for (const step of [1, -1]) {
    let at = index + step
    let sign = 1
    while (
      TOWARDS.has(clause.word(at) ?? '') ||
      clause.word(at) === 'negative' ||
      clause.free(at, 'mark')?.mark === '-'
    ) {
      if (clause.word(at) === 'negative' || clause.free(at, 'mark')) sign = -1
      at += step
    }
    const way = DIRECTIONS[clause.word(at) ?? '']
    if (!way) continue
    for (let i = Math.min(index + step, at); i <= Math.max(index + step, at); i++) clause.takeAt(i)
    clause.take('direction', 'axis')
    return sign === 1 ? way : [-way[0], -way[1], -way[2]]
  }
  return null
}

/** "around z", "about the x axis", "vertical axis". */
export function takeAxis(clause: Clause): Axis | null {
  const at = clause.findWord((word) => /^[xyz](-axis|-direction)?$/.test(word))
  if (at < 0) return clause.take('vertical axis', 'upright axis') >= 0 ? 'z' : null
  const axis = (clause.word(at) ?? 'z')[0] as Axis
  clause.takeAt(at)
  clause.take('axis', 'direction')
  return axis
}

export function takeCenter(clause: Clause): Triple | null {
  const point = clause.first('point')
  if (point) return point.point
  return clause.take('the origin', 'origin', 'world') >= 0 ? ORIGIN : null
}

export const countOf = (number: TokenOf<'number'>): number | null =>
  number.unit === null && Number.isInteger(number.value) && number.value >= 0 ? number.value : null
