import { lazy, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { Dock } from '../composer/Dock.tsx'
import { usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { Boundary } from '../parts/Boundary.tsx'
import { UndoDialog } from '../rewind/UndoDialog.tsx'
import { Announcer } from '../transcript/Announcer.tsx'
import { Empty } from '../transcript/Empty.tsx'
import { Transcript } from '../transcript/Transcript.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { ConversationDrawer, ConversationList } from './ConversationList.tsx'
import { Dialogs } from './Dialogs.tsx'
import { DropTarget } from './DropTarget.tsx'
import { layout, startLayout } from './layout.ts'
import { RefusedScreen } from './RefusedScreen.tsx'
import { Splitter } from './Splitter.tsx'
import { StatusLine } from './StatusLine.tsx'
import { startShortcuts } from './shortcuts.ts'
import { useTitle } from './useTitle.ts'
import { Waiting } from './Waiting.tsx'

const ViewPane = lazy(() => import('../view/ViewPane.tsx'))

export function App() {
  const refused = useStore(core.state, (state) => state.state === 'refused')
  const known = usePanel((state) => state.status !== null)
  useEffect(startLayout, [])
  useEffect(startShortcuts, [])
  useTitle()
  if (refused && !known) return <RefusedScreen />
  return (
    <DropTarget>
      <StatusLine />
      <Waiting />
      <Panes />
      <UndoDialog />
      <Dialogs />
      <CommandPalette />
      <Announcer />
    </DropTarget>
  )
}

/**
 * Wide: list, panel and model side by side. Narrow: the panel or the model, and the list as a drawer. One tree for both,
 * so that what is read and written in the panel stays when the window changes its width.
 */
function Panes() {
  const { wide, list, pane, panelWidth } = useStore(layout)
  return (
    <main className={`flex min-h-0 grow ${wide ? '' : 'flex-col'}`}>
      {list && (wide ? <ConversationList /> : <ConversationDrawer />)}
      {(wide || pane === 'panel') && (
        <div
          className={`flex min-h-0 min-w-0 flex-col ${wide ? 'shrink-0' : 'grow'}`}
          style={wide ? { width: panelWidth } : undefined}
        >
          <Panel />
        </div>
      )}
      {wide && <Splitter />}
      {(wide || pane === 'model') && <Model />}
    </main>
  )
}

function Panel() {
  const empty = usePanel((state) => state.loaded && state.turns.length === 0 && !state.sending)
  return (
    <section aria-label="Conversation with the agent" className="flex min-h-0 grow flex-col">
      <Boundary what="The conversation">{empty ? <Empty /> : <Transcript />}</Boundary>
      <Dock />
    </section>
  )
}

function Model() {
  return (
    <section aria-label="Model" className="relative flex min-h-0 min-w-0 grow flex-col">
      <Boundary what="The model">
        <Suspense fallback={<div className="grow bg-(--view-ground)" />}>
          <ViewPane />
        </Suspense>
      </Boundary>
    </section>
  )
}
