import { takeView } from './ask.ts'
import type { Clause } from './clause.ts'
import { type Command, type Look, Missing, NotUnderstood, type Target } from './command.ts'
import { arrayCommand, copyCommand, layerCommand, scaleCommand, takeSpacing } from './edits.ts'
import { isEdgeWord, isHoleWord, takeEdges, takeFeatures, takeHoles } from './features.ts'
import { countOf, takeLook, takePlace } from './places.ts'
import { takeShape } from './shapes.ts'
import { takeTarget, targetOrIt } from './targets.ts'
import { type Noun, nounOf } from './words.ts'

/** "make" begins many things: what comes after it decides. */
export function makeCommand(clause: Clause, verb: string): Command {
  const copies = clause.find('copies', 'copies of')
  if (copies >= 0 || clause.take('a copy of', 'a copy', 'copy of') >= 0) return copyCommand(clause)
  if (clause.take('a picture', 'a screenshot', 'picture', 'screenshot') >= 0) {
    return { do: 'picture', view: takeView(clause) }
  }
  if (isResize(clause)) return scaleCommand(clause, 'make')
  if (clause.has('a layer', 'new layer', 'another layer')) return layerCommand(clause)
  const look = takeLook(clause)
  if (verb === 'write') return writeCommand(clause, look)
  const noun = newNoun(clause)
  const hole = clause.findWord(isHoleWord)
  if (noun >= 0 && (hole < 0 || noun < hole)) return createCommand(clause, noun, look)
  if (clause.has('row', 'line', 'grid', 'array', 'ring') && hole < 0) return arrayCommand(clause)
  if (hole >= 0) return holesCommand(clause)
  if (clause.findWord(isEdgeWord) >= 0) return edgesCommand(clause, false)
  return remake(clause, look)
}

function writeCommand(clause: Clause, look: Look): Command {
  clause.take('the text', 'a text', 'text', 'the label', 'a label', 'label', 'the words', 'words')
  const place = takePlace(clause)
  const shape = takeShape(clause, { kind: 'text', noun: 'text', plural: false })
  return { do: 'create', shape, count: 1, spacing: null, features: [], place, look }
}

/** The noun of something new; "the plate" is one that is there. What is written is always new. */
function newNoun(clause: Clause): number {
  const text = clause.findWord((word) => nounOf(word)?.kind === 'text')
  if (text >= 0 && clause.tokens.some((token) => token.kind === 'quoted')) return text
  return clause.findWord(
    (word, index) => nounOf(word) !== undefined && !isDefinite(clause, index) && !isRow(clause, index),
  )
}

/** "a row of spheres", "a line of", "a ring of": how they stand, not what they are. */
const isRow = (clause: Clause, index: number): boolean =>
  /^(line|ring|path)$/.test(clause.word(index) ?? '') && clause.word(index + 1) === 'of'

const isResize = (clause: Clause): boolean =>
  clause.has(
    'bigger',
    'larger',
    'smaller',
    'twice as',
    'half as',
    'half the size',
    'twice the size',
    'double the size',
    'as big',
    'as large',
  )

/** "make it red", "put it on layer Walls", "put it on top of the plate". */
function remake(clause: Clause, look: Look): Command {
  if (Object.keys(look).length > 0) return { do: 'look', target: targetOrIt(clause), look }
  const until = clause.find('on', 'at', 'next', 'above', 'under', 'to', 'beside', 'behind', 'in')
  const target = takeTarget(clause.part(0, Math.max(1, until)))
  const place = takePlace(clause)
  if (place) return { do: 'place', target: target ?? { by: 'it' }, place }
  throw new NotUnderstood(`I do not understand “${clause.text.slice(0, 120)}”`)
}

const isDefinite = (clause: Clause, index: number): boolean => {
  let at = index - 1
  while (at >= 0 && clause.word(at) !== null && !/^(the|an?|it|on|in|of|to|with)$/.test(clause.word(at) ?? '')) at--
  return clause.word(at) === 'the'
}

/** Something without a verb, or after "make": "a 40 x 25 x 10 mm plate with …". */
export function createdCommand(clause: Clause): Command | null {
  const look = takeLook(clause)
  const noun = newNoun(clause)
  const hole = clause.findWord(isHoleWord)
  return noun >= 0 && (hole < 0 || noun < hole) ? createCommand(clause, noun, look) : null
}

function createCommand(clause: Clause, at: number, look: Look): Command {
  const noun = nounOf(clause.word(at) ?? '') as Noun
  const count = noun.plural ? takeCountBefore(clause, at) : 1
  clause.take('row of', 'line of', 'a row', 'row')
  const spacing = count > 1 ? takeSpacing(clause) : null
  const features = takeFeatures(clause, at)
  clause.takeAt(at)
  const drawn = noun.kind === 'line' || noun.kind === 'polyline' || noun.kind === 'curve'
  const place = drawn ? null : takePlace(clause)
  const shape = takeShape(clause, noun)
  if (shape.kind === 'point' && !place) throw new Missing('Where? For example: a point at 10,20,0.')
  return { do: 'create', shape, count, spacing, features, place, look }
}

/** "three 10 mm spheres". */
function takeCountBefore(clause: Clause, at: number): number {
  const number = clause.part(0, at).first('number', (token) => countOf(token) !== null && token.value >= 1)
  if (!number) throw new Missing('How many? For example: three spheres of 10 mm.')
  if (number.value > 50) throw new NotUnderstood('I make at most 50 things at a time')
  return number.value
}

export function holesCommand(clause: Clause): Command {
  const target = holesTarget(clause)
  return { do: 'holes', target, holes: takeHoles(clause) }
}

/** "in the plate", "through it", "of the box": before the layout, which may say "in the corners" or "in a circle". */
function holesTarget(clause: Clause): Target {
  for (let at = 0; at < clause.tokens.length; at++) {
    if (!/^(in|into|through|to|on|of|from)$/.test(clause.word(at) ?? '')) continue
    let next = at + 1
    while (/^(the|all|both|this|that)$/.test(clause.word(next) ?? '')) next++
    if (!mayBeTarget(clause, next)) continue
    const target = takeTarget(clause.part(at + 1, endOfTarget(clause, next)))
    if (target) return target
  }
  return takeTarget(clause.part(0, Math.max(0, clause.findWord(isHoleWord)))) ?? { by: 'it' }
}

/** A bolt circle is no target, and "in a row" is none either. */
function mayBeTarget(clause: Clause, index: number): boolean {
  if (clause.free(index, 'quoted')) return true
  const word = clause.word(index)
  return word !== null && !/^(an?|circle|ring|line|row)$/.test(word) && !isHoleWord(word)
}

function endOfTarget(clause: Clause, from: number): number {
  for (let i = from + 1; i < clause.tokens.length; i++) {
    const sized =
      (clause.free(i, 'number')?.unit ?? null) !== null || clause.free(i, 'sizes') || clause.free(i, 'point')
    if (sized || clause.free(i, 'mark') || /^(in|into|with|at|near|on|from|of|to|by)$/.test(clause.word(i) ?? ''))
      return i
  }
  return clause.tokens.length
}

export function edgesCommand(clause: Clause, chamfer: boolean): Command {
  const names = clause.findWord(isEdgeWord) >= 0
  const edges = takeEdges(clause, chamfer)
  // "round the box" without a word of edges means all of them.
  if (!names && edges.which === null) edges.which = 'all'
  return { do: 'edges', target: targetOrIt(clause), edges }
}
