import { z } from 'zod'
import { conversationHead } from '../shared/event.ts'
import type { DeletedConversation, Retention, WeighedConversation } from '../shared/history.ts'
import type { Cleaning } from '../shared/store.ts'
import { conversationUsage } from '../shared/usage.ts'
import { type Statements, transaction } from './database.ts'

const DAY_MS = 86_400_000
/** How long a deleted conversation can be brought back, in ms. */
const GRACE_MS = 7 * DAY_MS

/** A conversation's head as a row; its document in two columns. */
export const headRow = z
  .object({
    ...conversationHead.omit({ document: true }).shape,
    running: z.number().transform((value) => value !== 0),
    archived: z.number().transform((value) => value !== 0),
    documentName: z.string().nullable(),
    documentPath: z.string().nullable(),
    usage: z.string().nullable(),
  })
  .transform(({ documentName, documentPath, usage, ...head }) => ({
    ...head,
    ...(usage !== null && { usage: conversationUsage.parse(JSON.parse(usage)) }),
    document: documentName === null ? null : { name: documentName, path: documentPath },
  }))

export const HEADS = `
  SELECT id, title, agent, created_at AS createdAt, updated_at AS updatedAt,
    (SELECT count(*) FROM turns WHERE conversation = conversations.id) AS turns,
    EXISTS (SELECT 1 FROM turns WHERE conversation = conversations.id AND NOT ended) AS running,
    archived_at IS NOT NULL AS archived, document_name AS documentName, document_path AS documentPath,
    (SELECT json_object('tokens', sum(tokens), 'cost', iif(count(DISTINCT currency) = 1, sum(cost), NULL),
      'currency', iif(count(DISTINCT currency) = 1, max(currency), NULL))
      FROM usage WHERE conversation = conversations.id HAVING count(*) > 0) AS usage
  FROM conversations`

const deletedRow = z.object({ id: z.string(), deletedAt: z.number() })
const weighedRow = z.object({
  conversation: z.string(),
  title: z.string(),
  updatedAt: z.number(),
  bytes: z.number(),
  deleted: z.number(),
})
const cleaningRow = z.object({ at: z.number(), conversations: z.number(), bytes: z.number(), titles: z.string() })

/** What is put away, what is deleted, what it weighs, and what goes for good. */
export class Shelf {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  deleted(): DeletedConversation[] {
    const heads = this.#statements
      .sql(`${HEADS} WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, rowid DESC`)
      .all()
    const times = this.#statements.sql(
      'SELECT id, deleted_at AS deletedAt FROM conversations WHERE deleted_at NOT NULL',
    )
    const at = new Map(
      z
        .array(deletedRow)
        .parse(times.all())
        .map(({ id, deletedAt }) => [id, deletedAt]),
    )
    return z
      .array(headRow)
      .parse(heads)
      .map((head) => ({ ...head, deletedAt: at.get(head.id) ?? 0, goneAt: (at.get(head.id) ?? 0) + GRACE_MS }))
  }

  /** Bytes of events, prompts and pictures, largest first; deleted ones too, which say so. */
  weigh(): (WeighedConversation & { deleted: boolean })[] {
    const rows = this.#statements
      .sql(
        `SELECT id AS conversation, title, updated_at AS updatedAt, deleted_at IS NOT NULL AS deleted,
           coalesce((SELECT sum(octet_length(json)) FROM events WHERE conversation = conversations.id), 0)
           + coalesce((SELECT sum(octet_length(bytes)) FROM pictures WHERE conversation = conversations.id), 0) AS bytes
         FROM conversations ORDER BY bytes DESC`,
      )
      .all()
    return z
      .array(weighedRow)
      .parse(rows)
      .map((row) => ({ ...row, deleted: row.deleted !== 0 }))
  }

  /** Removes for good what was deleted longer ago than it can be brought back. */
  purgeExpired(now: number): void {
    const { changes } = this.#statements
      .sql('DELETE FROM conversations WHERE deleted_at IS NOT NULL AND deleted_at <= ?')
      .run(now - GRACE_MS)
    if (changes > 0) this.#giveBack()
  }

  /**
   * Puts what is older than the limits among the deleted, and then the oldest until the rest fits; what is `inUse` stays
   * whatever it weighs. Null where nothing had to go. One transaction: what is told is what was done.
   */
  clean(limits: Retention, inUse: ReadonlySet<string>, now: number): Cleaning | null {
    const going = this.expiring(limits, inUse, now)
    if (going.length === 0) return null
    const cleaning: Cleaning = {
      at: now,
      conversations: going.length,
      bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
      titles: going.map(({ title }) => title).slice(0, 20),
    }
    transaction(this.#statements.database, () => {
      for (const { conversation } of going) {
        this.#statements.sql('UPDATE conversations SET deleted_at = ? WHERE id = ?').run(now, conversation)
      }
      this.#statements
        .sql('INSERT INTO cleanings (at, conversations, bytes, titles) VALUES (?, ?, ?, ?)')
        .run(cleaning.at, cleaning.conversations, cleaning.bytes, JSON.stringify(cleaning.titles))
    })
    return cleaning
  }

  /** What `clean` would remove, oldest first. */
  expiring({ maxDays, maxBytes }: Retention, inUse: ReadonlySet<string>, now: number): WeighedConversation[] {
    if (maxDays === null && maxBytes === null) return []
    const all = this.weigh()
      .filter(({ deleted }) => !deleted)
      .sort((a, b) => a.updatedAt - b.updatedAt)
    let total = all.reduce((sum, each) => sum + each.bytes, 0)
    const going = all.filter((each) => {
      if (inUse.has(each.conversation)) return false
      const old = maxDays !== null && each.updatedAt < now - maxDays * DAY_MS
      const heavy = maxBytes !== null && total > maxBytes
      if (old || heavy) total -= each.bytes
      return old || heavy
    })
    return going.map(({ deleted: _deleted, ...each }) => each)
  }

  lastCleaning(): Cleaning | null {
    const row = this.#statements.sql('SELECT * FROM cleanings ORDER BY at DESC, rowid DESC LIMIT 1').get()
    const last = cleaningRow.optional().parse(row)
    return last ? { ...last, titles: z.array(z.string()).parse(JSON.parse(last.titles)) } : null
  }

  #giveBack(): void {
    this.#statements.database.exec('PRAGMA incremental_vacuum')
  }
}
