import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SettingsView } from '../../../src/shared/settings.ts'
import { Button, IconButton } from '../parts/Button.tsx'
import { FIELD, Section, SwitchRow } from './fields.tsx'
import { change } from './store.ts'
import { splitWords } from './words.ts'

type Server = SettingsView['settings']['mcpServers'][string]

/** Other programs' MCP tools, offered to agents beside Rhino's. */
export function ServersPage({ view: { settings } }: { view: SettingsView }) {
  const servers = Object.entries(settings.mcpServers)
  return (
    <Section
      title="Tools of other programs"
      lead="Agents find their tools beside Rhino’s. Only add programs you trust: they run on this computer as you."
    >
      {servers.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {servers.map(([name, server]) => (
            <li key={name} className="flex items-start gap-2 border-t border-line px-3 py-2 first:border-t-0">
              <div className="min-w-0 grow">
                <SwitchRow
                  label={name}
                  help={<span className="font-mono break-all">{shown(server)}</span>}
                  on={!server.disabled}
                  onChange={(on) => change({ mcpServers: { [name]: { disabled: on ? null : true } } })}
                />
              </div>
              <IconButton label={`Remove ${name}`} small onClick={() => void change({ mcpServers: { [name]: null } })}>
                <Trash2 size={14} strokeWidth={1.5} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {servers.length === 0 && <p className="text-small text-soft">None yet.</p>}
      <AddServer taken={servers.map(([name]) => name)} />
    </Section>
  )
}

const shown = ({ command, args, url }: Server): string => url ?? [command, ...args].join(' ')

function AddServer({ taken }: { taken: readonly string[] }) {
  const [name, setName] = useState('')
  const [target, setTarget] = useState('')
  const used = taken.includes(name.trim())
  const ready = name.trim() !== '' && target.trim() !== '' && !used
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const [command, ...args] = splitWords(target)
    const server = /^https?:\/\//i.test(target.trim()) ? { url: target.trim() } : { command, args }
    if (await change({ mcpServers: { [name.trim()]: server } })) {
      setName('')
      setTarget('')
    }
  }
  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-2 rounded-control border border-line p-3">
      <label className="grid gap-1 text-small text-soft">
        Name
        <input
          value={name}
          maxLength={200}
          aria-invalid={used}
          onChange={(event) => setName(event.target.value)}
          className={FIELD}
        />
        {used && <span className="text-ink">There is one with this name.</span>}
      </label>
      <label className="grid gap-1 text-small text-soft">
        Command or address
        <input
          value={target}
          spellCheck={false}
          placeholder="npx -y some-mcp-server, or http://127.0.0.1:8080/mcp"
          onChange={(event) => setTarget(event.target.value)}
          className={`${FIELD} font-mono text-small`}
        />
      </label>
      <Button type="submit" disabled={!ready} className="justify-self-start">
        Add
      </Button>
    </form>
  )
}
