import { z } from 'zod'
import type { StoredEvent } from '../shared/event.ts'
import type { EventPage } from '../shared/history.ts'
import type { Statements } from './database.ts'
import { eventRow, readRow } from './row.ts'

const seqRow = z.object({ seq: z.number().nullable() })
const turnRow = z.object({ id: z.string() })

/**
 * The newest events of a conversation, or those before event `before`: about `limit` of them, from the beginning of a
 * turn on, so that a page can be folded by itself.
 */
export function readPage(
  statements: Statements,
  conversation: string,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): EventPage {
  const first = firstOf(statements, conversation, limit, before)
  const rows = statements
    .sql('SELECT seq, at, json FROM events WHERE conversation = ? AND seq >= ? AND seq < ? ORDER BY seq')
    .all(conversation, first, before)
  const events = joined(z.array(eventRow).parse(rows).map(readRow))
  const taken = statements
    .sql('SELECT id FROM turns WHERE conversation = ? AND begin_seq >= ? AND begin_seq < ? AND reverted')
    .all(conversation, first, before)
  const more = first > 1
  return {
    events,
    first: more ? first : 0,
    more,
    reverted: z
      .array(turnRow)
      .parse(taken)
      .map(({ id }) => id),
  }
}

/** Where the page begins: at a turn, as few more than `limit` events before its end as whole turns allow. */
function firstOf(statements: Statements, conversation: string, limit: number, before: number): number {
  const edge = statements
    .sql('SELECT seq FROM events WHERE conversation = ? AND seq < ? ORDER BY seq DESC LIMIT 1 OFFSET ?')
    .get(conversation, before, limit - 1)
  const from = seqRow.optional().parse(edge)?.seq
  if (from === undefined || from === null) return 1
  const begun = (order: 'ASC' | 'DESC', compare: string) =>
    seqRow.optional().parse(
      statements
        .sql(
          `SELECT begin_seq AS seq FROM turns WHERE conversation = ? AND begin_seq ${compare} ? AND begin_seq < ?
           ORDER BY begin_seq ${order} LIMIT 1`,
        )
        .get(conversation, from, before),
    )?.seq
  // The first turn that begins within the page; else the one that the whole page lies in.
  return begun('ASC', '>=') ?? begun('DESC', '<') ?? 1
}

/** Words that were streamed one after the other as one event: the same to read, and far fewer. */
function joined(events: readonly StoredEvent[]): StoredEvent[] {
  const result: StoredEvent[] = []
  for (const stored of events) {
    const last = result.at(-1)
    const { event } = stored
    if (
      last &&
      (event.type === 'text' || event.type === 'thought') &&
      last.event.type === event.type &&
      last.event.turn === event.turn
    ) {
      result[result.length - 1] = { ...last, seq: stored.seq, event: { ...event, text: last.event.text + event.text } }
    } else result.push(stored)
  }
  return result
}
