import vocabulary from './vocabulary.json' with { type: 'json' }

/** How texts and queries become the words that are compared: English first, German by its keywords. */

const ignored = new Set(vocabulary.ignored.flatMap(tokensOf))

export const isIgnored = (word: string): boolean => ignored.has(word)

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

/** All of them, in order. */
export const stemsOf = (text: string): string[] => tokensOf(text).map(stemOf)

/** Writing without blanks between words: any two neighbours may begin one, so it is compared by pairs of signs. */
export const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The stems of a text in its order, without words that carry nothing. */
export function stemsIn(text: string): string[] {
  return tokensOf(text).flatMap((word) => {
    // Sizes and counts say nothing of what is wanted.
    const letters = word.replaceAll(/^\p{N}+/gu, '')
    if (SIGNS.test(letters)) return signPairs(letters)
    return letters === '' ? [] : (termOf(word) ?? [])
  })
}

export function signPairs(word: string): string[] {
  const signs = [...word]
  const single = signs.filter((sign) => /\p{Script=Han}/u.test(sign))
  return [...signs.slice(1).map((sign, at) => `${signs[at]}${sign}`), ...single]
}

const pointing = new Set(vocabulary.pointing)

/**
 * Stems that follow "the", "this", "my": they name what is there already, not what shall be done. "Cut a hole into the
 * box" asks for no box.
 */
export function pointedAt(query: string): Set<string> {
  const words = tokensOf(query)
  const named = words.filter((_word, at) => pointing.has(words[at - 1] ?? ''))
  return new Set(named.map(stemOf))
}
