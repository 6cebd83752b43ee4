import { randomUUID } from 'node:crypto'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { z } from 'zod'
import { TroubleError } from '../shared/agent.ts'
import { noChange } from '../shared/change.ts'
import {
  type ConversationEvent,
  type ConversationHead,
  conversationHead,
  type StoredEvent,
  type StoredEventOf,
  type Trouble,
} from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import { closeFile, durably, transaction } from './database.ts'
import { type OpenedDatabase, openDatabase } from './open.ts'
import { enterStore, type Presence } from './presence.ts'
import { eventRow, readRow } from './row.ts'
import { oneLine, titleFromPrompt } from './title.ts'
import { closedInTurn, explained, gone } from './trouble.ts'

/**
 * The conversations kept in `folder` (made where it is missing). Never throws for what it finds there: a folder that
 * cannot be used gives a store in memory whose `trouble` says why.
 */
export function openConversationStore(folder: string): ConversationStore {
  const presence = enterStore(folder)
  const opened = openDatabase(folder, presence.alone)
  const store = new SqliteStore(opened, presence)
  if (presence.alone) store.endOpenTurns()
  presence.settle()
  return store
}

const HEADS = `
  SELECT id, title, agent, created_at AS createdAt, updated_at AS updatedAt,
    (SELECT count(*) FROM turns WHERE conversation = conversations.id) AS turns,
    EXISTS (SELECT 1 FROM turns WHERE conversation = conversations.id AND NOT ended) AS running
  FROM conversations`

/** Every picture that a conversation's events name. */
const PICTURES_OF = `
  SELECT json_each.value FROM events, json_each(events.json, '$.pictures')
    WHERE conversation = :id AND json_valid(events.json)
  UNION SELECT json_extract(json, '$.before') FROM events WHERE conversation = :id AND json_valid(json)
  UNION SELECT json_extract(json, '$.after') FROM events WHERE conversation = :id AND json_valid(json)`

const headRow = conversationHead.extend({ running: z.number().transform((value) => value !== 0) })
const openTurnRow = z.object({ id: z.string(), conversation: z.string(), at: z.number(), lastAt: z.number() })
const seqRow = z.object({ seq: z.number() })
const pictureRow = z.object({ mime: z.string(), bytes: z.instanceof(Uint8Array) })

const WRITING = 'This could not be kept'
const READING = 'The conversations cannot be read'

class SqliteStore implements ConversationStore {
  trouble: Trouble | null
  readonly #database: DatabaseSyncInstance
  readonly #presence: Presence
  readonly #statements = new Map<string, StatementSyncInstance>()
  readonly #appendListeners = new Set<(conversation: string, stored: StoredEvent) => void>()
  readonly #headListeners = new Set<() => void>()

  constructor({ database, trouble }: OpenedDatabase, presence: Presence) {
    this.#database = database
    this.#presence = presence
    this.trouble = trouble
  }

  list(): ConversationHead[] {
    const rows = explained(READING, () => this.#sql(`${HEADS} ORDER BY updated_at DESC, rowid DESC`).all())
    return z.array(headRow).parse(rows)
  }

  get(conversation: string): ConversationHead | undefined {
    const row = explained(READING, () => this.#sql(`${HEADS} WHERE id = ?`).get(conversation))
    return headRow.optional().parse(row)
  }

  create(agent: string): ConversationHead {
    const id = randomUUID()
    const now = Date.now()
    explained(WRITING, () =>
      this.#sql(`INSERT INTO conversations (id, title, agent, created_at, updated_at) VALUES (?, '', ?, ?, ?)`).run(
        id,
        agent,
        now,
        now,
      ),
    )
    this.#headsChanged()
    return this.#head(id)
  }

  rename(conversation: string, title: string): ConversationHead {
    this.#change(() => this.#sql('UPDATE conversations SET title = ? WHERE id = ?').run(oneLine(title), conversation))
    return this.#head(conversation)
  }

  setAgent(conversation: string, agent: string): void {
    this.#change(() => this.#sql('UPDATE conversations SET agent = ? WHERE id = ?').run(agent, conversation))
  }

  remove(conversation: string): void {
    this.#change(() =>
      transaction(this.#database, () => {
        this.#sql(`DELETE FROM pictures WHERE id IN (${PICTURES_OF})`).run({ id: conversation })
        return this.#sql('DELETE FROM conversations WHERE id = ?').run(conversation)
      }),
    )
    this.#database.exec('PRAGMA incremental_vacuum')
  }

  append(conversation: string, event: ConversationEvent): StoredEvent {
    return this.#append(conversation, event, Date.now())
  }

  read(conversation: string, after: number, limit: number): StoredEvent[] {
    const rows = explained(READING, () =>
      this.#sql('SELECT seq, at, json FROM events WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?').all(
        conversation,
        after,
        Math.max(0, limit),
      ),
    )
    return z.array(eventRow).parse(rows).map(readRow)
  }

  eventsOf<T extends ConversationEvent['type']>(conversation: string, type: T): StoredEventOf<T>[] {
    // An event's type is written first: no JSON need be read to pass one by.
    const rows = explained(READING, () =>
      this.#sql('SELECT seq, at, json FROM events WHERE conversation = ? AND json LIKE ? ORDER BY seq').all(
        conversation,
        `{"type":"${type}",%`,
      ),
    )
    const events = z.array(eventRow).parse(rows).map(readRow)
    return events.filter((stored): stored is StoredEventOf<T> => stored.event.type === type)
  }

  findTurn(turn: string): { conversation: string; number: number; prompt: string } | undefined {
    const row = explained(READING, () =>
      this.#sql(
        `SELECT turns.conversation, seq, at, json FROM turns
         JOIN events ON events.conversation = turns.conversation AND seq = begin_seq WHERE turns.id = ?`,
      ).get(turn),
    )
    if (row === undefined) return undefined
    const { conversation, ...begun } = eventRow.extend({ conversation: z.string() }).parse(row)
    const { event } = readRow(begun)
    return event.type === 'turn.begin' ? { conversation, number: event.number, prompt: event.prompt } : undefined
  }

  onAppend(listener: (conversation: string, stored: StoredEvent) => void): () => void {
    this.#appendListeners.add(listener)
    return () => this.#appendListeners.delete(listener)
  }

  onHeads(listener: () => void): () => void {
    this.#headListeners.add(listener)
    return () => this.#headListeners.delete(listener)
  }

  putPicture(mime: string, bytes: Uint8Array): string {
    const id = randomUUID()
    explained(WRITING, () => this.#sql('INSERT INTO pictures (id, mime, bytes) VALUES (?, ?, ?)').run(id, mime, bytes))
    return id
  }

  picture(id: string): { mime: string; bytes: Uint8Array } | undefined {
    const row = explained(READING, () => this.#sql('SELECT mime, bytes FROM pictures WHERE id = ?').get(id))
    return pictureRow.optional().parse(row)
  }

  close(): void {
    if (!this.#database.isOpen) return
    this.#appendListeners.clear()
    this.#headListeners.clear()
    this.#statements.clear()
    closeFile(this.#database)
    this.#presence.leave()
  }

  /** Ends every turn that a killed process left running. Only for who has the store alone. */
  endOpenTurns(): void {
    try {
      explained('The last turn could not be ended', () => this.#endOpenTurns())
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error
      this.trouble ??= error.trouble
    }
  }

  #endOpenTurns(): void {
    const rows = this.#sql(
      `SELECT turns.id, turns.conversation, begun.at,
         (SELECT max(at) FROM events WHERE conversation = turns.conversation) AS lastAt
       FROM turns JOIN events AS begun ON begun.conversation = turns.conversation AND begun.seq = begin_seq
       WHERE NOT ended ORDER BY turns.rowid`,
    ).all()
    for (const { id, conversation, at, lastAt } of z.array(openTurnRow).parse(rows)) {
      const end = {
        type: 'turn.end',
        turn: id,
        outcome: 'failed',
        trouble: closedInTurn(),
        changes: noChange(),
      } as const
      this.#append(conversation, { ...end, before: null, after: null, units: '', ms: Math.max(0, lastAt - at) }, lastAt)
    }
  }

  #append(conversation: string, event: ConversationEvent, at: number): StoredEvent {
    const json = JSON.stringify(event)
    const write = () => this.#insert(conversation, json, at)
    const writeAndFollow = () =>
      transaction(this.#database, () => {
        const seq = write()
        this.#follow(conversation, event, seq, at)
        return seq
      })
    const seq = explained(WRITING, () => {
      // What a turn has come to must outlive a power cut too; one fsync a turn is cheap.
      if (event.type === 'turn.end') return durably(this.#database, writeAndFollow)
      return movesHead(event) ? writeAndFollow() : write()
    })
    const stored = { seq, at, event }
    for (const listener of this.#appendListeners) listener(conversation, stored)
    if (movesHead(event)) this.#headsChanged()
    return stored
  }

  /** One statement, so that it is a transaction by itself: most events need no other. */
  #insert(conversation: string, json: string, at: number): number {
    const row = this.#sql(
      `INSERT INTO events (conversation, seq, at, json)
       SELECT id, coalesce((SELECT max(seq) FROM events WHERE conversation = :id), 0) + 1, :at, :json
       FROM conversations WHERE id = :id RETURNING seq`,
    ).get({ id: conversation, at, json })
    if (row === undefined) throw gone()
    return seqRow.parse(row).seq
  }

  /** What an event means for its conversation's head and for the list of turns. */
  #follow(conversation: string, event: ConversationEvent, seq: number, at: number): void {
    if (event.type === 'turn.begin') {
      this.#sql('INSERT INTO turns (id, conversation, begin_seq) VALUES (?, ?, ?)').run(event.turn, conversation, seq)
      const title = titleFromPrompt(event.prompt)
      this.#sql(`UPDATE conversations SET title = ? WHERE id = ? AND title = ''`).run(title, conversation)
    }
    if (event.type === 'turn.end') this.#sql('UPDATE turns SET ended = 1 WHERE id = ?').run(event.turn)
    this.#sql('UPDATE conversations SET updated_at = ? WHERE id = ?').run(at, conversation)
  }

  /** Runs a statement on one conversation that must exist. */
  #change(write: () => { changes: number }): void {
    const { changes } = explained(WRITING, write)
    if (changes === 0) throw gone()
    this.#headsChanged()
  }

  #head(conversation: string): ConversationHead {
    const head = this.get(conversation)
    if (!head) throw gone()
    return head
  }

  #headsChanged(): void {
    for (const listener of this.#headListeners) listener()
  }

  #sql(text: string): StatementSyncInstance {
    let statement = this.#statements.get(text)
    if (!statement) {
      statement = this.#database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement
  }
}

/** Heads follow turns, not every streamed word, so that the list stays still while an agent talks. */
const movesHead = (event: ConversationEvent): boolean => event.type.startsWith('turn.')
