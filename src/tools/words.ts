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
  const stems = stemsOf(query)
  const found = stems.flatMap((stem, at) => {
    const fitting = (byFirstWord.get(stem) ?? []).filter(({ phrase }) =>
      phrase.every((part, i) => stems[at + i] === part),
    )
    return fitting.flatMap(({ means }) => means)
  })
  return [...new Set(found)].filter((word) => !stems.includes(stemOf(word)))
}
