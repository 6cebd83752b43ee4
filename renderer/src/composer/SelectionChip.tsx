import { MousePointer2, X } from 'lucide-react'
import { usePanel } from '../conversation/panel.ts'
import { IconButton } from '../parts/Button.tsx'
import { select } from '../view/select.ts'
import { count } from '../words/numbers.ts'

/** What "the selected objects" would mean in the next prompt. */
export function SelectionChip() {
  const selected = usePanel((state) => state.status?.document?.selected ?? 0)
  if (selected === 0) return null
  return (
    <div className="px-2 pt-2">
      <span className="inline-flex h-6 items-center gap-1.5 rounded-[4px] border border-line bg-ground pl-2 text-small">
        <MousePointer2 size={14} strokeWidth={1.5} className="text-soft" />
        {count(selected, 'object')} selected
        <IconButton label="Select nothing" small onClick={() => void select([])}>
          <X size={14} strokeWidth={1.5} />
        </IconButton>
      </span>
    </div>
  )
}
