import { z } from 'zod'
import type { SearchHit } from '../shared/history.ts'
import type { Statements } from './database.ts'
import { fold, termsOf } from './fold-text.ts'
import { holdsAll, snippetOf } from './snippet.ts'

/** Shortest piece that the index knows; shorter ones are looked for in every text. */
const INDEXED = 3

const titleRow = z.object({ conversation: z.string(), title: z.string(), archived: z.number(), at: z.number() })
const textRow = titleRow.extend({
  turn: z.string(),
  seq: z.number(),
  number: z.number(),
  prompt: z.string(),
  answer: z.string(),
})

const TITLES = `
  SELECT id AS conversation, title, archived_at IS NOT NULL AS archived, updated_at AS at
  FROM conversations WHERE deleted_at IS NULL ORDER BY updated_at DESC, rowid DESC`

const TEXTS = (where: string) => `
  SELECT turns.conversation, conversations.title, archived_at IS NOT NULL AS archived, begun.at, turns.id AS turn,
    begin_seq AS seq, prompt, answer,
    CASE WHEN json_valid(begun.json) THEN json_extract(begun.json, '$.number') ELSE 0 END AS number
  FROM texts JOIN turns ON turns.id = texts.turn
  JOIN conversations ON conversations.id = turns.conversation
  JOIN events AS begun ON begun.conversation = turns.conversation AND begun.seq = begin_seq
  WHERE deleted_at IS NULL AND begun.at < :before AND ${where}
  ORDER BY texts.id DESC LIMIT :limit`

/** Keeps what is searched of a turn. */
export class Search {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
    statements.database.function('folded', { deterministic: true }, (text: unknown) => fold(String(text)).text)
  }

  begin(turn: string, prompt: string): void {
    this.#statements.sql('INSERT INTO texts (turn, prompt, answer) VALUES (?, ?, ?)').run(turn, prompt, '')
  }

  /** Takes over the answer of a turn that has ended, from its events. */
  end(conversation: string, turn: string): void {
    this.#statements
      .sql(
        `UPDATE texts SET answer = coalesce((
           SELECT group_concat(piece, '' ORDER BY seq) FROM (
             SELECT seq, CASE json_extract(json, '$.type')
               WHEN 'text' THEN json_extract(json, '$.text') WHEN 'tool.begin' THEN char(10) END AS piece
             FROM events
             WHERE conversation = :conversation AND seq > (SELECT begin_seq FROM turns WHERE id = :turn)
               AND CASE WHEN json_valid(json) THEN json_extract(json, '$.turn') END = :turn)), '')
         WHERE turn = :turn`,
      )
      .run({ conversation, turn })
  }

  /**
   * Turns that hold every word of the query, newest first; before them, on the first page, conversations whose title
   * does. `before` is a time in ms since 1970.
   */
  find(query: string, limit: number, before = Number.MAX_SAFE_INTEGER): { hits: SearchHit[]; more: boolean } {
    const terms = termsOf(query)
    if (terms.length === 0) return { hits: [], more: false }
    const texts = z.array(textRow).parse(this.#rows(terms, before, limit + 1))
    const hits = texts.slice(0, limit).map((row) => hitOf(row, terms))
    // A title is mostly the first prompt, which is found by itself.
    const found = new Set(hits.map(({ conversation }) => conversation))
    const titles = before === Number.MAX_SAFE_INTEGER ? this.#titles(terms, limit) : []
    return {
      hits: [...titles.filter(({ conversation }) => !found.has(conversation)), ...hits],
      more: texts.length > limit,
    }
  }

  #titles(terms: readonly string[], limit: number): SearchHit[] {
    return z
      .array(titleRow)
      .parse(this.#statements.sql(TITLES).all())
      .filter(({ title }) => holdsAll(title, terms))
      .slice(0, limit)
      .map(({ archived, ...row }) => ({
        ...row,
        archived: archived !== 0,
        turn: null,
        number: 0,
        seq: 0,
        where: 'title' as const,
        snippet: snippetOf(row.title, terms),
      }))
  }

  #rows(terms: readonly string[], before: number, limit: number): unknown[] {
    const indexed = terms.filter((term) => [...term].length >= INDEXED)
    const short = terms.filter((term) => [...term].length < INDEXED)
    const parameters: Record<string, string | number> = { before, limit }
    const conditions = short.map((term, index) => {
      parameters[`short${index}`] = term
      return `instr(folded(prompt || char(10) || answer), :short${index}) > 0`
    })
    if (indexed.length > 0) {
      parameters.match = indexed.map((term) => `"${term.replaceAll('"', '""')}"`).join(' ')
      conditions.unshift('texts.id IN (SELECT rowid FROM texts_index WHERE texts_index MATCH :match)')
    }
    return this.#statements.sql(TEXTS(conditions.join(' AND '))).all(parameters)
  }
}

/** Words may be spread over prompt and answer; the text that holds most is shown. */
function hitOf({ prompt, answer, archived, ...row }: z.infer<typeof textRow>, terms: readonly string[]): SearchHit {
  const held = (text: string) => terms.filter((term) => holdsAll(text, [term])).length
  const where = held(prompt) >= held(answer) ? 'prompt' : 'answer'
  const snippet = snippetOf(where === 'prompt' ? prompt : answer, terms)
  return { ...row, archived: archived !== 0, where, snippet }
}
