import { Ellipsis } from 'lucide-react'
import type { ConversationHead } from '../../../src/shared/event.ts'
import { openConversation } from '../conversation/follow.ts'
import { core } from '../link/core.ts'
import { IconButton } from '../parts/Button.tsx'
import { Item, Menu, Rule } from '../parts/Menu.tsx'
import { ask, showDialog } from '../shell/dialog.ts'
import { closeDrawer } from '../shell/layout.ts'
import { ago } from '../words/time.ts'
import { EXPORTS, exportConversation } from './export.ts'
import { remove } from './removed.ts'

/** One conversation in the list, with what can be done with it. */
export function Head({ head, current, now }: { head: ConversationHead; current: boolean; now: number }) {
  const title = head.title || 'New conversation'
  return (
    <li className={`group relative flex items-center rounded-control ${current ? 'bg-sunk' : 'hover:bg-sunk'}`}>
      <button
        type="button"
        aria-current={current}
        onClick={() => {
          openConversation(head.id)
          closeDrawer()
        }}
        className="min-w-0 grow rounded-control px-2 py-1.5 text-left"
      >
        <span className="block truncate group-focus-within:pr-7 group-hover:pr-7">{title}</span>
        <span className="flex min-w-0 items-center gap-1.5 text-small text-soft">
          {head.running && <i aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />}
          <span className="shrink-0">{head.running ? 'Working' : ago(head.updatedAt, now)}</span>
          {head.document && <span className="min-w-0 truncate">· {head.document.name}</span>}
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`More about ${title}`}
            className="absolute top-1 right-1 bg-sunk opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          >
            <Ellipsis size={16} strokeWidth={1.5} />
          </IconButton>
        }
      >
        <Item onSelect={() => showDialog({ kind: 'rename', head })}>Rename…</Item>
        <Item onSelect={() => void archive(head)}>{head.archived ? 'Out of the archive' : 'Archive'}</Item>
        <Item onSelect={() => void bind(head)}>
          {head.document ? 'Let go of its document' : 'Bind to this document'}
        </Item>
        <Rule />
        {EXPORTS.map(({ format, label }) => (
          <Item key={format} onSelect={() => void exportConversation(head, format)}>
            {label}
          </Item>
        ))}
        <Rule />
        <Item onSelect={() => void remove(head)} why={head.running ? 'A turn is running in it' : undefined}>
          Delete
        </Item>
      </Menu>
    </li>
  )
}

const archive = ({ id, archived }: ConversationHead) =>
  ask(() => core.call((api) => api.conversations.archive({ conversation: id, archived: !archived })))

const bind = ({ id, document }: ConversationHead) =>
  ask(() => core.call((api) => api.conversations.attach({ conversation: id, to: document ? 'none' : 'document' })))
