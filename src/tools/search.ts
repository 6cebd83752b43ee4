import { asked } from './asked.ts'
import { commandsFor, commandsIn, commandTerms } from './commands.ts'
import type { ToolSpec } from './define.ts'
import phrasings from './phrasings.json' with { type: 'json' }
import { tools } from './registry.ts'
import { TermIndex } from './term-index.ts'
import { stemOf, stemsIn } from './words.ts'

/** What search reads of one thing that can be found. */
export interface Findable {
  /** Unique in its index. */
  id: string
  name: string
  title: string
  description: string
  keywords: readonly string[]
  /** Names of its parameters. */
  parameters: readonly string[]
  /** Other ways to ask for it. */
  phrasings?: readonly string[]
  /** What other programs call it. */
  commands?: readonly string[]
}

export interface Hit {
  id: string
  score: number
}

/** What a word counts by where it stands. */
const WEIGHT = { name: 5, title: 5, keywords: 3, phrasings: 3, description: 1, parameters: 0.5 } as const
/** Two words that stand side by side there and in the query. */
const PAIR = 1.2
/** How much a word counts more for each other place it stands in. */
const AGAIN = 0.2
/** A whole text that is the whole query. */
const WHOLE = 2
/** How much less a word counts for each other word beside it. */
const LONELINESS = 0.4
/** A command that is the whole query, or stands in it. */
const COMMAND = 10
const COMMAND_INSIDE = 1.5
const LONGEST_QUERY = 500

/** Finds tools by what people call things. Items come and go one by one; a query costs well under a millisecond. */
export class SearchIndex {
  readonly #terms = new TermIndex()
  readonly #names = new Map<string, string>()

  add(item: Findable): void {
    const weights = new Map<string, number>()
    const put = (term: string, weight: number) => {
      const [more, less] = [weights.get(term) ?? 0, weight].sort((a, b) => b - a) as [number, number]
      weights.set(term, more + AGAIN * less)
    }
    const count = (texts: readonly string[], weight: number) => {
      for (const stems of texts.map(stemsIn)) {
        if (stems.length === 0) continue
        // A word that stands alone says more than one of several.
        const share = weight / stems.length ** LONELINESS
        for (const stem of stems) put(stem, share)
        for (const pair of pairsOf(stems)) put(pair, share * PAIR)
        put(wholeOf(stems), WHOLE)
      }
    }
    count([item.name], WEIGHT.name)
    count([item.title], WEIGHT.title)
    count(item.keywords, WEIGHT.keywords)
    count(item.phrasings ?? [], WEIGHT.phrasings)
    count([item.description], WEIGHT.description)
    count(item.parameters, WEIGHT.parameters)
    for (const term of commandTerms(item.commands ?? [])) weights.set(term, 1)
    this.#terms.add(item.id, weights)
    this.#names.set(item.id, item.name)
  }

  remove(id: string): void {
    this.#terms.remove(id)
    this.#names.delete(id)
  }

  /** Best first; nothing for a query without a word that means something. */
  search(query: string, limit = 12): Hit[] {
    const text = query.slice(0, LONGEST_QUERY)
    const { parts, stems } = asked(text, (stem) => this.#terms.carries(stem))
    const scores = this.#terms.scores(
      parts,
      besides(text, stems, (stem) => this.#terms.carries(stem)),
    )
    // Who types a whole name means that one, and not its longer brothers.
    const typed = text.trim()
    const hits = [...scores].map(([id, score]) => ({ id, score: this.#names.get(id) === typed ? score * 10 : score }))
    return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
  }
}

/** What is said by words side by side, and by the query as a whole. */
function besides(query: string, stems: readonly string[], known: (term: string) => boolean): Map<string, number> {
  const { whole, parts } = commandsIn(query)
  const terms = new Map(pairsOf(stems).map((pair) => [pair, 1]))
  for (const term of parts) if (!known(stemOf(term.slice(2)))) terms.set(term, COMMAND_INSIDE)
  return terms.set(wholeOf(stems), 1).set(whole, COMMAND)
}

const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)

/** Marked with a blank, so that it is no word. */
const wholeOf = (stems: readonly string[]): string => `= ${stems.join(' ')}`

const phrasingsOf: Readonly<Record<string, readonly string[]>> = phrasings.tools

export const findableTool = (tool: ToolSpec): Findable => ({
  id: tool.name,
  name: tool.name,
  title: tool.title,
  description: tool.description,
  keywords: tool.keywords,
  parameters: Object.keys(tool.input.shape),
  phrasings: phrasingsOf[tool.name] ?? [],
  commands: commandsFor(tool.name),
})

const byName = new Map(tools.map((tool) => [tool.name, tool]))
let own: SearchIndex | undefined

/** Our own tools for a query, best first. */
export function searchTools(query: string, limit = 12): ToolSpec[] {
  if (!own) {
    own = new SearchIndex()
    for (const tool of tools) own.add(findableTool(tool))
  }
  return own.search(query, limit).flatMap(({ id }) => byName.get(id) ?? [])
}
