import { Ellipsis, MessageSquareText, PanelLeft, Rotate3d } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../parts/Button.tsx'
import { shortcut } from '../words/keys.ts'
import { AgentMenu } from './AgentMenu.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'
import { layout, showPane, toggleList } from './layout.ts'
import { MoreMenu } from './MoreMenu.tsx'

/** Document, units and tolerance; agent and its state. */
export function StatusLine() {
  const { wide, list, pane } = useStore(layout)
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2">
      <h1 className="sr-only">Tickbird</h1>
      <IconButton label="Conversations" keys={shortcut('B')} aria-pressed={list} onClick={toggleList}>
        <PanelLeft size={16} strokeWidth={1.5} />
      </IconButton>
      <DocumentMenu />
      <span className="min-w-2 grow" />
      {!wide && (
        <IconButton
          label={pane === 'panel' ? 'Show the model' : 'Show the conversation'}
          keys={shortcut('3')}
          onClick={() => showPane(pane === 'panel' ? 'model' : 'panel')}
        >
          {pane === 'panel' ? (
            <Rotate3d size={16} strokeWidth={1.5} />
          ) : (
            <MessageSquareText size={16} strokeWidth={1.5} />
          )}
        </IconButton>
      )}
      <AgentMenu />
      <MoreMenu
        trigger={
          <IconButton label="More">
            <Ellipsis size={16} strokeWidth={1.5} />
          </IconButton>
        }
      />
    </header>
  )
}
