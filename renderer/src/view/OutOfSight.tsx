import { Maximize } from 'lucide-react'
import { Button } from '../parts/Button.tsx'
import { kindWord } from '../words/changes.ts'
import { count } from '../words/numbers.ts'
import type { Scenery } from './feed.ts'
import type { Stage } from './Stage.ts'

/** What a person would look for in vain: objects of the newest turn, or the whole model, outside what the camera sees. */
export interface Sight {
  readonly changed: readonly string[]
  readonly all: boolean
}

export const inSight: Sight = { changed: [], all: false }

/** "Out of sight: Plate", and the way there. */
export function OutOfSight({ sight, scenery, stage }: { sight: Sight; scenery: Scenery; stage: Stage | null }) {
  const text = textOf(sight, scenery)
  if (!text) return null
  return (
    <div className="appear absolute bottom-9 left-1/2 flex max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-2 rounded-control border border-edge bg-sheet py-0.5 pr-0.5 pl-3 text-small">
      <span role="status" className="min-w-0 truncate">
        {text}
      </span>
      <Button look="quiet" className="shrink-0 text-ink" onClick={() => stage?.zoom()}>
        <Maximize size={14} strokeWidth={1.5} />
        Zoom
      </Button>
    </div>
  )
}

function textOf({ changed, all }: Sight, { objects }: Scenery): string | null {
  const [first] = changed
  const one = changed.length === 1 && first ? objects.get(first) : undefined
  if (one) return `Out of sight: ${one.name || kindWord(one.kind)}`
  if (changed.length > 0) return `Out of sight: ${count(changed.length, 'object')} of the last turn`
  return all ? 'The model is out of sight' : null
}
