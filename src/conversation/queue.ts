import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MAX_QUEUE, type QueueItem, queueItem } from '../shared/history.ts'
import type { QueueStore, WaitingPrompt } from '../shared/store.ts'
import { type Statements, transaction } from './database.ts'
import { explained, goneItem, tooMany } from './trouble.ts'

const COLUMNS = 'id, conversation, prompt, agent, at'
const waiting = queueItem.extend({ conversation: z.string(), agent: z.string().nullable() })

/** The follow-ups of every conversation, in the order in which they are to go. */
export class Queue implements QueueStore {
  readonly #statements: Statements
  readonly #listeners = new Set<(conversation: string) => void>()

  constructor(statements: Statements) {
    this.#statements = statements
  }

  list(conversation: string): WaitingPrompt[] {
    const rows = explained('The queue cannot be read', () =>
      this.#sql(`SELECT ${COLUMNS} FROM queue WHERE conversation = ? ORDER BY place`).all(conversation),
    )
    return z.array(waiting).parse(rows)
  }

  get(item: string): WaitingPrompt {
    const row = explained('The queue cannot be read', () =>
      this.#sql(`SELECT ${COLUMNS} FROM queue WHERE id = ?`).get(item),
    )
    if (row === undefined) throw goneItem()
    return waiting.parse(row)
  }

  conversations(): string[] {
    const rows = explained('The queue cannot be read', () => this.#sql('SELECT DISTINCT conversation FROM queue').all())
    return z
      .array(waiting.pick({ conversation: true }))
      .parse(rows)
      .map(({ conversation }) => conversation)
  }

  add(conversation: string, prompt: string, agent: string | undefined): QueueItem {
    if (this.list(conversation).length >= MAX_QUEUE) throw tooMany(MAX_QUEUE)
    const item = { id: randomUUID(), prompt, at: Date.now() }
    this.#write(conversation, () =>
      this.#sql(
        `INSERT INTO queue (id, conversation, place, prompt, agent, at)
         VALUES (?, ?, (SELECT coalesce(max(place), 0) + 1 FROM queue WHERE conversation = ?), ?, ?, ?)`,
      ).run(item.id, conversation, conversation, prompt, agent ?? null, item.at),
    )
    return item
  }

  edit(item: string, prompt: string): QueueItem {
    const { id, conversation, at } = this.get(item)
    this.#write(conversation, () => this.#sql('UPDATE queue SET prompt = ? WHERE id = ?').run(prompt, id))
    return { id, prompt, at }
  }

  remove(item: string): QueueItem {
    const { id, conversation, prompt, at } = this.get(item)
    this.#write(conversation, () => this.#sql('DELETE FROM queue WHERE id = ?').run(id))
    return { id, prompt, at }
  }

  move(item: string, before: string | null): void {
    const { conversation } = this.get(item)
    const others = this.list(conversation).filter(({ id }) => id !== item)
    const at = before === null ? others.length : others.findIndex(({ id }) => id === before)
    if (at < 0) throw goneItem()
    const ids = others.map(({ id }) => id).toSpliced(at, 0, item)
    this.#write(conversation, () =>
      transaction(this.#statements.database, () => {
        for (const [index, id] of ids.entries()) {
          this.#sql('UPDATE queue SET place = ? WHERE id = ?').run(index + 1, id)
        }
      }),
    )
  }

  /** Within the transaction that stores the turn it became. */
  sent(item: string): void {
    this.#sql('DELETE FROM queue WHERE id = ?').run(item)
  }

  tell(conversation: string): void {
    for (const listener of this.#listeners) listener(conversation)
  }

  onChange(listener: (conversation: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #write(conversation: string, work: () => unknown): void {
    explained('The queue could not be changed', work)
    this.tell(conversation)
  }

  #sql(text: string) {
    return this.#statements.sql(text)
  }
}
