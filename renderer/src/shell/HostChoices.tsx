import { useEffect, useState } from 'react'
import type { HostChoice } from '../../../src/shared/host.ts'
import { note, usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Choice, Heading, Rule } from '../parts/Menu.tsx'
import { hostWords } from '../words/hosts.ts'

/** Where to work, if there is more than one place: each Rhino with the documents that are open in it. */
export function HostChoices() {
  const [hosts, setHosts] = useState<readonly HostChoice[] | 'unknown'>([])
  const current = usePanel(({ status }) => `${status?.host.processId} ${status?.host.state}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the one in use goes, comes back or is another
  useEffect(() => {
    let wanted = true
    core
      .call((api) => api.host.list())
      .then((found) => wanted && setHosts(found.hosts))
      .catch(() => wanted && setHosts('unknown'))
    return () => {
      wanted = false
    }
  }, [current])
  if (hosts === 'unknown') {
    return (
      <>
        <Rule />
        <Heading>Other places to work in cannot be told at the moment. Open this menu again.</Heading>
      </>
    )
  }
  if (hosts.length < 2) return null
  return (
    <>
      <Rule />
      <Heading>Work in</Heading>
      {hosts.map((host) => (
        <Choice key={host.processId ?? 'embedded'} checked={host.active} onSelect={() => void choose(host)}>
          <span className="block">{labelOf(host, hosts)}</span>
          <span className="block text-soft">{hostWords(host)}</span>
        </Choice>
      ))}
    </>
  )
}

/** Two of one name are told apart by their process. */
const labelOf = ({ label, processId }: HostChoice, all: readonly HostChoice[]): string =>
  all.filter((other) => other.label === label).length > 1 ? `${label} (process ${processId})` : label

async function choose({ active, kind, processId }: HostChoice): Promise<void> {
  if (active) return
  try {
    await core.call((api) => api.host.choose({ processId: kind === 'embedded' ? null : processId }))
  } catch (error) {
    note(troubleOf(error))
  }
}
