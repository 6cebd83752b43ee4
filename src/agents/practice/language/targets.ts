import type { Clause } from './clause.ts'
import { Missing, type Target } from './command.ts'
import { KIND_WORDS, nounOf } from './words.ts'

const OBJECTS = ['objects', 'object', 'things', 'thing', 'ones', 'one']
const kindOf = (word: string): string | undefined =>
  Object.keys(KIND_WORDS).find((kind) => KIND_WORDS[kind]?.includes(word))

/** The objects a clause speaks of, or null. Takes as many as are there: "the box and the ball". */
export function takeTarget(clause: Clause): Target | null {
  const found: Target[] = []
  for (let one = takeOne(clause); one; one = takeOne(clause)) found.push(one)
  clause.take('both', 'all', 'together', 'two')
  for (const word of OBJECTS) clause.take(word)
  const [only, second] = found
  if (!only) return null
  return second ? { by: 'list', of: found } : only
}

/** The same, but a command without a target works on what was last worked on. */
export function targetOrIt(clause: Clause): Target {
  const target = takeTarget(clause)
  if (target) return target
  clause.take('this', 'that', 'these', 'those')
  return { by: 'it' }
}

/** For what nobody should do by mistake: a missing target is asked for. */
export function targetOrAsk(clause: Clause, ask: string): Target {
  const target = takeTarget(clause)
  if (target) return target
  if (clause.take('this', 'that', 'these', 'those') >= 0) return { by: 'it' }
  throw new Missing(ask)
}

function takeOne(clause: Clause): Target | null {
  const named = takeLayerOf(clause) ?? takeQuoted(clause) ?? takeKnownName(clause)
  if (named) return named
  if (clause.take('the selected objects', 'selected objects', 'the selection', 'selection', 'selected') >= 0) {
    takeTail(clause)
    return { by: 'selected' }
  }
  if (clause.take('everything', 'all objects', 'every object', 'all of it', 'the whole document') >= 0)
    return { by: 'all' }
  const noun = takeNoun(clause)
  if (noun) return noun
  if (clause.take('it', 'them', 'the last one', 'the result') >= 0) return { by: 'it' }
  if (clause.take('all') >= 0) return { by: 'all' }
  return null
}

/** "the selected curves": which kind they are is not needed. */
function takeTail(clause: Clause): void {
  const at = clause.findWord((word) => kindOf(word) !== undefined || OBJECTS.includes(word))
  if (at >= 0) clause.takeAt(at)
}

function takeQuoted(clause: Clause): Target | null {
  const quoted = clause.first('quoted')
  return quoted ? { by: 'name', name: quoted.text } : null
}

/** Names as they stand in the document, the longest first, so that "Plate 2" is not "Plate". */
function takeKnownName(clause: Clause): Target | null {
  for (let from = 0; from < clause.tokens.length; from++) {
    for (let to = Math.min(clause.tokens.length, from + 8) - 1; to >= from; to--) {
      const free = Array.from({ length: to - from + 1 }, (_, i) => clause.isFree(from + i)).every(Boolean)
      const raw = free ? clause.raw(from, to) : ''
      if (!raw || !clause.names.includes(raw.toLowerCase())) continue
      // "all plates" means every plate, also where one object is called "Plates".
      for (let at = from; at <= to; at++) clause.takeAt(at)
      return { by: 'name', name: raw }
    }
  }
  return null
}

function takeLayerOf(clause: Clause): Target | null {
  const at = clause.find(
    'everything on layer',
    'everything on the layer',
    'all on layer',
    'objects on layer',
    'on layer',
    'on the layer',
  )
  if (at < 0) return null
  let name = at
  while (clause.word(name) !== 'layer') name++
  const layer = clause.free(name + 1, 'quoted')?.text ?? (clause.word(name + 1) ? clause.raw(name + 1) : null)
  if (layer === null) return null
  for (let i = at; i <= name + 1; i++) clause.takeAt(i)
  return { by: 'layer', layer }
}

function takeNoun(clause: Clause): Target | null {
  const at = clause.findWord((word) => nounOf(word) !== undefined || kindOf(word) !== undefined)
  if (at < 0) return null
  const word = clause.word(at) ?? ''
  clause.takeAt(at)
  const every = ['all', 'every', 'both'].includes(clause.word(at - 1) ?? '')
  if (every) clause.takeAt(at - 1)
  const kind = kindOf(word)
  if (kind) return { by: 'kind', kind, word }
  const noun = nounOf(word)
  return noun ? { by: 'noun', kind: noun.kind, noun: noun.noun, plural: noun.plural || every } : null
}
