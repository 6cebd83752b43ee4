import { table } from '../../../shared/table.ts'
import type { Clause } from './clause.ts'
import type { Length } from './units.ts'

/** What a size may be called. */
export type SizeName =
  | 'radius'
  | 'diameter'
  | 'inner radius'
  | 'inner diameter'
  | 'outer radius'
  | 'outer diameter'
  | 'length'
  | 'width'
  | 'height'
  | 'depth'
  | 'thickness'
  | 'side'

/** May stand before or after their number: "radius 5", "5 mm radius". */
const NOUNS = table<SizeName>({
  radius: 'radius',
  diameter: 'diameter',
  dia: 'diameter',
  length: 'length',
  width: 'width',
  height: 'height',
  depth: 'depth',
  thickness: 'thickness',
  side: 'side',
  sides: 'side',
  size: 'side',
})

/** Stand only after their number: "5 mm high". */
const ADJECTIVES = table<SizeName>({
  long: 'length',
  wide: 'width',
  high: 'height',
  tall: 'height',
  deep: 'depth',
  thick: 'thickness',
  across: 'diameter',
})

const INNER = new Set(['inner', 'inside', 'internal', 'bore', 'minor', 'tube', 'section'])
const OUTER = new Set(['outer', 'outside', 'external', 'major', 'ring'])
const LINKS = new Set(['of', 'is', 'a', 'an', 'the', 'to', 'be', 'with'])

export interface Sizes {
  named: Partial<Record<SizeName, Length>>
  /** "40 x 25 x 10". */
  row: Length[]
  /** Lengths that nothing names. */
  bare: Length[]
}

/** Takes every length of a clause, rows only where they are wanted. Spelled numbers without a unit are counts. */
export function takeSizes(clause: Clause, withRow = true): Sizes {
  const sizes: Sizes = { named: {}, row: [], bare: [] }
  clause.tokens.forEach((_token, index) => {
    const number = clause.free(index, 'number')
    if (!number || (number.spelled && number.unit === null)) return
    const name = nameBefore(clause, index) ?? nameAfter(clause, index)
    if (name && !(name in sizes.named)) {
      clause.takeAt(index)
      sizes.named[name] = { value: number.value, unit: number.unit }
    }
  })
  const row = withRow ? clause.first('sizes') : null
  if (row) sizes.row = row.sizes
  clause.tokens.forEach((_token, index) => {
    const number = clause.free(index, 'number')
    if (!number || (number.spelled && number.unit === null)) return
    clause.takeAt(index)
    sizes.bare.push({ value: number.value, unit: number.unit })
  })
  return sizes
}

function nameBefore(clause: Clause, index: number): SizeName | null {
  let at = index - 1
  while (at >= 0 && (LINKS.has(clause.word(at) ?? '') || isColon(clause, at))) at--
  const name = NOUNS[clause.word(at) ?? '']
  if (!name) return null
  clause.takeAt(at)
  return refined(clause, at - 1, name)
}

function nameAfter(clause: Clause, index: number): SizeName | null {
  let at = index + 1
  while (LINKS.has(clause.word(at) ?? '') || clause.word(at) === 'in') at++
  const refining = clause.word(at) ?? ''
  const isRefined = INNER.has(refining) || OUTER.has(refining)
  const word = clause.word(isRefined ? at + 1 : at) ?? ''
  const name = NOUNS[word] ?? ADJECTIVES[word]
  if (!name) return null
  clause.takeAt(isRefined ? at + 1 : at)
  return isRefined ? refined(clause, at, name) : name
}

/** "inner", "outer" before "radius" or "diameter". */
function refined(clause: Clause, at: number, name: SizeName): SizeName {
  const word = clause.word(at) ?? ''
  const side = INNER.has(word) ? 'inner' : OUTER.has(word) ? 'outer' : null
  if (!side || (name !== 'radius' && name !== 'diameter')) return name
  clause.takeAt(at)
  return `${side} ${name}`
}

const isColon = (clause: Clause, at: number): boolean => {
  const mark = clause.free(at, 'mark')?.mark
  return mark === ':' || mark === '='
}

export const half = ({ value, unit }: Length): Length => ({ value: value / 2, unit })

/** A radius from whatever the sentence gives: radius, diameter, or a bare length, which is a diameter. */
export function radiusOf(sizes: Sizes, side: '' | 'inner ' | 'outer ' = ''): Length | null {
  const radius = sizes.named[`${side}radius`]
  const diameter = sizes.named[`${side}diameter`]
  return radius ?? (diameter ? half(diameter) : null)
}
