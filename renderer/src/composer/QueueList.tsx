import { ArrowUp, Pencil, X } from 'lucide-react'
import { saveDraft } from '../conversation/draft.ts'
import { isRunning, panel, type Queued, usePanel } from '../conversation/panel.ts'
import { dequeue } from '../conversation/queue.ts'
import { sendQueued } from '../conversation/send.ts'
import { IconButton } from '../parts/Button.tsx'
import { focusComposer } from './focus.ts'

/** What waits for the running turn. Only there when something waits. */
export function QueueList() {
  const queue = usePanel((state) => state.queue)
  if (queue.length === 0) return null
  return (
    <ul aria-label="Queued prompts" className="grid gap-1">
      {queue.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: Queued }) {
  const running = usePanel(isRunning)
  const edit = () => {
    dequeue(entry.id)
    saveDraft(panel.getState().open, entry.prompt)
    focusComposer()
  }
  return (
    <li className="appear flex items-start gap-1 rounded-control border border-line bg-ground py-0.5 pr-0.5 pl-3 text-small">
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
