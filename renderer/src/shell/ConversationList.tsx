import { Ellipsis, Plus, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ConversationHead } from '../../../src/shared/event.ts'
import { openConversation } from '../conversation/follow.ts'
import { usePanel } from '../conversation/panel.ts'
import { Button, IconButton } from '../parts/Button.tsx'
import { Item, Menu } from '../parts/Menu.tsx'
import { Tip } from '../parts/Tip.tsx'
import { useNow } from '../parts/useNow.ts'
import { useReturnFocus } from '../parts/useReturnFocus.ts'
import { ago } from '../words/time.ts'
import { showDialog } from './dialog.ts'
import { closeDrawer, toggleList } from './layout.ts'
import { NEW_KEYS, startNew } from './startNew.ts'

/** Beside the panel, when there is room. */
export function ConversationList() {
  return (
    <nav aria-label="Conversations" className="flex w-60 shrink-0 flex-col border-r border-line">
      <Heads />
    </nav>
  )
}

/** Over the panel, when there is none. */
export function ConversationDrawer() {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && toggleList()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-20 bg-[#00000059]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          className="appear fixed inset-y-0 left-0 z-20 flex w-72 max-w-[calc(100vw-48px)] flex-col border-r border-edge bg-ground outline-none"
        >
          <div className="flex h-11 shrink-0 items-center border-b border-line pr-2 pl-4">
            <Dialog.Title className="grow font-strong">Conversations</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" keys="Esc">
                <X size={16} strokeWidth={1.5} />
              </IconButton>
            </Dialog.Close>
          </div>
          <Heads />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Heads() {
  const heads = usePanel((state) => state.heads)
  const open = usePanel((state) => state.open)
  const now = useNow(30_000)
  return (
    <>
      <div className="p-2">
        <Tip label="New conversation" keys={NEW_KEYS}>
          <Button className="w-full" onClick={startNew}>
            <Plus size={16} strokeWidth={1.5} />
            New conversation
          </Button>
        </Tip>
      </div>
      <ul className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {heads?.map((head) => (
          <Head key={head.id} head={head} current={head.id === open} now={now} />
        ))}
        {heads?.length === 0 && <li className="px-2 py-1 text-small text-soft">No conversations yet</li>}
      </ul>
    </>
  )
}

function Head({ head, current, now }: { head: ConversationHead; current: boolean; now: number }) {
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
        <span className="block truncate group-focus-within:pr-7 group-hover:pr-7">
          {head.title || 'New conversation'}
        </span>
        <span className="flex items-center gap-1.5 text-small text-soft">
          {head.running && <i aria-hidden className="size-2 rounded-full bg-accent" />}
          {head.running ? 'Working' : ago(head.updatedAt, now)}
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`More about ${head.title}`}
            className="absolute top-1 right-1 bg-sunk opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          >
            <Ellipsis size={16} strokeWidth={1.5} />
          </IconButton>
        }
      >
        <Item onSelect={() => showDialog({ kind: 'rename', head })}>Rename…</Item>
        <Item
          onSelect={() => showDialog({ kind: 'delete', head })}
          why={head.running ? 'A turn is running in it' : undefined}
        >
          Delete…
        </Item>
      </Menu>
    </li>
  )
}
