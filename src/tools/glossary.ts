import glossary from './glossary.json' with { type: 'json' }
import { SIGNS, stemOf, stemsOf, termOf, tokensOf } from './words.ts'

/** What designers call things, in six languages, and the tools' own words for it. */

interface Phrase {
  stems: readonly string[]
  means: readonly string[]
}

/** By their first stem, and by its root where only another form of the word is known. */
const byStem = new Map<string, Phrase[]>()
const byRoot = new Map<string, Phrase[]>()
/** Those in writing without blanks, by their first sign. */
const bySign = new Map<string, { text: string; means: readonly string[] }[]>()

function note<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

for (const [concept, languages] of Object.entries(glossary.concepts)) {
  const means = tokensOf(concept).flatMap((word) => termOf(word) ?? [])
  for (const [language, list] of Object.entries(languages)) {
    for (const phrase of list.split(', ')) {
      const [first = ''] = tokensOf(phrase)
      if (SIGNS.test(first)) {
        note(bySign, [...first][0] ?? '', { text: first, means })
        continue
      }
      const stems = stemsOf(phrase)
      note(byStem, stems[0] ?? '', { stems, means })
      if (language === 'en') continue
      const roots = tokensOf(phrase).map(rootOf)
      note(byRoot, roots[0] ?? '', { stems: roots, means })
    }
  }
}

/** What a part of a query stands for in the tools' words. */
export interface Meaning {
  /** The places of its words in the query. */
  from: number
  length: number
  /** Each a way to understand it: the stems of the tools' words. */
  readings: (readonly string[])[]
}

/** Every phrase of the glossary that stands in the words, shorter ones inside longer ones left out. */
export function meaningsOf(words: readonly string[], known: (stem: string) => boolean): Meaning[] {
  const stems = words.map(stemOf)
  const roots = words.map(rootOf)
  const found = words.flatMap((word, at) => {
    if (SIGNS.test(word)) return signMeanings(word).map((means) => ({ from: at, length: 1, readings: [means] }))
    const exact = phrasesAt(byStem, stems, at)
    // A single word that is known as it stands is not taken for a form of another.
    const sure = exact.length > 0 || known(stems[at] ?? '')
    const forms = phrasesAt(byRoot, roots, at).filter((phrase) => !sure || phrase.stems.length > 1)
    if (!sure && forms.length === 0) return compoundMeanings(word, at, known)
    return meaningsAt(at, [...exact, ...forms])
  })
  const inside = (a: Meaning, b: Meaning) =>
    a !== b && a.length < b.length && a.from >= b.from && a.from + a.length <= b.from + b.length
  return found.filter((one) => !found.some((other) => inside(one, other)))
}

const phrasesAt = (phrases: ReadonlyMap<string, Phrase[]>, words: readonly string[], at: number): Phrase[] =>
  (phrases.get(words[at] ?? '') ?? []).filter(({ stems }) => stems.every((part, i) => words[at + i] === part))

function meaningsAt(from: number, phrases: readonly Phrase[]): Meaning[] {
  const lengths = new Set(phrases.map(({ stems }) => stems.length))
  return [...lengths].map((length) => {
    const readings = phrases.filter(({ stems }) => stems.length === length).map(({ means }) => means)
    return { from, length, readings: [...new Set(readings)] }
  })
}

const SHORTEST_PART = 4
const LONGEST_COMPOUND = 40

/**
 * What a word is made of: a Fensteröffnung is an opening, and of a window. The longest known end says what it is, and
 * what stands before it says more; where no end is known, the longest known beginning has to do.
 */
function compoundMeanings(word: string, at: number, known: (stem: string) => boolean): Meaning[] {
  if (word.length < 2 * SHORTEST_PART || word.length > LONGEST_COMPOUND) return []
  const meaning = (part: string): Meaning[] => {
    const phrases = [...(byStem.get(stemOf(part)) ?? []), ...(byRoot.get(rootOf(part)) ?? [])]
    const single = phrases.filter(({ stems }) => stems.length === 1)
    if (single.length > 0) return meaningsAt(at, single)
    return known(stemOf(part)) ? [{ from: at, length: 1, readings: [[stemOf(part)]] }] : []
  }
  // Parts are joined by s, n or e at times: Dreieck-s-netz.
  const before = (part: string) => [part, part.replace(/(?:es|en|[sne])$/u, '')]
  const first = (parts: readonly string[]) =>
    parts
      .filter(({ length }) => length >= SHORTEST_PART)
      .map(meaning)
      .find(({ length }) => length > 0) ?? []
  const cuts = Array.from({ length: word.length - 2 * SHORTEST_PART + 1 }, (_, more) => SHORTEST_PART + more)
  const cut = [SHORTEST_PART - 1, ...cuts].find((place) => meaning(word.slice(place)).length > 0)
  if (cut !== undefined) return [...meaning(word.slice(cut)), ...first(before(word.slice(0, cut)))]
  return first(cuts.toReversed().flatMap((place) => before(word.slice(0, place))))
}

/** The longest phrases that writing without blanks is made of. */
function signMeanings(word: string): (readonly string[])[] {
  const found: (readonly string[])[] = []
  for (let at = 0; at < word.length; ) {
    const here = (bySign.get(word[at] ?? '') ?? []).filter(({ text }) => word.startsWith(text, at))
    const longest = Math.max(1, ...here.map(({ text }) => text.length))
    found.push(...here.filter(({ text }) => text.length === longest).map(({ means }) => means))
    at += longest
  }
  return found
}

/** What forms of a word share in German, French, Spanish and Italian: eliminar, elimina, eliminare, eliminados. */
function rootOf(word: string): string {
  return word.replace(
    /(?<=\p{L}{4})(?:ando|endo|iendo|iert|ieren|ados|adas|ado|ada|ato|ata|ati|ate|ido|ida|are|ere|ire|ar|er|ir|ez|ent|en|es|em|os|as|e|n|s|a|o|i)$/u,
    '',
  )
}
