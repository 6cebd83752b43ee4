import { Hourglass } from 'lucide-react'
import { usePanel } from '../conversation/panel.ts'
import { useNow } from '../parts/useNow.ts'
import { elapsed } from '../words/numbers.ts'

/** Shorter waits are no news. */
const QUIET = 1500

/** "Rhino 8 is busy: Trim is waiting for you · 12 s" */
export function HostBusy() {
  const since = usePanel((state) => state.busySince)
  const host = usePanel((state) => state.status?.host ?? null)
  const now = useNow(500, since !== null)
  if (host?.state === 'starting') return <Strip text={`${host.label} is starting`} />
  if (host?.state !== 'busy' || since === null || now - since < QUIET) return null
  const { trouble } = host
  const what = trouble ? `${trouble.title}. ${trouble.next}` : `${host.label} is busy`
  return <Strip text={`${what} · ${elapsed(now - since)}`} />
}

function Strip({ text }: { text: string }) {
  return (
    <p role="status" className="flex shrink-0 items-center gap-2 border-b border-line bg-sunk px-4 py-1.5 text-small">
      <Hourglass size={14} strokeWidth={1.5} className="shrink-0 text-soft" />
      {text}
    </p>
  )
}
