import { useCallback, useEffect, useState } from 'react'
import type { Trouble } from '../../../src/shared/event.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import type { Api } from '../rpc.ts'

export type Preview = Awaited<ReturnType<Api['turn']['preview']>>

export interface Previewed {
  readonly preview: Preview | null
  readonly trouble: Trouble | null
  /** Asks again. */
  readonly look: () => void
  readonly fail: (trouble: Trouble) => void
}

/** What taking this turn back would do, asked anew each time: the document may have changed. Null asks nothing. */
export function usePreview(turn: string | null): Previewed {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const look = useCallback(() => {
    setTrouble(null)
    if (!turn) return
    core.call((api) => api.turn.preview({ turn })).then(setPreview, (error) => setTrouble(troubleOf(error)))
  }, [turn])
  useEffect(look, [look])
  return { preview, trouble, look, fail: setTrouble }
}

/** What `revert` is told for exactly what the preview shows. */
export const takingOf = (preview: Preview | null): { includeForeign: boolean; withoutCopy: boolean } => ({
  includeForeign: (preview?.foreign.length ?? 0) > 0,
  withoutCopy: preview !== null && !preview.copy.kept,
})
