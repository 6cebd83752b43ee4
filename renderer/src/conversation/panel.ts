import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ConversationHead, Trouble } from '../../../src/shared/event.ts'
import type { QueueState } from '../../../src/shared/history.ts'
import type { AppStatus } from '../../../src/shared/status.ts'
import { emptyConversation, type Tail, type Turn } from './model.ts'

/** A message above the composer that stays until it is dealt with. */
export interface Note {
  readonly id: number
  readonly trouble: Trouble
  readonly tone: 'error' | 'info'
  /** The one button that follows from it. */
  readonly action: NoteAction | null
}

interface NoteAction {
  readonly label: string
  readonly run: () => void
}

/** A prompt that waits for the connection, for its conversation, or for the person. */
export interface Queued {
  readonly id: string
  readonly prompt: string
  readonly agent: string | null
  /** Why it is not sent by itself; null where it goes next. */
  readonly held: string | null
}

/** A prompt on its way: sent, but its turn has not begun. */
export interface Sending {
  readonly prompt: string
  /** Events up to here were known when it was sent; its turn begins later. */
  readonly after: number
}

export interface PanelState {
  readonly status: AppStatus | null
  /** Since when the host has been busy, ms since 1970; null where it is not. */
  readonly busySince: number | null
  readonly heads: readonly ConversationHead[] | null
  /** The open conversation; null is a new one that does not exist yet. */
  readonly open: string | null
  /** True once everything the core had of the open conversation is here. */
  readonly loaded: boolean
  readonly turns: readonly Turn[]
  readonly sending: Sending | null
  /** What has not left this page yet. */
  readonly queue: readonly Queued[]
  /** What the core has and sends, one when a turn has ended well. */
  readonly waiting: QueueState
  /** The agent chosen for the next prompt; null leaves it to the conversation. */
  readonly agent: string | null
  /** A turn that never ended and that the core does not run any more: it went down in the middle. */
  readonly abandoned: string | null
  readonly notes: readonly Note[]
}

/** The panel's one store. The streaming text has its own, `live`, so that nothing else is drawn while it grows. */
export const panel = createStore<PanelState>(() => ({
  status: null,
  busySince: null,
  heads: null,
  open: null,
  loaded: true,
  turns: emptyConversation.turns,
  sending: null,
  queue: [],
  waiting: { items: [], paused: null },
  agent: null,
  abandoned: null,
  notes: [],
}))

export const live = createStore<{ tail: Tail | null }>(() => ({ tail: null }))

export function usePanel<T>(select: (state: PanelState) => T): T {
  return useStore(panel, select)
}

let notes = 0

export function note(trouble: Trouble, tone: Note['tone'] = 'error', action: NoteAction | null = null): void {
  notes += 1
  const id = notes
  panel.setState((state) => ({
    notes: [
      ...state.notes.filter((n) => n.trouble.title !== trouble.title || n.trouble.cause !== trouble.cause),
      { id, trouble, tone, action },
    ],
  }))
}

export function dropNote(id: number): void {
  panel.setState((state) => ({ notes: state.notes.filter((n) => n.id !== id) }))
}

export function headOf(state: PanelState): ConversationHead | null {
  return state.heads?.find((head) => head.id === state.open) ?? null
}

/** The agent that the next prompt goes to. */
export function nextAgent(state: PanelState): string | null {
  const ready = state.status?.agents.find((agent) => agent.state === 'ready')
  return state.agent ?? headOf(state)?.agent ?? ready?.id ?? null
}

/** A turn runs in the open conversation, or a prompt is on its way there. */
export function isRunning(state: PanelState): boolean {
  if (state.sending) return true
  if (!state.loaded) return headOf(state)?.running === true
  const last = state.turns.at(-1)
  return last !== undefined && !last.end && last.id !== state.abandoned
}
