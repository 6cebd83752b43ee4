import { usePanel } from '../conversation/panel.ts'
import { newestMessage } from './newest.ts'

/** Reads the newest message out once it is whole. The transcript itself is silent, or every word would be read. */
export function Announcer() {
  const turns = usePanel((state) => state.turns)
  return (
    <div role="log" aria-live="polite" aria-label="Newest message" className="sr-only">
      {newestMessage(turns)}
    </div>
  )
}
