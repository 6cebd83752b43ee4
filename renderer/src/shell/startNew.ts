import { focusComposer } from '../composer/focus.ts'
import { openConversation } from '../conversation/follow.ts'
import { shortcut } from '../words/keys.ts'
import { closeDrawer, showPane } from './layout.ts'

/** Browsers keep Ctrl+N for themselves; in a tab it is Alt+N. */
export const NEW_KEYS = window.shell ? shortcut('N') : 'Alt+N'

/** A conversation that begins with the next prompt. */
export function startNew(): void {
  openConversation(null)
  closeDrawer()
  showPane('panel')
  requestAnimationFrame(focusComposer)
}
