/**
 * Which things carry which words, and how much each word says: rare ones more than common ones. A word that nothing
 * carries is read as a longer one it begins, or as one it was meant to be, a letter or two apart.
 */
/** How much it counts to answer all of a query: 0 not at all. */
const COVERAGE = 0.5

export class TermIndex {
  readonly #carriers = new Map<string, Map<string, number>>()
  readonly #termsOf = new Map<string, readonly string[]>()
  /** Single words by their first letter, for those that are typed wrong or not to the end. */
  readonly #words = new Map<string, Set<string>>()

  /** `weights`: what each word counts for this thing. Pairs of words have a blank in them. */
  add(id: string, weights: ReadonlyMap<string, number>): void {
    this.remove(id)
    for (const [term, weight] of weights) {
      const carriers = this.#carriers.get(term) ?? new Map<string, number>()
      carriers.set(id, weight)
      this.#carriers.set(term, carriers)
      if (!term.includes(' ')) this.#wordsLike(term).add(term)
    }
    this.#termsOf.set(id, [...weights.keys()])
  }

  remove(id: string): void {
    for (const term of this.#termsOf.get(id) ?? []) {
      const carriers = this.#carriers.get(term)
      carriers?.delete(id)
      if (carriers?.size !== 0) continue
      this.#carriers.delete(term)
      this.#wordsLike(term).delete(term)
    }
    this.#termsOf.delete(id)
  }

  carries(term: string): boolean {
    return this.#carriers.has(term)
  }

  /**
   * How well each thing fits; those that carry none of the words are not in it. `parts`: the terms that say each thing a
   * query says; who answers more of them fits better. `besides`: terms that only add.
   */
  scores(
    parts: readonly ReadonlyMap<string, number>[],
    besides: ReadonlyMap<string, number> = new Map(),
  ): Map<string, number> {
    const scores = new Map<string, number>()
    const covered = new Map<string, number>()
    let all = 0
    for (const part of parts) {
      const here = new Map<string, number>()
      let most = 0
      for (const [term, weight] of part) most = Math.max(most, this.#count(term, weight, here))
      all += most
      for (const [id, score] of here) {
        add(scores, id, score)
        add(covered, id, most)
      }
    }
    for (const [id, score] of scores) scores.set(id, score * ((covered.get(id) ?? 0) / all) ** COVERAGE)
    for (const [term, weight] of besides) this.#count(term, weight, scores)
    return scores
  }

  /** Adds what a term is worth to everything that carries it, and says how much the term itself is worth. */
  #count(term: string, weight: number, scores: Map<string, number>): number {
    let most = 0
    for (const [carried, likeness] of this.#readings(term)) {
      const carriers = this.#carriers.get(carried) ?? new Map<string, number>()
      const worth = weight * likeness * this.#rarity(carriers.size)
      most = Math.max(most, worth)
      for (const [id, own] of carriers) add(scores, id, worth * own)
    }
    return most
  }

  #rarity(carriers: number): number {
    return Math.log(1 + (this.#termsOf.size - carriers + 0.5) / (carriers + 0.5))
  }

  #wordsLike(term: string): Set<string> {
    const letter = term.slice(0, 1)
    const known = this.#words.get(letter) ?? new Set<string>()
    this.#words.set(letter, known)
    return known
  }

  /** The words of the index that a word may stand for, and how much like it each is: 1 is the word itself. */
  #readings(term: string): [string, number][] {
    if (this.#carriers.has(term)) return [[term, 1]]
    if (term.includes(' ') || term.length < 4) return []
    const longer: [string, number][] = []
    const near: [string, number][] = []
    const slips = term.length < 8 ? 1 : 2
    for (const carried of this.#wordsLike(term)) {
      if (carried.startsWith(term)) longer.push([carried, (0.8 * term.length) / carried.length])
      else if (isNear(term, carried, slips)) near.push([carried, 0.6])
    }
    return longer.length > 0 ? longer : near
  }
}

/** Whether at most `slips` letters are missing, too many, wrong or swapped. The first letter is nearly always right. */
export function isNear(typed: string, word: string, slips: number): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > slips) return false
  let before: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const change = at(row, j - 1) + (typed[i - 1] === word[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      const swap = swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(change, swap, at(row, j) + 1, at(next, j - 1) + 1))
    }
    before = row
    row = next
    if (Math.min(...row) > slips) return false
  }
  return at(row, word.length) <= slips
}

const add = (sums: Map<string, number>, id: string, more: number) => sums.set(id, (sums.get(id) ?? 0) + more)

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
