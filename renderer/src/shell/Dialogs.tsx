import { lazy, Suspense, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationHead } from '../../../src/shared/event.ts'
import type { DocumentStatus } from '../../../src/shared/status.ts'
import { core } from '../link/core.ts'
import { DeletedDialog } from '../list/DeletedDialog.tsx'
import { Button } from '../parts/Button.tsx'
import { Buttons, Modal } from '../parts/Modal.tsx'
import { AgainDialog } from '../rewind/AgainDialog.tsx'
import { CopiesDialog } from '../rewind/CopiesDialog.tsx'
import { count } from '../words/numbers.ts'
import { Connect } from './Connect.tsx'
import { ask, closeDialog, dialog } from './dialog.ts'
import { createDocument, openFile } from './document.ts'

const TrafficScreen = lazy(() => import('../traffic/TrafficScreen.tsx'))
const SettingsScreen = lazy(() => import('../settings/SettingsScreen.tsx'))

export function Dialogs() {
  const shown = useStore(dialog, (state) => state.shown)
  switch (shown.kind) {
    case 'replace':
      return <Replace document={shown.document} file={shown.file} />
    case 'rename':
      return <Rename head={shown.head} />
    case 'again':
      return <AgainDialog turn={shown.turn} />
    case 'copies':
      return <CopiesDialog />
    case 'deleted':
      return <DeletedDialog />
    case 'settings':
      return (
        <Suspense fallback={null}>
          <SettingsScreen page={shown.page} onClose={closeDialog} />
        </Suspense>
      )
    case 'traffic':
      return (
        <Suspense fallback={null}>
          <TrafficScreen onClose={closeDialog} />
        </Suspense>
      )
    case 'connect':
      return <Connect />
    default:
      return null
  }
}

function Replace({ document, file }: { document: DocumentStatus; file: File | null }) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title={file ? `Open ${file.name} instead?` : 'Start a new document?'}
      lead={`${document.name} has changes that are not saved: ${count(document.objects, 'object')}. Undo does not bring them back.`}
      onClose={closeDialog}
      first={keep}
    >
      <Buttons>
        <Button ref={keep} onClick={closeDialog}>
          Keep this document
        </Button>
        <Button
          look="primary"
          onClick={() => {
            closeDialog()
            void (file ? openFile(file) : createDocument())
          }}
        >
          {file ? 'Open without saving' : 'New without saving'}
        </Button>
      </Buttons>
    </Modal>
  )
}

function Rename({ head }: { head: ConversationHead }) {
  const [title, setTitle] = useState(head.title)
  const field = useRef<HTMLInputElement>(null)
  const rename = () => {
    closeDialog()
    void ask(() => core.call((api) => api.conversations.rename({ conversation: head.id, title: title.trim() })))
  }
  return (
    <Modal title="Rename conversation" onClose={closeDialog} first={field}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim()) rename()
        }}
      >
        <label className="grid gap-1 text-small text-soft">
          Title
          <input
            ref={field}
            value={title}
            maxLength={200}
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => event.target.select()}
            className="h-8 rounded-control border border-edge bg-ground px-2 text-body text-ink"
          />
        </label>
        <Buttons>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!title.trim()}>
            Rename
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}
