import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../parts/Button.tsx'
import { count } from '../words/numbers.ts'
import type { Scenery } from './feed.ts'
import { endPicking, picking } from './picking.ts'

/** "Select objects: which faces?", over the view, while something is to be shown in the model. */
export function PickBar({ scenery }: { scenery: Scenery }) {
  const now = useStore(picking, (state) => state.now)
  useEffect(() => {
    if (!now) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      endPicking()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [now])
  if (!now) return null
  const chosen = scenery.selection.length
  return (
    <section
      aria-label="Show it in the model"
      className="appear absolute inset-x-2 top-12 mx-auto flex max-w-[520px] flex-wrap items-center gap-2 rounded-control border border-ink bg-sheet p-2 pl-3"
    >
      <p className="min-w-0 flex-1 basis-40 text-small">
        <span className="font-strong">{now.kind === 'point' ? 'Click a point. ' : 'Select objects. '}</span>
        <span className="text-soft">{now.text}</span>
      </p>
      {now.kind === 'objects' && (
        <Button
          look="primary"
          disabled={chosen === 0}
          onClick={() => {
            now.done(scenery.selection)
            endPicking()
          }}
        >
          {chosen === 0 ? 'Nothing selected' : `Use ${count(chosen, 'object')}`}
        </Button>
      )}
      <Button onClick={endPicking}>Cancel</Button>
    </section>
  )
}
