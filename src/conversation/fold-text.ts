/** A text as it is compared, and where each of its characters stood: `from[i]` is the index in the original. */
export interface Folded {
  text: string
  from: number[]
}

/** Accents, and signs that only turn the direction of writing. */
const STRIPPED = /[\p{M}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Without case and accents, as the search index sees it: "Größe É" is "große e". */
export function fold(text: string): Folded {
  let folded = ''
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFD').replaceAll(STRIPPED, '').normalize('NFC').toLowerCase()
    folded += plain
    for (let unit = 0; unit < plain.length; unit++) from.push(at)
    at += character.length
  }
  from.push(at)
  return { text: folded, from }
}

/** The words of a query, each of which must be found; words "in quotes" count as one. At most twenty. */
export function termsOf(query: string): string[] {
  const found = query.matchAll(/"([^"]+)"?|([^\s"]+)/gu)
  const terms = [...found].map(([, phrase, word]) =>
    fold((phrase ?? word ?? '').replaceAll(/\p{Cc}/gu, ' ')).text.trim(),
  )
  return [...new Set(terms.filter((term) => term !== ''))].slice(0, 20)
}
