import type { StoredEvent } from '../../../src/shared/event.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { perFrame } from '../link/frame.ts'
import { fold } from './fold.ts'
import { type Conversation, emptyConversation } from './model.ts'
import { live, note, type PanelState, panel } from './panel.ts'
import { loadQueue } from './queue.ts'
import { followWaiting, nothingWaits } from './waiting.ts'

/** Conversations that were open before, so that going back shows them at once. */
const known = new Map<string, Conversation>()
const KEPT = 8
const LAST_OPEN = 'tickbird.open'

let following: AbortController | null = null
let pending: StoredEvent[] = []
let current: Conversation = emptyConversation
/** A batch that is not full is the last of the past. */
let caughtUp = false
const FULL_BATCH = 500

/** Folds what came since the last frame: one write to each store. */
const foldPending = perFrame(() => {
  const batch = pending
  pending = []
  const next = fold(current, batch)
  if (next === current) return settleLoaded()
  const { turns, tail } = current
  current = next
  if (next.turns !== turns) panel.setState((state) => ({ turns: next.turns, ...arrived(state, next) }))
  if (next.tail !== tail) live.setState({ tail: next.tail })
  settleLoaded()
})

/** Clears the prompt on its way once its turn has begun. */
function arrived(state: PanelState, next: Conversation): Partial<PanelState> {
  const { sending } = state
  if (!sending) return {}
  const begun = next.turns.some((turn) => turn.prompt === sending.prompt && !state.turns.some((t) => t.id === turn.id))
  return begun ? { sending: null } : {}
}

function settleLoaded(): void {
  const state = panel.getState()
  if (state.loaded) return
  const head = state.heads?.find((h) => h.id === state.open)
  if (caughtUp || (head && current.turns.length >= head.turns)) panel.setState({ loaded: true })
}

/** Opens a conversation, or none: a new one that begins with the first prompt. */
export function openConversation(id: string | null): void {
  if (following && panel.getState().open === id) return
  remember()
  following?.abort()
  following = id ? new AbortController() : null
  pending = []
  caughtUp = false
  current = (id && known.get(id)) || emptyConversation
  live.setState({ tail: current.tail })
  const turnsKnown = panel.getState().heads?.find((head) => head.id === id)?.turns
  panel.setState({
    open: id,
    loaded: !id || turnsKnown === current.turns.length,
    turns: current.turns,
    sending: null,
    agent: null,
    queue: loadQueue(id),
    waiting: nothingWaits,
  })
  if (id) sessionStorage.setItem(LAST_OPEN, id)
  else sessionStorage.removeItem(LAST_OPEN)
  if (id && following) {
    void follow(id, following.signal)
    void followWaiting(id, following.signal)
  }
}

export const lastOpen = (): string | null => sessionStorage.getItem(LAST_OPEN)

function follow(id: string, signal: AbortSignal): Promise<void> {
  // Between frames some events wait unfolded; asking from the last of those loses none and repeats none.
  const last = () => pending.at(-1)?.seq ?? current.seq
  return core.follow(
    signal,
    (api, stop) => api.conversations.events({ conversation: id, after: last() }, { signal: stop }),
    (batch) => {
      pending.push(...batch)
      if (batch.length < FULL_BATCH) caughtUp = true
      foldPending()
    },
    (error) => {
      note(troubleOf(error))
      return false
    },
  )
}

function remember(): void {
  const { open } = panel.getState()
  if (!open) return
  known.delete(open)
  known.set(open, current)
  for (const id of known.keys()) {
    if (known.size <= KEPT) break
    known.delete(id)
  }
}

export function forget(id: string): void {
  known.delete(id)
  if (panel.getState().open === id) openConversation(null)
}

export const lastSeq = (): number => current.seq
