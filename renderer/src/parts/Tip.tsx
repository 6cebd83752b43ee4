import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

/** A word, and the shortcut where there is one, for whatever is under the pointer or has the focus. */
export function Tip({ label, keys, children }: { label: string; keys?: string | undefined; children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="appear z-50 flex max-w-72 items-center gap-2 rounded-control bg-ink px-2 py-1 text-small text-ground"
        >
          {label}
          {keys && <kbd className="font-sans opacity-70">{keys}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
