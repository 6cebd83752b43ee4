import type { Kind, Outcome } from './target.ts'

/** What was proved about one method on one host. */
export interface Proof {
  /** The strongest that any of its cases gave. */
  kind: Kind
  /** Cases that were run, wrong calls included. */
  cases: number
  /** Codes that wrong calls were refused with, sorted. */
  refuses: string[]
}

/** By host, by method, both sorted. */
export type Proofs = Record<'embedded' | 'rhino', Record<string, Proof>>

const STRENGTH: Record<Kind, number> = { none: 0, shape: 1, computed: 2 }

/** Sums up what cases gave, by method. A method none of whose right calls was run has no proof. */
export function proofsOf(outcomes: readonly Outcome[]): Record<string, Proof> {
  const found: Record<string, Proof> = {}
  for (const method of [...new Set(outcomes.map((outcome) => outcome.method))].sort()) {
    const own = outcomes.filter((outcome) => outcome.method === method && outcome.skipped === null)
    const kinds = own.flatMap(({ kind }) => kind ?? [])
    const [strongest] = kinds.sort((a, b) => STRENGTH[b] - STRENGTH[a])
    if (strongest === undefined) continue
    const refuses = [...new Set(own.flatMap(({ refusal }) => refusal ?? []))].sort()
    found[method] = { kind: strongest, cases: own.length, refuses }
  }
  return found
}
