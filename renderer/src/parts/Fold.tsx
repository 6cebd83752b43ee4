import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** Something that stands behind a word until it is asked for. */
export function Fold({
  label,
  children,
  open: first = false,
}: {
  label: ReactNode
  children: ReactNode
  open?: boolean
}) {
  const [open, setOpen] = useState(first)
  const id = useId()
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex items-center gap-1 rounded-control py-0.5 pr-2 pl-1 text-left text-small text-soft hover:text-ink"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.5}
          className={`shrink-0 transition-[rotate] duration-[180ms] ${open ? 'rotate-90' : ''}`}
        />
        {label}
      </button>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </div>
  )
}
