import { z } from 'zod'
import { type ConversationEvent, conversationEvent, type StoredEvent } from '../shared/event.ts'

/** An event as a row holds it. */
export const eventRow = z.object({ seq: z.number().int(), at: z.number(), json: z.string() })

const anyTurn = z.object({ turn: z.string() })

/**
 * The stored event of a row. One that cannot be read, because its bytes are damaged or a newer Tickbird wrote it, takes
 * its place as a notice, so that the rest of the conversation still shows.
 */
export function readRow(row: z.infer<typeof eventRow>): StoredEvent {
  let raw: unknown
  try {
    raw = JSON.parse(row.json)
  } catch {
    return { seq: row.seq, at: row.at, event: unreadable('') }
  }
  const event = conversationEvent.safeParse(raw)
  return {
    seq: row.seq,
    at: row.at,
    event: event.success ? event.data : unreadable(anyTurn.safeParse(raw).data?.turn ?? ''),
  }
}

function unreadable(turn: string): ConversationEvent {
  return {
    type: 'notice',
    turn,
    level: 'warning',
    text: 'One entry of this conversation cannot be read; everything else is complete.',
  }
}
