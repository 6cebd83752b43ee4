import { Check } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Trouble } from '../../../src/shared/event.ts'
import { usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Fold } from '../parts/Fold.tsx'
import { Modal } from '../parts/Modal.tsx'
import { CopyButton } from '../parts/Raw.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import type { Api } from '../rpc.ts'
import { closeDialog } from './dialog.ts'

type Found = Awaited<ReturnType<Api['outside']['list']>>
type Client = Found['clients'][number]

/** The programs of this computer that can work in the document, each with its button. */
export function Connect() {
  const [found, setFound] = useState<Found | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const look = useCallback(() => {
    setTrouble(null)
    core.call((api) => api.outside.list()).then(setFound, (error) => setTrouble(troubleOf(error)))
  }, [])
  useEffect(look, [look])
  const put = (client: Client) =>
    setFound((now) => now && { ...now, clients: now.clients.map((old) => (old.id === client.id ? client : old)) })
  return (
    <Modal
      title="Connect another agent"
      lead="Claude Desktop, Codex, Cursor and others work in this document through MCP. Their turns are listed here and can be undone."
      onClose={closeDialog}
    >
      {trouble && <TroubleCard trouble={trouble} action={<Button onClick={look}>Look again</Button>} />}
      {!found && !trouble && <p className="text-soft">Looking for programs…</p>}
      {found?.trouble && <TroubleCard trouble={found.trouble} tone="info" />}
      {found && <Clients found={found} put={put} />}
      {found && <ByHand command={found.command} />}
    </Modal>
  )
}

function Clients({ found, put }: { found: Found; put: (client: Client) => void }) {
  const present = found.clients.filter((client) => client.present)
  const absent = found.clients.filter((client) => !client.present)
  return (
    <>
      {present.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {present.map((client) => (
            <Entry key={client.id} client={client} put={put} able={found.trouble === null} />
          ))}
        </ul>
      )}
      {absent.length > 0 && (
        <p className="mt-2 text-small text-soft">
          Not found on this computer: {absent.map(({ name }) => name).join(', ')}.
        </p>
      )}
    </>
  )
}

const STATES = {
  connected: 'Connected',
  not_connected: 'Not connected',
  old: 'Connected to another copy of Tickbird',
  unreadable: 'Its settings cannot be read',
} as const

function Entry({ client, put, able }: { client: Client; put: (client: Client) => void; able: boolean }) {
  const [working, setWorking] = useState(false)
  const [changed, setChanged] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(client.trouble)
  const set = async (connected: boolean) => {
    setWorking(true)
    setTrouble(null)
    try {
      put(await core.call((api) => api.outside.connect({ client: client.id, connected })))
      setChanged(true)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setWorking(false)
  }
  const on = client.state === 'connected'
  const label = on ? 'Disconnect' : client.state === 'old' ? 'Connect here' : 'Connect'
  return (
    <li className="border-t border-line px-3 py-2 first:border-t-0">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <p>{client.name}</p>
          <p className="flex items-center gap-1 text-small text-soft">
            {on && <Check aria-hidden size={14} strokeWidth={1.5} />}
            {STATES[client.state]}
          </p>
        </div>
        <Button
          disabled={working || !able || client.state === 'unreadable'}
          aria-label={`${label}: ${client.name}`}
          onClick={() => void set(!on)}
        >
          {working ? 'Writing…' : label}
        </Button>
      </div>
      {changed && (
        <p role="status" className="mt-1 text-small">
          {client.afterwards}
        </p>
      )}
      {trouble && (
        <p className="mt-1 text-small">
          {trouble.cause} <span className="text-soft">{trouble.next}</span>
        </p>
      )}
      <p className="mt-0.5 truncate text-small text-soft" title={client.file}>
        {client.file}
      </p>
    </li>
  )
}

/** For programs that are not in the list, and for people who like to do it themselves. */
function ByHand({ command }: { command: string | null }) {
  const url = usePanel((state) => state.status?.mcpUrl ?? '')
  return (
    <div className="mt-3">
      <Fold label="By hand">
        <dl className="mt-1 grid gap-3">
          {command && <Line term="In a terminal, in the folder of Tickbird" value={command} />}
          <Line term="Programs that take an address" value={url} />
        </dl>
        <p className="mt-2 text-small text-soft">The address also needs the key that Tickbird prints when it starts.</p>
      </Fold>
    </div>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-soft">{term}</dt>
      <dd className="mt-1 flex items-center gap-1 rounded-control border border-line bg-sunk py-0.5 pr-0.5 pl-3">
        <code className="min-w-0 grow overflow-x-auto font-mono text-small">{value}</code>
        <CopyButton text={value} label={`Copy ${value}`} />
      </dd>
    </div>
  )
}
