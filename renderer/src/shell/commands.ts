import { useStore } from 'zustand'
import { focusComposer } from '../composer/focus.ts'
import { openConversation } from '../conversation/follow.ts'
import { isRunning, usePanel } from '../conversation/panel.ts'
import { stop } from '../conversation/send.ts'
import { askUndoNewest, redo } from '../conversation/undo.ts'
import { choose, look } from '../look/theme.ts'
import { viewCommand } from '../view/commands.ts'
import { shortcut } from '../words/keys.ts'
import { showDialog } from './dialog.ts'
import { askNew, download, FORMATS, pickFile } from './document.ts'
import { findInConversations } from './find.ts'
import { layout, showPane, toggleList } from './layout.ts'
import { NEW_KEYS, startNew } from './startNew.ts'

interface Command {
  readonly name: string
  readonly keys?: string
  readonly run: () => unknown
}

/** What can be done now. Commands that make no sense at the moment are not listed. */
export function useCommands(): Command[] {
  const running = usePanel(isRunning)
  const undoable = usePanel((state) => state.status?.undoableTurn ?? null)
  const redoable = usePanel((state) => state.status?.redoableTurn ?? null)
  const heads = usePanel((state) => state.heads)
  const open = usePanel((state) => state.open)
  const dark = useStore(look, (state) => state.shown === 'dark')
  const { wide, pane } = useStore(layout)
  return [
    running && { name: 'Stop the turn', keys: 'Esc', run: stop },
    undoable && { name: `Undo turn: ${undoable.label}`, keys: shortcut('Z'), run: askUndoNewest },
    redoable && { name: `Redo turn: ${redoable.label}`, run: redo },
    { name: 'Write a prompt', keys: shortcut('L'), run: () => requestAnimationFrame(focusComposer) },
    { name: 'New conversation', keys: NEW_KEYS, run: startNew },
    { name: 'Find in conversations', keys: shortcut('Shift+F'), run: findInConversations },
    { name: 'Show or hide conversations', keys: shortcut('B'), run: toggleList },
    !wide && {
      name: pane === 'panel' ? 'Show the model' : 'Show the conversation',
      keys: shortcut('3'),
      run: () => showPane(pane === 'panel' ? 'model' : 'panel'),
    },
    { name: 'Zoom extents', keys: 'E', run: () => viewCommand('extents') },
    { name: 'View: shaded', keys: '1', run: () => viewCommand('shaded') },
    { name: 'View: wireframe', keys: '2', run: () => viewCommand('wireframe') },
    { name: 'View: ghosted', keys: '3', run: () => viewCommand('ghosted') },
    { name: 'New document', run: askNew },
    { name: 'Open a file…', run: pickFile },
    ...FORMATS.map(({ format, label }) => ({ name: `Download as ${label}`, run: () => download(format) })),
    { name: 'Settings', keys: shortcut(','), run: () => showDialog({ kind: 'settings', page: 'agents' }) },
    { name: 'Settings: permissions', run: () => showDialog({ kind: 'settings', page: 'permissions' }) },
    { name: 'Calls of agents', run: () => showDialog({ kind: 'traffic' }) },
    { name: 'Connect another agent', run: () => showDialog({ kind: 'connect' }) },
    { name: dark ? 'Appearance: light' : 'Appearance: dark', run: () => choose(dark ? 'light' : 'dark') },
    { name: 'Appearance: as the system', run: () => choose('system') },
    ...(heads ?? [])
      .filter((head) => head.id !== open)
      .slice(0, 50)
      .map((head) => ({ name: `Open: ${head.title || 'New conversation'}`, run: () => openConversation(head.id) })),
  ].filter((command) => command !== false && command !== null)
}
