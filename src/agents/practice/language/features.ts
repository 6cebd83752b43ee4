import type { Clause } from './clause.ts'
import { type EdgeChoice, type EdgeWork, type Feature, type HoleLayout, type Holes, Missing } from './command.ts'
import { countOf } from './places.ts'
import { half, radiusOf, takeSizes } from './sizes.ts'
import type { Length } from './units.ts'

const HOLE_WORDS = ['hole', 'holes', 'bore', 'bores', 'drilling', 'drillings']
const EDGE_WORDS = ['edge', 'edges', 'corner', 'corners', 'fillet', 'fillets', 'chamfer', 'chamfers', 'bevel', 'bevels']
const CHAMFER_WORDS = ['chamfer', 'chamfers', 'chamfered', 'bevel', 'bevels', 'bevelled', 'beveled']
const FILLET_WORDS = [
  'fillet',
  'fillets',
  'filleted',
  'rounded',
  'round',
  'rounds',
  'soft',
  'smooth',
  'smoothed',
  'softened',
]
/** Said of the thing itself: "a rounded plate". */
const WORKED = ['rounded', 'filleted', 'chamfered', 'bevelled', 'beveled']
const STARTS = ['with', 'and', 'plus', 'having', 'has']

export const isHoleWord = (word: string): boolean => HOLE_WORDS.includes(word)
export const isEdgeWord = (word: string): boolean => EDGE_WORDS.includes(word)

const hasWord = (clause: Clause, words: readonly string[]): boolean =>
  clause.findWord((word) => words.includes(word)) >= 0

/**
 * "… with rounded edges and four 5 mm holes, 10 mm deep": takes the features and leaves what describes the thing
 * itself. `nounAt` is where the thing's own noun stands; its part of the clause is never a feature.
 */
export function takeFeatures(clause: Clause, nounAt: number): Feature[] {
  const features: Feature[] = []
  for (const part of featureParts(clause, nounAt)) {
    if (hasWord(part, HOLE_WORDS)) features.push({ kind: 'holes', holes: takeHoles(part) })
    else features.push({ kind: 'edges', edges: takeEdges(part, false) })
  }
  const adjective = clause.findWord((word) => WORKED.includes(word))
  if (adjective >= 0) {
    // Before the noun it stands alone, after it may stand how much: "a plate rounded by 2 mm".
    const part = clause.part(adjective, adjective < nounAt ? adjective + 1 : adjective + 4)
    features.unshift({ kind: 'edges', edges: takeEdges(part, false) })
  }
  // Edges first: what is drilled afterwards keeps its own edges sharp.
  return features.toSorted((a, b) => Number(a.kind === 'holes') - Number(b.kind === 'holes'))
}

/** Cuts at "with", "and" and commas; a piece without a noun of its own ("10 mm deep") belongs to the piece before. */
function featureParts(clause: Clause, nounAt: number): Clause[] {
  const cuts = [0]
  clause.tokens.forEach((_token, index) => {
    const word = clause.word(index)
    if ((word && STARTS.includes(word)) || clause.free(index, 'mark')?.mark === ',') cuts.push(index)
  })
  const parts: { from: number; to: number; feature: boolean }[] = []
  cuts.forEach((from, i) => {
    const to = cuts[i + 1] ?? clause.tokens.length
    const piece = clause.part(from, to)
    const own = nounAt >= from && nounAt < to
    const before = parts.at(-1)
    const feature = !own && [HOLE_WORDS, EDGE_WORDS, WORKED].some((words) => hasWord(piece, words))
    if (feature || !before) parts.push({ from, to, feature })
    else if (own) parts.push({ from, to, feature: false })
    else before.to = to
  })
  return parts.filter(({ feature }) => feature).map(({ from, to }) => clause.part(from, to))
}

/** `verb` is true where the clause's verb says already that edges are rounded. */
export function takeEdges(clause: Clause, chamfer: boolean): EdgeWork {
  const isChamfer = takeAll(clause, CHAMFER_WORDS) || chamfer
  takeAll(clause, FILLET_WORDS)
  const which = takeWhich(clause)
  takeAll(clause, ['edge', 'edges', 'corner', 'corners'])
  const sizes = takeSizes(clause, false)
  const size =
    sizes.named.radius ??
    (sizes.named.diameter ? half(sizes.named.diameter) : undefined) ??
    sizes.named.side ??
    sizes.bare[0] ??
    null
  return { op: isChamfer ? 'chamfer' : 'fillet', which, size }
}

function takeWhich(clause: Clause): EdgeChoice | null {
  if (clause.take('all the', 'all of the', 'all its', 'all', 'every') >= 0) return 'all'
  if (clause.take('top', 'upper') >= 0) return 'top'
  if (clause.take('bottom', 'lower') >= 0) return 'bottom'
  if (clause.take('vertical', 'upright', 'side') >= 0) return 'vertical'
  return hasWord(clause, ['corner', 'corners']) ? 'vertical' : null
}

function takeAll(clause: Clause, words: readonly string[]): boolean {
  let any = false
  for (const word of words) while (clause.take(word) >= 0) any = true
  return any
}

/** Takes everything about holes that the clause says. Asks for the diameter and, for "holes", how many. */
export function takeHoles(clause: Clause): Holes {
  const at = clause.findWord(isHoleWord)
  const many = /s$/.test(clause.word(at) ?? '')
  const counted = numbersBefore(clause, at, many)
  clause.takeAt(at)
  clause.take('round', 'circular', 'through', 'small')
  const inset = takeInset(clause)
  const layout = takeLayout(clause)
  clause.take('through it', 'all the way through', 'all the way', 'through', 'thru')
  const sizes = takeSizes(clause, false)
  const diameter = counted.diameter ?? doubled(radiusOf(sizes)) ?? sizes.bare[0] ?? null
  if (!diameter) throw new Missing(`How big ${many ? 'are the holes' : 'is the hole'}? For example: diameter 5 mm.`)
  const points =
    layout.as === 'points' ? layout.points.length : layout.as === 'grid' ? layout.columns * layout.rows : null
  const count = points ?? counted.count ?? (many ? null : 1)
  if (count === null) throw new Missing('How many holes? For example: four 5 mm holes.')
  return { count, diameter, depth: sizes.named.depth ?? null, layout, inset }
}

const doubled = (radius: Length | null): Length | null =>
  radius ? { value: radius.value * 2, unit: radius.unit } : null

/** "four 5 mm holes", "4 x 5 mm holes", "a 5 mm hole", "5 mm holes", "4 holes", "two M5 holes". */
function numbersBefore(clause: Clause, at: number, many: boolean): { count: number | null; diameter: Length | null } {
  let from = at
  while (from > 0 && isHoleNumber(clause, from - 1)) from--
  let count: number | null = null
  let diameter: Length | null = null
  for (let i = from; i < at; i++) {
    const number = clause.free(i, 'number')
    const times = clause.free(i, 'times')
    const row = clause.free(i, 'sizes')
    const metric = /^m(\d{1,2})$/.exec(clause.word(i) ?? '')
    const [first, second] = row?.sizes ?? []
    if (first && second && row?.sizes.length === 2) {
      count = first.value
      diameter = second
    } else if (times) count = times.times
    else if (metric) diameter = { value: Number(metric[1]), unit: 'mm' }
    else if (number && many && count === null && countOf(number) !== null) count = number.value
    else if (number) diameter = { value: number.value, unit: number.unit }
    clause.takeAt(i)
  }
  return { count, diameter }
}

const isHoleNumber = (clause: Clause, index: number): boolean =>
  clause.free(index, 'number') !== null ||
  clause.free(index, 'times') !== null ||
  clause.free(index, 'sizes') !== null ||
  /^(m\d{1,2}|mm|diameter|round|through|small|-)$/.test(clause.word(index) ?? '')

/** "10 mm from the edges". */
function takeInset(clause: Clause): Length | null {
  const at = clause.find(
    'from the edges',
    'from the edge',
    'from each edge',
    'from the sides',
    'from the side',
    'from the corners',
    'from every edge',
  )
  if (at < 0) return null
  const number = clause.free(at - 1, 'number')
  if (!number) return null
  for (let i = at - 1; i < at + 3; i++) clause.takeAt(i)
  return { value: number.value, unit: number.unit }
}

function takeLayout(clause: Clause): HoleLayout {
  const points = clause.all('point').map(({ point }) => point)
  if (points.length > 0) return { as: 'points', points }
  const grid = clause.find('grid', 'pattern')
  if (grid >= 0) {
    const row = clause.first('sizes', ({ sizes }) => sizes.length === 2)
    const [columns, rows] = row?.sizes ?? []
    if (!columns || !rows) throw new Missing('How many holes each way? For example: in a 3 x 2 grid.')
    clause.takeAt(grid)
    return { as: 'grid', columns: columns.value, rows: rows.value }
  }
  const ring = clause.findWord((word) => word === 'circle' || word === 'ring')
  if (ring >= 0) return { as: 'ring', diameter: takeRingSize(clause, ring) }
  if (clause.take('corner', 'corners') >= 0) {
    clause.take('near', 'close to', 'four', 'in', 'at')
    return { as: 'corners' }
  }
  if (clause.take('row', 'line', 'in line') >= 0) return { as: 'row' }
  if (clause.take('centre', 'center', 'middle', 'centred', 'centered', 'central') >= 0) return { as: 'centre' }
  return { as: 'auto' }
}

/** "in a circle of 30 mm", "on a 30 mm circle", "on a bolt circle of radius 15". */
function takeRingSize(clause: Clause, at: number): Length | null {
  clause.takeAt(at)
  clause.take('bolt', 'pitch')
  const before = clause.free(at - 1, 'number')
  if (before) {
    clause.takeAt(at - 1)
    return { value: before.value, unit: before.unit }
  }
  const sizes = takeSizes(clause.part(at + 1), false)
  return doubled(radiusOf(sizes)) ?? sizes.bare[0] ?? null
}
