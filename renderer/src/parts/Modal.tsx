import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './Button.tsx'
import { useReturnFocus } from './useReturnFocus.ts'

interface ModalProps {
  title: string
  /** Read out with the title. */
  lead?: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons that stay in sight while the rest scrolls. */
  foot?: ReactNode
  /** What has the focus when it opens; by default the first thing in it. */
  first?: RefObject<HTMLElement | null>
  wide?: boolean
  /** A screen rather than a question: as wide as a page of text, and always as high, so that it does not jump. */
  roomy?: boolean
}

/** A question or a closer look. Esc and the backdrop close it without doing anything. */
export function Modal({ title, lead, onClose, children, foot, first, wide, roomy }: ModalProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-30 bg-[#00000059]" />
        <Dialog.Content
          {...(lead ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const target = first?.current ?? event.currentTarget
            if (target instanceof HTMLElement) target.focus()
          }}
          className={`appear fixed top-1/2 outline-none left-1/2 z-30 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 flex-col overflow-hidden rounded-control border border-edge bg-sheet shadow-[0_8px_32px_#0000003d] ${wide ? 'max-w-[1200px]' : roomy ? 'h-[min(720px,calc(100dvh-32px))] max-w-[620px]' : 'max-w-[480px]'}`}
        >
          <div className="flex items-start gap-2 px-4 pt-3">
            <Dialog.Title className="min-w-0 grow py-1 text-body font-strong">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" keys="Esc" className="-mr-2">
                <X size={16} strokeWidth={1.5} />
              </IconButton>
            </Dialog.Close>
          </div>
          {lead && <Dialog.Description className="px-4 pt-1 text-body text-soft">{lead}</Dialog.Description>}
          <div className="flex min-h-0 grow flex-col overflow-y-auto p-4">{children}</div>
          {foot && <div className="shrink-0 border-t border-line px-4 pt-0 pb-3">{foot}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The row of buttons that ends a dialog; it wraps where words are long. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap justify-end gap-2">{children}</div>
}
