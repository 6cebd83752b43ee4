import type { Clause } from './clause.ts'
import { Missing, type Target } from './command.ts'
import { KIND_WORDS, nounOf } from './words.ts'

const OBJECTS = new Set(['objects', 'object', 'things', 'thing', 'ones', 'one'])
const ARTICLES = new Set(['the', 'a', 'an', 'my', 'of', 'its'])
const EVERY = new Set(['all', 'every', 'each', 'both', 'these', 'those'])
const PHRASES: readonly [string, Target][] = [
  ['everything', { by: 'all' }],
  ['the selection', { by: 'selected' }],
  ['selection', { by: 'selected' }],
  ['last object', { by: 'it' }],
  ['result', { by: 'it' }],
  ['it', { by: 'it' }],
  ['them', { by: 'it' }],
]
const LAYER_PHRASES = [
  'everything on the layer',
  'everything on layer',
  'objects on the layer',
  'objects on layer',
  'on the layer',
  'on layer',
]

const kindOf = (word: string): string | undefined =>
  Object.keys(KIND_WORDS).find((kind) => KIND_WORDS[kind]?.includes(word))

interface Found {
  target: Target
  /** The first token after it. */
  end: number
}

/**
 * The objects a clause speaks of, or null: the first it names, and what follows after "and" or a comma. What stands
 * elsewhere ("delete the ball on the plate") is left, so that it is never taken for one of them by mistake. `joiners`
 * are more words that may stand between.
 */
export function takeTarget(clause: Clause, joiners: readonly string[] = []): Target | null {
  for (let at = 0; at < clause.tokens.length; at++) {
    const first = targetAt(clause, at)
    if (!first) continue
    take(clause, at, first.end)
    const all = [first.target]
    let end = first.end
    for (let next = followingAt(clause, end, joiners); next !== null; next = followingAt(clause, end, joiners)) {
      take(clause, next.start, next.end)
      all.push(next.target)
      end = next.end
    }
    clause.take('both', 'together')
    return all.length === 1 ? first.target : { by: 'list', of: all }
  }
  return null
}

/** The same, but a command without a target works on what was last worked on. */
export function targetOrIt(clause: Clause, joiners: readonly string[] = []): Target {
  const target = takeTarget(clause, joiners)
  if (target) return target
  clause.take('this', 'that', 'these', 'those', 'all', 'both')
  return { by: 'it' }
}

/** For what nobody should do by mistake: a missing target is asked for. */
export function targetOrAsk(clause: Clause, ask: string): Target {
  const target = takeTarget(clause)
  if (target) return target
  if (clause.take('this', 'that', 'these', 'those') >= 0) return { by: 'it' }
  throw new Missing(ask)
}

function take(clause: Clause, from: number, to: number): void {
  for (let i = from; i < to; i++) clause.takeAt(i)
}

function followingAt(clause: Clause, from: number, joiners: readonly string[]): (Found & { start: number }) | null {
  let at = from
  const joins = (index: number) => {
    const word = clause.word(index)
    const comma = clause.free(index, 'mark')?.mark === ','
    return comma || word === 'and' || (word !== null && joiners.includes(word))
  }
  if (!joins(at)) return null
  while (joins(at)) at++
  const found = targetAt(clause, at)
  return found && { ...found, start: at }
}

/** A target that begins exactly there, articles and "all" before it included. */
function targetAt(clause: Clause, at: number): Found | null {
  const layer = layerAt(clause, at)
  if (layer) return layer
  let start = at
  let every = false
  while (ARTICLES.has(clause.word(start) ?? '') || EVERY.has(clause.word(start) ?? '')) {
    every ||= EVERY.has(clause.word(start) ?? '')
    start++
  }
  const found =
    nameAt(clause, start) ?? selectedAt(clause, start) ?? phraseAt(clause, start) ?? nounAt(clause, start, every)
  if (found) return found
  if (every && OBJECTS.has(clause.word(start) ?? '')) return { target: { by: 'all' }, end: start + 1 }
  const alone = clause.word(start - 1)
  return every && start > at && (alone === 'all' || alone === 'every') && endsHere(clause, start)
    ? { target: { by: 'all' }, end: start }
    : null
}

/** "move all 10 mm up": nothing that could be meant by "all" follows. */
const endsHere = (clause: Clause, at: number): boolean =>
  clause.word(at) === null || /^(by|to|in|up|down|around|about)$/.test(clause.word(at) ?? '')

/** A quoted name, or one that stands in the document; the longest first, so that "Plate 2" is not "Plate". */
function nameAt(clause: Clause, at: number): Found | null {
  const quoted = clause.free(at, 'quoted')
  if (quoted) return { target: { by: 'name', name: quoted.text }, end: at + 1 }
  for (let last = Math.min(clause.tokens.length, at + 8) - 1; last >= at; last--) {
    let free = true
    for (let i = at; i <= last; i++) free &&= clause.isFree(i)
    const raw = free ? clause.raw(at, last) : ''
    if (raw && clause.names.includes(raw.toLowerCase())) return { target: { by: 'name', name: raw }, end: last + 1 }
  }
  return null
}

/** "selected", "selected curves": which kind they are is not needed. */
function selectedAt(clause: Clause, at: number): Found | null {
  if (clause.word(at) !== 'selected') return null
  const next = clause.word(at + 1) ?? ''
  const named = OBJECTS.has(next) || kindOf(next) !== undefined || nounOf(next) !== undefined
  return { target: { by: 'selected' }, end: at + (named ? 2 : 1) }
}

function phraseAt(clause: Clause, at: number): Found | null {
  for (const [phrase, target] of PHRASES) {
    const words = phrase.split(' ')
    if (words.every((word, offset) => clause.word(at + offset) === word)) return { target, end: at + words.length }
  }
  // "the last one": "one" is read as a number.
  const last = clause.word(at) === 'last' && clause.free(at + 1, 'number')?.value === 1
  return last ? { target: { by: 'it' }, end: at + 2 } : null
}

function layerAt(clause: Clause, at: number): Found | null {
  for (const phrase of LAYER_PHRASES) {
    const words = phrase.split(' ')
    if (!words.every((word, offset) => clause.word(at + offset) === word)) continue
    const name = at + words.length
    const layer = clause.free(name, 'quoted')?.text ?? (clause.word(name) ? clause.raw(name) : null)
    if (layer !== null) return { target: { by: 'layer', layer }, end: name + 1 }
  }
  return null
}

function nounAt(clause: Clause, at: number, every: boolean): Found | null {
  const word = clause.word(at) ?? ''
  const kind = kindOf(word)
  if (kind) return { target: { by: 'kind', kind, word }, end: at + 1 }
  const noun = nounOf(word)
  if (!noun) return null
  return { target: { by: 'noun', kind: noun.kind, noun: noun.noun, plural: noun.plural || every }, end: at + 1 }
}
