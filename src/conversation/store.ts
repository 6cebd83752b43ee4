import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { TroubleError } from '../shared/agent.ts'
import { noChange } from '../shared/change.ts'
import type { ConversationEvent, ConversationHead, StoredEvent, StoredEventOf, Trouble } from '../shared/event.ts'
import type { ConversationStore, KnownTurn } from '../shared/store.ts'
import { AgentRecords } from './agents.ts'
import { closeFile, durably, Statements, sizeOf, transaction } from './database.ts'
import { type OpenedDatabase, openDatabase } from './open.ts'
import { readPage } from './pages.ts'
import { enterStore, type Presence } from './presence.ts'
import { Queue } from './queue.ts'
import { eventRow, readRow } from './row.ts'
import { Search } from './search.ts'
import { HEADS, headRow, Shelf } from './shelf.ts'
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
  if (presence.alone) store.tidy()
  presence.settle()
  return store
}

const openTurnRow = z.object({ id: z.string(), conversation: z.string(), at: z.number(), lastAt: z.number() })
const turnRow = eventRow.extend({ conversation: z.string(), reverted: z.number() })
const seqRow = z.object({ seq: z.number() })
const pictureRow = z.object({ mime: z.string(), bytes: z.instanceof(Uint8Array) })

const WRITING = 'This could not be kept'
const READING = 'The conversations cannot be read'

class SqliteStore implements ConversationStore {
  trouble: Trouble | null
  readonly queue: Queue
  readonly #statements: Statements
  readonly #presence: Presence
  readonly #search: Search
  readonly #shelf: Shelf
  readonly #agents: AgentRecords
  /** Pictures that no event has named yet. */
  readonly #unowned = new Set<string>()
  readonly #appendListeners = new Set<(conversation: string, stored: StoredEvent) => void>()
  readonly #headListeners = new Set<() => void>()

  constructor({ database, trouble }: OpenedDatabase, presence: Presence) {
    this.#statements = new Statements(database)
    this.queue = new Queue(this.#statements)
    this.#search = new Search(this.#statements)
    this.#shelf = new Shelf(this.#statements)
    this.#agents = new AgentRecords(this.#statements)
    this.#presence = presence
    this.trouble = trouble
  }

  list(): ConversationHead[] {
    const rows = explained(READING, () =>
      this.#sql(`${HEADS} WHERE deleted_at IS NULL ORDER BY updated_at DESC, rowid DESC`).all(),
    )
    return z.array(headRow).parse(rows)
  }

  get(conversation: string): ConversationHead | undefined {
    const row = explained(READING, () => this.#sql(`${HEADS} WHERE id = ? AND deleted_at IS NULL`).get(conversation))
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
    this.#set(conversation, 'title = ?', oneLine(title))
    return this.#head(conversation)
  }

  setAgent(conversation: string, agent: string): void {
    this.#set(conversation, 'agent = ?', agent)
  }

  setDocument(conversation: string, document: ConversationHead['document']): ConversationHead {
    this.#set(
      conversation,
      'document_name = ?, document_path = ?',
      document && oneLine(document.name),
      document?.path ?? null,
    )
    return this.#head(conversation)
  }

  agentSession(conversation: string, agent: string) {
    return explained(READING, () => this.#agents.session(conversation, agent))
  }

  keepAgentSession(conversation: string, agent: string, session: string): void {
    explained(WRITING, () => this.#agents.keepSession(conversation, agent, session))
  }

  archive(conversation: string, archived: boolean): ConversationHead {
    this.#set(conversation, 'archived_at = ?', archived ? Date.now() : null)
    return this.#head(conversation)
  }

  remove(conversation: string): void {
    this.#set(conversation, 'deleted_at = ?', Date.now())
  }

  restore(conversation: string): ConversationHead {
    this.#change(() =>
      this.#sql('UPDATE conversations SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL').run(conversation),
    )
    return this.#head(conversation)
  }

  deleted() {
    return explained(READING, () => this.#shelf.deleted())
  }

  purge(conversation: string): void {
    this.#change(() => this.#sql('DELETE FROM conversations WHERE id = ? AND deleted_at IS NOT NULL').run(conversation))
    this.#statements.database.exec('PRAGMA incremental_vacuum')
  }

  weigh() {
    const { database } = this.#statements
    return explained(READING, () => ({ bytes: sizeOf(database), conversations: this.#shelf.weigh() }))
  }

  expiring(...[policy, inUse]: Parameters<ConversationStore['expiring']>) {
    return explained(READING, () => this.#shelf.expiring(policy, inUse, Date.now()))
  }

  clean(...[policy, inUse]: Parameters<ConversationStore['clean']>) {
    const cleaning = explained('Old conversations could not be removed', () => {
      this.#shelf.purgeExpired(Date.now())
      return this.#shelf.clean(policy, inUse, Date.now())
    })
    if (cleaning) this.#headsChanged()
    return cleaning
  }

  lastCleaning() {
    return explained(READING, () => this.#shelf.lastCleaning())
  }

  search(query: string, limit: number, before?: number) {
    return explained(READING, () => this.#search.find(query, limit, before))
  }

  page(conversation: string, limit: number, before?: number) {
    return explained(READING, () => readPage(this.#statements, conversation, limit, before))
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

  findTurn(turn: string): KnownTurn | undefined {
    const row = explained(READING, () =>
      this.#sql(
        `SELECT turns.conversation, reverted, seq, at, json FROM turns
         JOIN events ON events.conversation = turns.conversation AND seq = begin_seq WHERE turns.id = ?`,
      ).get(turn),
    )
    if (row === undefined) return undefined
    const { conversation, reverted, ...begun } = turnRow.parse(row)
    const { event } = readRow(begun)
    if (event.type !== 'turn.begin') return undefined
    const { number, prompt, agent } = event
    return { conversation, number, prompt, agent, reverted: reverted !== 0 }
  }

  turnEnd(turn: string) {
    const row = explained(READING, () =>
      this.#sql(
        `SELECT seq, at, json FROM turns JOIN events
           ON events.conversation = turns.conversation AND seq > begin_seq
         WHERE turns.id = :turn AND ended AND CASE WHEN json_valid(json) THEN
           json_extract(json, '$.type') = 'turn.end' AND json_extract(json, '$.turn') = :turn END
         ORDER BY seq LIMIT 1`,
      ).get({ turn }),
    )
    if (row === undefined) return undefined
    const { event } = readRow(eventRow.parse(row))
    return event.type === 'turn.end' ? event : undefined
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
    this.#unowned.add(id)
    return id
  }

  picture(id: string): { mime: string; bytes: Uint8Array } | undefined {
    const row = explained(READING, () => this.#sql('SELECT mime, bytes FROM pictures WHERE id = ?').get(id))
    return pictureRow.optional().parse(row)
  }

  picturesOf(conversation: string): string[] {
    const rows = explained(READING, () =>
      this.#sql('SELECT id FROM pictures WHERE conversation = ? ORDER BY rowid').all(conversation),
    )
    return z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => id)
  }

  close(): void {
    const { database } = this.#statements
    if (!database.isOpen) return
    this.#appendListeners.clear()
    this.#headListeners.clear()
    this.#statements.clear()
    closeFile(database)
    this.#presence.leave()
  }

  /**
   * Ends every turn that a killed process left running, and removes what it left of no use. Only for who has the store
   * alone.
   */
  tidy(): void {
    try {
      explained('The last turn could not be ended', () => this.#endOpenTurns())
      explained('Deleted conversations could not be removed', () => {
        this.#sql('DELETE FROM pictures WHERE conversation IS NULL').run()
        this.#shelf.purgeExpired(Date.now())
      })
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
    const write = () => this.#insert(conversation, json, at, isLate(event))
    const writeAndFollow = () =>
      transaction(this.#statements.database, () => {
        const seq = write()
        this.#own(conversation, json)
        this.#follow(conversation, event, seq, at)
        return seq
      })
    const seq = explained(WRITING, () => {
      // What a turn has come to must outlive a power cut too; one fsync a turn is cheap.
      if (event.type === 'turn.end') return durably(this.#statements.database, writeAndFollow)
      return movesHead(event) || this.#unowned.size > 0 ? writeAndFollow() : write()
    })
    const stored = { seq, at, event }
    for (const listener of this.#appendListeners) listener(conversation, stored)
    if (movesHead(event)) this.#headsChanged()
    if (event.type === 'turn.begin' && event.queued !== undefined) this.queue.tell(conversation)
    return stored
  }

  /** One statement, so that it is a transaction by itself: most events need no other. */
  #insert(conversation: string, json: string, at: number, late: boolean): number {
    const row = this.#sql(
      `INSERT INTO events (conversation, seq, at, json)
       SELECT id, coalesce((SELECT max(seq) FROM events WHERE conversation = :id), 0) + 1, :at, :json
       FROM conversations WHERE id = :id AND (deleted_at IS NULL OR :late) RETURNING seq`,
    ).get({ id: conversation, at, json, late: late ? 1 : 0 })
    if (row === undefined) throw gone()
    return seqRow.parse(row).seq
  }

  /** Pictures that the event names belong to its conversation from now on. */
  #own(conversation: string, json: string): void {
    for (const id of this.#unowned) {
      if (!json.includes(id)) continue
      this.#sql('UPDATE pictures SET conversation = ? WHERE id = ?').run(conversation, id)
      this.#unowned.delete(id)
    }
  }

  /** What an event means for its conversation's head, for the list of turns and for what can be searched. */
  #follow(conversation: string, event: ConversationEvent, seq: number, at: number): void {
    if (event.type === 'turn.begin') {
      this.#sql('INSERT INTO turns (id, conversation, begin_seq) VALUES (?, ?, ?)').run(event.turn, conversation, seq)
      const title = titleFromPrompt(event.prompt)
      this.#sql(`UPDATE conversations SET title = ? WHERE id = ? AND title = ''`).run(title, conversation)
      this.#search.begin(event.turn, event.prompt)
      if (event.queued !== undefined) this.queue.sent(event.queued)
    }
    if (event.type === 'turn.end') {
      const { changes } = this.#sql('UPDATE turns SET ended = 1 WHERE id = ?').run(event.turn)
      if (changes > 0) this.#search.end(conversation, event.turn)
      if (event.usage) this.#agents.spend(conversation, event.turn, event.usage)
    }
    if (isUndo(event)) {
      const reverted = event.type === 'turn.reverted' ? 1 : 0
      for (const turn of event.turns) this.#sql('UPDATE turns SET reverted = ? WHERE id = ?').run(reverted, turn)
    }
    if (movesHead(event)) this.#sql('UPDATE conversations SET updated_at = ? WHERE id = ?').run(at, conversation)
  }

  /** Sets columns of one conversation that must be there. */
  #set(conversation: string, columns: string, ...values: (string | number | null)[]): void {
    this.#change(() =>
      this.#sql(`UPDATE conversations SET ${columns} WHERE id = ? AND deleted_at IS NULL`).run(...values, conversation),
    )
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

  #sql(text: string) {
    return this.#statements.sql(text)
  }
}

/** Heads follow turns, not every streamed word, so that the list stays still while an agent talks. */
const movesHead = (event: ConversationEvent): boolean => event.type.startsWith('turn.')

/** Told also to a conversation that is deleted: it may be brought back, and must not say what is not so. */
const isLate = (event: ConversationEvent) => isUndo(event) || event.type === 'turn.end'

const isUndo = (event: ConversationEvent) => event.type === 'turn.reverted' || event.type === 'turn.redone'
