import type { StoredEvent } from '../../../src/shared/event.ts'
import type { EventPage } from '../../../src/shared/history.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { perFrame } from '../link/frame.ts'
import type { Api } from '../rpc.ts'
import { fold, foldPage, withEarlier } from './fold.ts'
import { type Conversation, emptyConversation } from './model.ts'
import { live, note, type PanelState, panel } from './panel.ts'
import { loadQueue } from './queue.ts'
import { followWaiting, nothingWaits } from './waiting.ts'

/** What is known of a conversation. `first`: the event before which the core has more of it; 0 where all is here. */
interface Known {
  readonly conversation: Conversation
  readonly first: number
}

/** Conversations that were open before, so that going back shows them at once. */
const known = new Map<string, Known>()
const KEPT = 8
const LAST_OPEN = 'tickbird.open'

let following: AbortController | null = null
let pending: StoredEvent[] = []
let current: Conversation = emptyConversation
/** As in Known; null before anything has been read. */
let first: number | null = null
/** The newest turns are here, or everything that came since they were. */
let caughtUp = false
/** Events of the newest page, enough for some screens, and of each older one. */
const NEWEST = 300
const OLDER = 2000

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
  const before = id === null ? undefined : known.get(id)
  current = before?.conversation ?? emptyConversation
  first = before?.first ?? null
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
    async (api, stop) => {
      if (first === null) {
        const page = await api.conversations.page({ conversation: id, limit: NEWEST }, { signal: stop })
        if (!stop.aborted) showNewest(page)
      }
      // By itself: what comes now is shown while the past is still read.
      void readOlder(api, id, stop)
      return await api.conversations.events({ conversation: id, after: last() }, { signal: stop })
    },
    (batch) => {
      pending.push(...batch)
      caughtUp = true
      foldPending()
    },
    (error) => {
      note(troubleOf(error))
      return false
    },
  )
}

function showNewest(page: EventPage): void {
  current = foldPage(page, true)
  first = page.first
  caughtUp = true
  panel.setState({ turns: current.turns })
  live.setState({ tail: current.tail })
  settleLoaded()
}

/** The older turns, page by page, each put before what is there. A lost link ends it; the next one goes on. */
async function readOlder(api: Api, conversation: string, signal: AbortSignal): Promise<void> {
  try {
    while (first !== null && first > 0) {
      const asked = first
      const page = await api.conversations.page({ conversation, before: asked, limit: OLDER }, { signal })
      if (signal.aborted || first !== asked) return
      current = withEarlier(current, foldPage(page, false).turns)
      first = page.first
      panel.setState({ turns: current.turns })
    }
  } catch (error) {
    if (!signal.aborted && core.state.getState().state === 'open') note(troubleOf(error))
  }
}

function remember(): void {
  const { open } = panel.getState()
  if (!open) return
  known.delete(open)
  if (first !== null) known.set(open, { conversation: current, first })
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
