import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Heads } from '../list/Heads.tsx'
import { IconButton } from '../parts/Button.tsx'
import { useReturnFocus } from '../parts/useReturnFocus.ts'
import { toggleList } from './layout.ts'

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
