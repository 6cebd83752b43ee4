import { openLink } from '../rpc.ts'
import { Connection } from './connection.ts'

/** The panel's one connection. */
export const core = new Connection(openLink)

/** Starts it, and tries again at once whenever there is reason to hope. */
export function startLink(): void {
  void core.run()
  window.addEventListener('online', () => core.retry())
  window.addEventListener('hashchange', () => core.retry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') core.retry()
  })
}
