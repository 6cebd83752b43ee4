import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { z } from 'zod'
import { transaction } from './database.ts'
import { FROM_EVENTS } from './schema.ts'

/**
 * What each table's rows are copied by, and what a damaged file of an older version may not have. Turns and what is
 * searched are not copied: they follow from the events.
 */
const TABLES = [
  [
    'conversations',
    'id, title, agent, created_at, updated_at',
    'archived_at, deleted_at, document_name, document_path',
  ],
  ['events', 'conversation, seq, at, json', ''],
  ['pictures', 'id, mime, bytes', 'conversation'],
  ['queue', 'id, conversation, place, prompt, agent, at', ''],
  ['agent_sessions', 'conversation, agent, session, opened_at', ''],
] as const

/** Gives every event a conversation, also where that row was lost, and finds the turns again. */
const MEND = `
  INSERT INTO conversations (id, title, agent, created_at, updated_at)
    SELECT conversation, 'Recovered conversation', 'practice', min(at), max(at) FROM events
    WHERE conversation NOT IN (SELECT id FROM conversations) GROUP BY conversation;
  DELETE FROM agent_sessions WHERE conversation NOT IN (SELECT id FROM conversations);
  DELETE FROM queue WHERE conversation NOT IN (SELECT id FROM conversations);
  INSERT OR IGNORE INTO turns (id, conversation, begin_seq)
    SELECT json_extract(json, '$.turn'), conversation, seq FROM events
    WHERE json_valid(json) AND json_extract(json, '$.type') = 'turn.begin';
  UPDATE turns SET ended = 1 WHERE id IN (
    SELECT json_extract(json, '$.turn') FROM events
    WHERE json_valid(json) AND json_extract(json, '$.type') = 'turn.end');
  INSERT OR IGNORE INTO usage (turn, conversation, tokens, cost, currency)
    SELECT json_extract(json, '$.turn'), conversation,
      coalesce(json_extract(json, '$.usage.input'), 0) + coalesce(json_extract(json, '$.usage.output'), 0),
      json_extract(json, '$.usage.cost.amount'), json_extract(json, '$.usage.cost.currency') FROM events
    WHERE CASE WHEN json_valid(json) THEN
      json_extract(json, '$.type') = 'turn.end' AND json_extract(json, '$.usage') NOT NULL END;
  ${FROM_EVENTS}`

/**
 * Copies what can still be read of a damaged store into a new, empty one. The damaged file is only read.
 *
 * @returns how many conversations came over
 */
export function salvage(damaged: string, into: DatabaseSyncInstance): number {
  const from = openReadOnly(damaged)
  if (!from) return 0
  try {
    into.exec('PRAGMA foreign_keys = OFF')
    transaction(into, () => {
      for (const [table, columns, newer] of TABLES) {
        const all = newer === '' ? columns : `${columns}, ${newer}`
        copyReadable(from, into, table, hasColumns(from, table, all) ? all : columns)
      }
      into.exec(MEND)
    })
    const { found } = z
      .object({ found: z.number() })
      .parse(into.prepare('SELECT count(*) AS found FROM conversations').get())
    return found
  } finally {
    into.exec('PRAGMA foreign_keys = ON')
    from.close()
  }
}

function openReadOnly(file: string): DatabaseSyncInstance | undefined {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch {
    // Nothing of it can be read; who asked says where it is.
    return undefined
  }
}

function hasColumns(from: DatabaseSyncInstance, table: string, columns: string): boolean {
  try {
    from.prepare(`SELECT ${columns} FROM ${table} LIMIT 0`)
    return true
  } catch {
    return false
  }
}

/** Row by row from both ends of a table, each time up to the first page that cannot be read. */
function copyReadable(from: DatabaseSyncInstance, into: DatabaseSyncInstance, table: string, columns: string): void {
  const insert = into.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`)
  let [low, high] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  for (const order of ['ASC', 'DESC']) {
    try {
      const next = from.prepare(
        `SELECT rowid, ${columns} FROM ${table} WHERE rowid > ? AND rowid < ? ORDER BY rowid ${order} LIMIT 1`,
      )
      for (let row = next.get(low, high); row !== undefined; row = next.get(low, high)) {
        const [at, ...values] = Object.values(row) as [number, ...unknown[]]
        // A damaged page may lead back to rows that have been read.
        if (at <= low || at >= high) break
        if (order === 'ASC') low = at
        else high = at
        insertIfSound(insert, values)
      }
    } catch {
      // Here the damage begins, seen from this end.
    }
  }
}

/** A row whose bytes are damaged may read as something no table of ours takes. */
function insertIfSound(insert: ReturnType<DatabaseSyncInstance['prepare']>, values: unknown[]): void {
  try {
    insert.run(...values)
  } catch {
    // It is lost; its neighbours may not be.
  }
}
