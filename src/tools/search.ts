import MiniSearch from 'minisearch'
import type { ToolSpec } from './define.ts'
import { tools } from './registry.ts'
import { meantBy, stemOf, termOf, tokensOf } from './words.ts'

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
}

export interface Hit {
  id: string
  score: number
}

const FIELDS = { name: 4, title: 3, keywords: 3, description: 1, parameters: 1 } as const
/** A word from the vocabulary counts less than the user's own. */
const SYNONYM_WEIGHT = 0.6
const LONGEST_QUERY = 500

/** Finds tools by what people call things. Items come and go one by one; a query costs well under a millisecond. */
export class SearchIndex {
  readonly #index = new MiniSearch<Record<string, string>>({
    fields: Object.keys(FIELDS),
    tokenize: tokensOf,
    storeFields: ['name'],
    processTerm: termOf,
  })

  add({ id, name, title, description, keywords, parameters }: Findable): void {
    const texts = { name, title, description, keywords: keywords.join(' '), parameters: parameters.join(' ') }
    this.#index.add({ id, ...texts })
  }

  remove(id: string): void {
    if (this.#index.has(id)) this.#index.discard(id)
  }

  /** Best first; nothing for a query without a word that means something. */
  search(query: string, limit = 12): Hit[] {
    const text = query.slice(0, LONGEST_QUERY)
    const meant = meantBy(text)
    const added = new Set(meant.map(stemOf))
    const found = this.#index.search(`${text} ${meant.join(' ')}`, {
      boost: FIELDS,
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      // Who types a whole name means that one, and not its longer brothers.
      boostDocument: (_id, _term, stored) => (stored?.name === text.trim() ? 10 : 1),
      boostTerm: (term) => (added.has(term) ? SYNONYM_WEIGHT : 1),
    })
    return found.slice(0, limit).map(({ id, score }) => ({ id: String(id), score }))
  }
}

export const findableTool = (tool: ToolSpec): Findable => ({
  id: tool.name,
  name: tool.name,
  title: tool.title,
  description: tool.description,
  keywords: tool.keywords,
  parameters: Object.keys(tool.input.shape),
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
