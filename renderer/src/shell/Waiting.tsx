import { Hourglass, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { Button } from '../parts/Button.tsx'
import { useNow } from '../parts/useNow.ts'
import { elapsed } from '../words/numbers.ts'

/** Shorter losses and waits are no news. */
const QUIET_LOSS = 600
const QUIET_WAIT = 1500

/** What the panel waits for, with its name and its time. It lies over the page, so that nothing moves when it comes. */
export function Waiting() {
  return (
    <div className="pointer-events-none absolute inset-x-2 top-[52px] z-10 flex flex-col items-center gap-1">
      <LinkWait />
      <HostWait />
    </div>
  )
}

function LinkWait() {
  const link = useStore(core.state)
  const now = useNow(500, link.state === 'reconnecting')
  const icon = <Unplug size={14} strokeWidth={1.5} />
  if (link.state === 'refused') {
    return (
      <Pill icon={icon} text="Tickbird was started anew, and this tab has the old key. Open the address it printed." />
    )
  }
  if (link.state !== 'reconnecting' || now - link.since < QUIET_LOSS) return null
  return (
    <Pill icon={icon} text="Reconnecting. Nothing is lost; what is shown may be a little old." ms={now - link.since}>
      <Button look="quiet" className="-mr-2" onClick={() => core.retry()}>
        Try now
      </Button>
    </Pill>
  )
}

/** "Rhino 8 is busy: Trim is waiting for you · 12 s" */
function HostWait() {
  const since = usePanel((state) => state.busySince)
  const host = usePanel((state) => state.status?.host ?? null)
  const now = useNow(500, since !== null)
  const icon = <Hourglass size={14} strokeWidth={1.5} />
  if (host?.state === 'starting') return <Pill icon={icon} text={`${host.label} is starting`} />
  if (host?.state !== 'busy' || since === null || now - since < QUIET_WAIT) return null
  const { trouble } = host
  return (
    <Pill icon={icon} text={trouble ? `${trouble.title}. ${trouble.next}` : `${host.label} is busy`} ms={now - since} />
  )
}

interface PillProps {
  icon: ReactNode
  text: string
  /** How long already; not read out, or it would be every second. */
  ms?: number
  children?: ReactNode
}

function Pill({ icon, text, ms, children }: PillProps) {
  return (
    <div className="appear pointer-events-auto flex min-h-7 max-w-[560px] items-center gap-2 rounded-control border border-edge bg-sheet px-3 text-small">
      <span className="shrink-0 text-soft">{icon}</span>
      <span role="status" className="min-w-0 py-1">
        {text}
      </span>
      {ms !== undefined && (
        <span aria-hidden className="shrink-0 text-soft">
          {elapsed(ms)}
        </span>
      )}
      {children}
    </div>
  )
}
