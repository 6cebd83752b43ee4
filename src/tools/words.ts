import vocabulary from './vocabulary.json' with { type: 'json' }

/** How texts and queries become the words that are compared: English first, German by its keywords. */

const ignored = new Set(vocabulary.ignored)

/** Plain lower-case words; snake_case, camelCase and dotted names are taken apart, accents off. */
export function tokensOf(text: string): string[] {
  const parted = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return (
    parted
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** The stem that the forms of a word share: edges and edge, rounded and rounding. Rough, but the same for both sides. */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  const bare = singular.replace(/(?<=[\p{L}]{3})(ing|ed)$/u, '')
  const single = bare === singular ? bare : bare.replace(/([^aeiouls])\1$/, '$1')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

/** The stems of a text, words that carry nothing left out; null where a single word carries nothing. */
export const termOf = (word: string): string | null => (ignored.has(word) ? null : stemOf(word))

const stemsOf = (text: string): string[] => tokensOf(text).map(stemOf)

interface Synonym {
  phrase: string[]
  means: string[]
}

const synonyms: readonly Synonym[] = Object.entries(vocabulary.synonyms).map(([phrase, means]) => ({
  phrase: stemsOf(phrase),
  means: means.flatMap(tokensOf),
}))

const byFirstWord = new Map<string, Synonym[]>()
for (const synonym of synonyms) {
  const [first = ''] = synonym.phrase
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), synonym])
}

/** Rhino's words for what a query says in other words: "round off the corners" gives fillet. */
export function meantBy(query: string): string[] {
  return meantByStems(stemsOf(query))
}

function meantByStems(stems: readonly string[]): string[] {
  const found = stems.flatMap((stem, at) => {
    const fitting = (byFirstWord.get(stem) ?? []).filter(({ phrase }) =>
      phrase.every((part, i) => stems[at + i] === part),
    )
    return fitting.flatMap(({ means }) => means)
  })
  return [...new Set(found)].filter((word) => !stems.includes(stemOf(word)))
}

/** Writing without blanks between words: any two neighbours may begin one, so it is compared by pairs of signs. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u

/** The stems of a text in its order, without words that carry nothing. */
export function stemsIn(text: string): string[] {
  return tokensOf(text).flatMap((word) => {
    // Sizes and counts say nothing of what is wanted.
    const letters = word.replaceAll(/^\p{N}+/gu, '')
    if (UNSPACED.test(letters)) return signPairs(letters)
    return letters === '' ? [] : (termOf(word) ?? [])
  })
}

function signPairs(word: string): string[] {
  const signs = [...word]
  const single = signs.filter((sign) => /\p{Script=Han}/u.test(sign))
  return [...signs.slice(1).map((sign, at) => `${signs[at]}${sign}`), ...single]
}

const pointing = new Set(vocabulary.pointing)

/**
 * Stems that follow "the", "this", "my": they name what is there already, not what shall be done. "Cut a hole into the
 * box" asks for no box.
 */
function pointedAt(query: string): Set<string> {
  const words = tokensOf(query)
  const named = words.filter((_word, at) => pointing.has(words[at - 1] ?? ''))
  return new Set(named.map(stemOf))
}

/** A query as it is compared: its own stems, and those of the words it stands for. */
export interface Asked {
  stems: string[]
  meant: string[]
  /** Of the stems, those that name what is there already. */
  pointed: ReadonlySet<string>
}

export function asked(query: string): Asked {
  const stems = stemsIn(query)
  const own = new Set(stems)
  const meant = meantBy(query)
    .map(stemOf)
    .filter((stem) => !own.has(stem))
  return { stems, meant, pointed: pointedAt(query) }
}
