import type { ConversationEvent, ConversationHead, StoredEvent } from '../../shared/event.ts'
import type { ConversationStore } from '../../shared/store.ts'

type EndOfTurn = Extract<ConversationEvent, { type: 'turn.end' }>

/** What an agent said or did, in order. `text` is Markdown. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'card'; sentence: string; outcome: 'ok' | 'failed' | 'stopped'; pictures: string[] }
  | { kind: 'question'; questions: string[]; answer: string | null }
  | { kind: 'note'; text: string }

export interface ToldTurn {
  number: number
  /** ms since 1970. */
  at: number
  prompt: string
  agent: string
  /** Not in the model any more. */
  reverted: boolean
  parts: Part[]
  end: EndOfTurn | null
}

export interface Source {
  store: ConversationStore
  head: ConversationHead
}

/** Events read at a time. */
const PAGE = 500

/** The turns of a conversation, oldest first, one in memory at a time. */
export function* turnsOf({ store, head }: Source): Generator<ToldTurn> {
  let turn: ToldTurn | null = null
  for (const { at, event } of eventsOf({ store, head })) {
    if (event.type === 'turn.begin') {
      if (turn) yield turn
      const { number, prompt, agent } = event
      turn = {
        number,
        at,
        prompt,
        agent,
        reverted: store.findTurn(event.turn)?.reverted ?? false,
        parts: [],
        end: null,
      }
    } else if (turn) take(turn, event)
  }
  if (turn) yield turn
}

export function* eventsOf({ store, head }: Source): Generator<StoredEvent> {
  for (let after = 0; ; ) {
    const batch = store.read(head.id, after, PAGE)
    yield* batch
    if (batch.length < PAGE) return
    after = batch.at(-1)?.seq ?? after
  }
}

function take(turn: ToldTurn, event: ConversationEvent): void {
  const last = turn.parts.at(-1)
  switch (event.type) {
    case 'text':
      if (last?.kind === 'text') last.text += event.text
      else turn.parts.push({ kind: 'text', text: event.text })
      break
    case 'tool.end':
      turn.parts.push({ kind: 'card', sentence: event.sentence, outcome: event.outcome, pictures: event.pictures })
      break
    case 'question.ask':
      turn.parts.push({ kind: 'question', questions: event.questions.map(({ text }) => text), answer: null })
      break
    case 'question.answer': {
      const asked = turn.parts.findLast((part) => part.kind === 'question')
      if (asked?.kind === 'question') asked.answer = event.words
      break
    }
    case 'notice':
      turn.parts.push({ kind: 'note', text: event.text })
      break
    case 'turn.end':
      turn.end = event
  }
}

/** "3 objects added, 1 changed"; empty where nothing changed. */
export function changesLine({ changes: { counts, other } }: EndOfTurn): string {
  const parts = [
    counts.added > 0 && `${counts.added} added`,
    counts.modified > 0 && `${counts.modified} changed`,
    counts.removed > 0 && `${counts.removed} deleted`,
    ...other,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "30 Nov 2026, 14:02", in this machine's time zone. */
export const clock = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const titleOf = ({ title }: ConversationHead): string => title || 'Untitled conversation'
