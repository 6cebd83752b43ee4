import type { Token } from './tokens.ts'
import { nounOf, verbOf } from './words.ts'

const ENDS = new Set(['.', '!', '?', ';', '\n'])
const POLITE = new Set(['please', 'also', 'then', 'now', 'finally', 'afterwards'])
const wordOf = (token: Token | undefined): string | null => (token?.kind === 'word' ? token.word : null)
const isMark = (token: Token | undefined, mark: string): boolean => token?.kind === 'mark' && token.mark === mark

/** Parts a prompt into clauses, one command each: at full stops, at "then", and at "and" or a comma before a verb. */
export function splitClauses(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = []
  let current: Token[] = []
  const close = () => {
    if (current.some((token) => token.kind !== 'mark')) clauses.push(current)
    current = []
  }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    const skip = separatorAt(tokens, i, current)
    if (skip > 0) {
      close()
      i += skip - 1
    } else {
      current.push(token)
    }
  }
  close()
  return clauses
}

/** How many tokens a separator at `i` has; 0 where there is none. */
function separatorAt(tokens: readonly Token[], i: number, current: readonly Token[]): number {
  const token = tokens[i] as Token
  if (token.kind === 'mark' && ENDS.has(token.mark)) return 1
  const word = wordOf(token)
  if (word === 'then' || word === 'afterwards' || word === 'finally') return 1
  if (word === 'after' && wordOf(tokens[i + 1]) === 'that') return 2
  if (word !== 'and' && !isMark(token, ',')) return 0
  let next = i + 1
  while (POLITE.has(wordOf(tokens[next]) ?? '') || wordOf(tokens[next]) === 'and' || isMark(tokens[next], ',')) next++
  if (current.length === 0) return next - i
  if (next > i + 1 && wordOf(tokens[next - 1]) === 'then') return next - i
  if (beginsCommand(tokens, next, current) || beginsAnother(tokens, next, current)) return next - i
  return 0
}

/** A verb that is no adjective: "and round the edges", but not "and round holes". */
function beginsCommand(tokens: readonly Token[], i: number, current: readonly Token[]): boolean {
  const word = wordOf(tokens[i])
  if (word === null || !verbOf(word)) return false
  const next = wordOf(tokens[i + 1]) ?? ''
  if (word === 'round' && /^(holes?|bars?|rods?)$/.test(next)) return false
  if (word === 'round' && /^(corners?|edges?)$/.test(next)) return !current.some((token) => wordOf(token) === 'with')
  // Nouns that happen to be verbs: "and color red", "and name Base".
  return true
}

/** "a box … and a sphere …": the same verb for one more thing. "the sphere" is one that is there already. */
function beginsAnother(tokens: readonly Token[], i: number, current: readonly Token[]): boolean {
  const verbAt = current.findIndex((token) => verbOf(wordOf(token) ?? ''))
  const verb = verbAt < 0 ? 'make' : verbOf(wordOf(current[verbAt]) ?? '')
  if (verb !== 'make' || !current.some((token) => nounOf(wordOf(token) ?? ''))) return false
  const first = tokens[i]
  const counted = first?.kind === 'number' || first?.kind === 'sizes'
  if (!counted && !/^(an?|another)$/.test(wordOf(first) ?? '')) return false
  for (let at = i; at < Math.min(tokens.length, i + 8); at++) {
    const token = tokens[at] as Token
    const word = wordOf(token)
    if (word && /^(holes?|edges?|corners?|fillets?|chamfers?|with|and|of|radius|diameter)$/.test(word)) return false
    if (token.kind === 'mark') return false
    if (word && nounOf(word)) return true
  }
  return false
}
