import { focusComposer } from '../composer/focus.ts'
import { isRunning, panel } from '../conversation/panel.ts'
import { stop } from '../conversation/send.ts'
import { askUndoNewest } from '../conversation/undo.ts'
import { withCommand } from '../words/keys.ts'
import { showDialog } from './dialog.ts'
import { findInConversations } from './find.ts'
import { layout, showPane, toggleList } from './layout.ts'
import { startNew } from './startNew.ts'

const COMMANDS: Record<string, () => void> = {
  k: () => showDialog({ kind: 'commands' }),
  l: focusComposer,
  b: toggleList,
  n: startNew,
  ',': () => showDialog({ kind: 'settings', page: 'agents' }),
  3: () => showPane(layout.getState().pane === 'panel' ? 'model' : 'panel'),
}

/** Keys that work wherever the focus is. Menus and dialogs take Esc first, then it stops the turn. */
export function startShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.key.toLowerCase() === 'z' && withCommand(event)) {
      if (!overlaid() && !isWriting() && askUndoNewest()) event.preventDefault()
      return
    }
    if (event.shiftKey && (event.ctrlKey || event.metaKey) && event.code === 'KeyF') {
      event.preventDefault()
      findInConversations()
      return
    }
    const alone = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyN'
    const run = alone ? startNew : withCommand(event) ? COMMANDS[event.key.toLowerCase()] : undefined
    if (!run) return
    event.preventDefault()
    run()
  }
  // On the way down: an open tooltip would otherwise take the key for itself.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !overlaid() && isRunning(panel.getState())) void stop()
  }
  window.addEventListener('keydown', onKeyDown)
  window.addEventListener('keydown', onEscape, true)
  return () => {
    window.removeEventListener('keydown', onKeyDown)
    window.removeEventListener('keydown', onEscape, true)
  }
}

/** The text's own undo comes first. */
const isWriting = () => {
  const field = document.activeElement
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}

const overlaid = () => document.querySelector('[role="dialog"], [role="menu"]') !== null
