import { meaningsOf } from './glossary.ts'
import { isIgnored, pointedAt, SIGNS, signPairs, stemOf, stemsIn, tokensOf } from './words.ts'

/** A word from the glossary counts less than the user's own, where the tools know that one too. */
const SYNONYM = 0.6
const TRANSLATION = 1
/** A word for something that is there already. */
const POINTED = 0.5

/** One thing a query says, as the terms that say it and how much each counts. */
export type Part = ReadonlyMap<string, number>

/** A query as it is compared: its parts, and its stems in their order. */
export interface Asked {
  parts: Part[]
  stems: string[]
}

/** `known`: whether anything that can be found carries a stem. */
export function asked(query: string, known: (stem: string) => boolean): Asked {
  const words = tokensOf(query)
  const pointed = pointedAt(query)
  const own = words.map((word) => ownTerms(word, pointed))
  const parts = meaningsOf(words, known).map(({ from, length, readings }) => {
    const there = words.slice(from, from + length).some((word) => pointed.has(stemOf(word)))
    const said = own.splice(from, length, ...new Array<Map<string, number>>(length).fill(new Map()))
    return partOf(said, readings, known, there)
  })
  return { parts: [...own.filter(({ size }) => size > 0), ...parts], stems: stemsIn(query) }
}

function ownTerms(word: string, pointed: ReadonlySet<string>): Map<string, number> {
  if (isIgnored(word) || /^\p{N}+$/u.test(word)) return new Map()
  if (SIGNS.test(word)) return new Map(signPairs(word).map((pair) => [pair, 1]))
  const stem = stemOf(word)
  return new Map([[stem, pointed.has(stem) ? POINTED : 1]])
}

function partOf(
  said: readonly ReadonlyMap<string, number>[],
  readings: readonly (readonly string[])[],
  known: (stem: string) => boolean,
  there: boolean,
): Part {
  const terms = new Map(said.flatMap((one) => [...one]))
  const plain = [...terms.keys()].some(known)
  const worth = ((plain ? SYNONYM : TRANSLATION) * (there ? POINTED : 1)) / Math.sqrt(readings.length)
  for (const means of readings) {
    for (const stem of means) if (!terms.has(stem)) terms.set(stem, worth / Math.sqrt(means.length))
  }
  return terms
}
