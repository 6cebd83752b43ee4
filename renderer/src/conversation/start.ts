import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { lastOpen, openConversation } from './follow.ts'
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
      const first = panel.getState().heads === null
      panel.setState({ heads })
      if (first) openFirst()
    },
    report,
  )
  panel.subscribe(() => queueMicrotask(sendNext))
  core.state.subscribe(() => queueMicrotask(sendNext))
}

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
