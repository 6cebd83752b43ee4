import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { HostStatus } from '../../../src/shared/status.ts'
import { note, usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'

/** The modeller is gone: what that means, and the button that brings it back. */
export function HostCard() {
  const host = usePanel((state) => state.status?.host ?? null)
  const [starting, setStarting] = useState(false)
  if (host?.state !== 'lost' && host?.state !== 'failed') return null
  const restart = async () => {
    setStarting(true)
    try {
      await core.call((api) => api.host.restart())
    } catch (error) {
      note(troubleOf(error))
    }
    setStarting(false)
  }
  return (
    <TroubleCard
      trouble={host.trouble ?? without(host)}
      action={
        <Button look="primary" disabled={starting} onClick={() => void restart()}>
          <RotateCw size={14} strokeWidth={1.5} />
          {starting ? 'Starting…' : 'Restart'}
        </Button>
      }
    />
  )
}

const without = ({ label, state }: HostStatus) => ({
  title: state === 'lost' ? `${label} is gone` : `${label} did not start`,
  cause: 'It ended by itself.',
  next: 'Restart it. Conversations are kept.',
})
