import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { Modal } from '../parts/Modal.tsx'
import { Plate } from './Picture.tsx'

interface CompareProps {
  before: string
  after: string
  turn: number
}

/** The model before and after a turn, at the same camera, with a line to drag between them. */
export function Compare({ before, after, turn }: CompareProps) {
  const [large, setLarge] = useState(false)
  const title = `Turn ${turn}, before and after`
  return (
    <div className="relative">
      <Sliding before={before} after={after} label={title} />
      <IconButton label="Show in full" className="absolute top-2 right-2 bg-sheet" onClick={() => setLarge(true)}>
        <Maximize2 size={16} strokeWidth={1.5} />
      </IconButton>
      {large && (
        <Modal title={title} wide onClose={() => setLarge(false)}>
          <Sliding before={before} after={after} label={title} full />
        </Modal>
      )}
    </div>
  )
}

/** Where the line stands at first, in % from the left: the new state is what one wants to see. */
const AT_FIRST = 22

const TAG = 'pointer-events-none absolute bottom-2 rounded-[4px] bg-sheet px-1.5 text-small text-ink'

function Sliding({ before, after, label, full }: { before: string; after: string; label: string; full?: boolean }) {
  const [at, setAt] = useState(AT_FIRST)
  return (
    <div className="group relative overflow-hidden rounded-control border border-line bg-sunk">
      <Plate id={before} alt="Before" {...(full ? { full } : {})} />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
        <Plate id={after} alt="After" {...(full ? { full } : {})} className="h-full" />
      </div>
      <span className={`${TAG} left-2 ${at < 16 ? 'opacity-0' : ''}`}>Before</span>
      <span className={`${TAG} right-2 ${at > 84 ? 'opacity-0' : ''}`}>After</span>
      <div
        className="pointer-events-none absolute inset-y-0 w-px bg-[#1d1f22] shadow-[0_0_0_1px_#ffffffb3] group-focus-within:bg-accent"
        style={{ left: `${at}%` }}
      >
        <div className="absolute top-1/2 left-1/2 flex h-7 w-4 -translate-1/2 items-center justify-center gap-0.5 rounded-[4px] border border-ink bg-sheet group-focus-within:border-accent">
          <i className="h-3 w-px bg-ink" />
          <i className="h-3 w-px bg-ink" />
        </div>
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={at}
        aria-label={label}
        aria-valuetext={`${at} % before, ${100 - at} % after`}
        onChange={(event) => setAt(Number(event.target.value))}
        className="absolute inset-0 h-full w-full cursor-ew-resize opacity-0"
      />
    </div>
  )
}
