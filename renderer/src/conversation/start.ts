import type { ConversationHead } from '../../../src/shared/event.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { forget, lastOpen, openConversation } from './follow.ts'
import { note, panel } from './panel.ts'
import { sendNext } from './send.ts'

/** Opens the two streams that last as long as the page, and lets the queue move on. */
export function startPanel(signal: AbortSignal): void {
  void core.follow(
    signal,
    (api, stop) => api.app.status(undefined, { signal: stop }),
    (status) =>
      panel.setState((state) => ({
        status,
        busySince: status.host.state === 'busy' ? (state.busySince ?? Date.now()) : null,
      })),
    report,
  )
  void core.follow(
    signal,
    (api, stop) => api.conversations.watch(undefined, { signal: stop }),
    (heads) => {
      const { heads: before, open } = panel.getState()
      panel.setState({ heads })
      if (before === null) openFirst()
      else if (open && listed(before, open) && !listed(heads, open)) forget(open)
    },
    report,
  )
  panel.subscribe(() => queueMicrotask(sendNext))
  core.state.subscribe(() => queueMicrotask(sendNext))
}

/** A conversation that was in the list and is not any more was deleted, here or in another window. */
const listed = (heads: readonly ConversationHead[], id: string): boolean => heads.some((head) => head.id === id)

/** A reload comes back to where it was; a new tab goes to what runs, else to a new conversation. */
function openFirst(): void {
  const heads = panel.getState().heads ?? []
  const last = lastOpen()
  openConversation(heads.find((head) => head.id === last)?.id ?? heads.find((head) => head.running)?.id ?? null)
}

function report(error: unknown): boolean {
  note(troubleOf(error))
  return true
}
