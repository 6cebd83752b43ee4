import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Words } from './Words.tsx'

const ITEM =
  'flex min-h-7 items-center gap-2 rounded-[4px] px-2 py-1 text-small outline-none select-none data-[highlighted]:bg-sunk data-[disabled]:text-soft'

/** A menu under its button. Arrow keys rove, letters jump, Esc closes: all Radix's doing. */
export function Menu({
  trigger,
  children,
  align = 'start',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="appear z-40 max-h-(--radix-dropdown-menu-content-available-height) w-max max-w-[min(320px,calc(100vw-16px))] min-w-48 overflow-y-auto rounded-control border border-edge bg-sheet p-1 shadow-[0_4px_16px_#00000024]"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ItemProps {
  onSelect: () => void
  children: ReactNode
  icon?: ReactNode
  keys?: string
  /** Why it cannot be chosen now; stands under it. */
  why?: string | undefined
}

export function Item({ onSelect, children, icon, keys, why }: ItemProps) {
  return (
    <DropdownMenu.Item className={ITEM} disabled={why !== undefined} onSelect={onSelect}>
      {icon && <span className="shrink-0 text-soft">{icon}</span>}
      <span className="min-w-0 grow">
        {children}
        {why && <span className="block text-soft">{why}</span>}
      </span>
      {keys && <kbd className="pl-4 font-sans text-soft">{keys}</kbd>}
    </DropdownMenu.Item>
  )
}

/** One of several, with a check mark at the one that holds. */
export function Choice({ checked, onSelect, children, why }: ItemProps & { checked: boolean }) {
  return (
    <DropdownMenu.CheckboxItem className={ITEM} checked={checked} disabled={why !== undefined} onSelect={onSelect}>
      <span className="w-4 shrink-0">
        <DropdownMenu.ItemIndicator>
          <Check size={16} strokeWidth={1.5} />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="min-w-0 grow">
        {children}
        {why && (
          <span className="block text-soft">
            <Words text={why} />
          </span>
        )}
      </span>
    </DropdownMenu.CheckboxItem>
  )
}

export function Rule() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}

export function Heading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-small text-soft">{children}</DropdownMenu.Label>
}
