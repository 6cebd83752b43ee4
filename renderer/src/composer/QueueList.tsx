import { ArrowUp, ChevronUp, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { QueueItem } from '../../../src/shared/history.ts'
import { saveDraft } from '../conversation/draft.ts'
import { isRunning, panel, type Queued, usePanel } from '../conversation/panel.ts'
import { dequeue } from '../conversation/queue.ts'
import { sendQueued } from '../conversation/send.ts'
import { editWaiting, moveWaiting, pauseWaiting, removeWaiting, sendWaitingNow } from '../conversation/waiting.ts'
import { Button, IconButton } from '../parts/Button.tsx'
import { focusComposer } from './focus.ts'

/** What waits for the running turn, or for the connection. Only there when something waits. */
export function QueueList() {
  const unsent = usePanel((state) => state.queue)
  const { items, paused } = usePanel((state) => state.waiting)
  const open = usePanel((state) => state.open)
  if (unsent.length + items.length === 0) return null
  return (
    <section aria-label="Queue" className="grid gap-1">
      {paused && open && (
        <p className="flex items-center gap-2 pl-3 text-small text-soft">
          <span className="min-w-0 grow">{paused}</span>
          <Button look="quiet" className="text-ink" onClick={() => void pauseWaiting(open, false)}>
            Go on
          </Button>
        </p>
      )}
      <ul aria-label="Queued prompts" className="grid max-h-40 gap-1 overflow-y-auto">
        {items.map((item, i) => (
          <Waiting key={item.id} item={item} before={items[i - 1]?.id ?? null} />
        ))}
        {unsent.map((entry) => (
          <Unsent key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

const ROW = 'appear flex items-start gap-1 rounded-control border border-line bg-ground py-0.5 pr-0.5 pl-3 text-small'

/** One that the core has: it goes out by itself when the turn ends well. */
function Waiting({ item, before }: { item: QueueItem; before: string | null }) {
  const [editing, setEditing] = useState(false)
  const running = usePanel(isRunning)
  if (editing) return <Editing item={item} onDone={() => setEditing(false)} />
  return (
    <li className={ROW}>
      <span className="min-w-0 grow py-1.5">
        <span className="text-soft">Queued: </span>
        <span className="line-clamp-2 inline">{item.prompt}</span>
      </span>
      {before && (
        <IconButton label="Move up" onClick={() => void moveWaiting(item.id, before)}>
          <ChevronUp size={14} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton label="Edit" onClick={() => setEditing(true)}>
        <Pencil size={14} strokeWidth={1.5} />
      </IconButton>
      <IconButton label="Remove from the queue" onClick={() => void removeWaiting(item.id)}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={running ? 'Stop and send now' : 'Send now'} onClick={() => void sendWaitingNow(item.id)}>
        <ArrowUp size={14} strokeWidth={1.5} />
      </IconButton>
    </li>
  )
}

/** While one is edited the queue stands still, or it would be sent as it was. */
function Editing({ item, onDone }: { item: QueueItem; onDone: () => void }) {
  const [text, setText] = useState(item.prompt)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(item.prompt.length, item.prompt.length)
    const { open, waiting } = panel.getState()
    if (!open || waiting.paused) return
    void pauseWaiting(open, true)
    return () => void pauseWaiting(open, false)
  }, [item.prompt.length])
  const save = async () => {
    const prompt = text.trim()
    if (!prompt) return
    if (prompt !== item.prompt) await editWaiting(item.id, prompt)
    onDone()
  }
  return (
    <li className="grid gap-1 rounded-control border border-edge bg-sheet p-1.5">
      <textarea
        ref={field}
        aria-label="Queued prompt"
        value={text}
        maxLength={100_000}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            void save()
          } else if (event.key === 'Escape') {
            // Here it leaves the field, not the turn.
            event.stopPropagation()
            onDone()
          }
        }}
        className="field-sizing-content max-h-40 w-full resize-none rounded-[4px] bg-ground px-2 py-1 text-write"
      />
      <div className="flex justify-end gap-1">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" disabled={!text.trim()} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </li>
  )
}

/** One that has not left this page yet: there is no connection, or no conversation to send it to. */
function Unsent({ entry }: { entry: Queued }) {
  const running = usePanel(isRunning)
  const edit = () => {
    dequeue(entry.id)
    saveDraft(panel.getState().open, entry.prompt)
    focusComposer()
  }
  return (
    <li className={ROW}>
      <span className="min-w-0 grow py-1.5">
        <span className="text-soft">{entry.held ? `Held: ${entry.held} ` : 'Queued: '}</span>
        <span className="line-clamp-2 inline">{entry.prompt}</span>
      </span>
      <IconButton label="Edit" onClick={edit}>
        <Pencil size={14} strokeWidth={1.5} />
      </IconButton>
      <IconButton label="Remove from the queue" onClick={() => dequeue(entry.id)}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
      {!running && (
        <IconButton label="Send now" onClick={() => sendQueued(entry.id)}>
          <ArrowUp size={14} strokeWidth={1.5} />
        </IconButton>
      )}
    </li>
  )
}
