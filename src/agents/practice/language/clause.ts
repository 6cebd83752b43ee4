import type { Token, TokenKind, TokenOf } from './tokens.ts'
import { FILLERS } from './words.ts'

/**
 * One clause that is being understood: parts of the grammar take the tokens they know, in any order, and what is left
 * over in the end was not understood. A part of a clause shares what is taken with the whole.
 */
export class Clause {
  readonly tokens: readonly Token[]
  readonly #text: string
  readonly #taken: Set<Token>
  /** Names of objects and layers in the document, lower case. */
  readonly names: readonly string[]

  constructor(text: string, tokens: readonly Token[], names: readonly string[] = [], taken = new Set<Token>()) {
    this.#text = text
    this.tokens = tokens
    this.names = names
    this.#taken = taken
  }

  /** The tokens from `from` up to, not including, `to`. */
  part(from: number, to = this.tokens.length): Clause {
    return new Clause(this.#text, this.tokens.slice(from, to), this.names, this.#taken)
  }

  /** The clause's own words. */
  get text(): string {
    const first = this.tokens[0]
    const last = this.tokens.at(-1)
    return first && last ? this.#text.slice(first.start, last.end) : ''
  }

  raw(from: number, to = from): string {
    const first = this.tokens[from]
    const last = this.tokens[to]
    return first && last ? this.#text.slice(first.start, last.end) : ''
  }

  isFree(index: number): boolean {
    const token = this.tokens[index]
    return token !== undefined && !this.#taken.has(token)
  }

  free<K extends TokenKind>(index: number, kind: K): TokenOf<K> | null {
    const token = this.tokens[index]
    return token?.kind === kind && !this.#taken.has(token) ? (token as TokenOf<K>) : null
  }

  word(index: number): string | null {
    return this.free(index, 'word')?.word ?? null
  }

  takeAt(index: number): void {
    const token = this.tokens[index]
    if (token) this.#taken.add(token)
  }

  /** Place of the first of these phrases whose words stand side by side and are free; -1 where there is none. */
  find(...phrases: string[]): number {
    return this.#seek(phrases)?.at ?? -1
  }

  has(...phrases: string[]): boolean {
    return this.find(...phrases) >= 0
  }

  /** Takes the first of these phrases that is there; its place, or -1. */
  take(...phrases: string[]): number {
    const found = this.#seek(phrases)
    if (!found) return -1
    for (let i = 0; i < found.words; i++) this.takeAt(found.at + i)
    return found.at
  }

  /** Takes the first free token of a kind that fits. */
  first<K extends TokenKind>(
    kind: K,
    fits: (token: TokenOf<K>, index: number) => boolean = () => true,
  ): TokenOf<K> | null {
    for (let i = 0; i < this.tokens.length; i++) {
      const token = this.free(i, kind)
      if (!token || !fits(token, i)) continue
      this.takeAt(i)
      return token
    }
    return null
  }

  all<K extends TokenKind>(kind: K): TokenOf<K>[] {
    const found: TokenOf<K>[] = []
    for (let token = this.first(kind); token; token = this.first(kind)) found.push(token)
    return found
  }

  /** Place of the first free word that `fits`; -1 where there is none. */
  findWord(fits: (word: string, index: number) => boolean): number {
    return this.tokens.findIndex((_token, index) => {
      const word = this.word(index)
      return word !== null && fits(word, index)
    })
  }

  /** What nobody took and what is no filler, as it was written. */
  leftover(): string[] {
    return this.tokens.flatMap((token, index) => {
      if (this.#taken.has(token) || token.kind === 'mark') return []
      if (token.kind === 'word' && FILLERS.has(token.word)) return []
      return [this.raw(index)]
    })
  }

  #seek(phrases: readonly string[]): { at: number; words: number } | null {
    for (let at = 0; at < this.tokens.length; at++) {
      for (const phrase of phrases) {
        const words = phrase.split(' ')
        if (words.every((word, offset) => this.word(at + offset) === word)) return { at, words: words.length }
      }
    }
    return null
  }
}
