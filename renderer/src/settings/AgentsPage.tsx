import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { SettingsView } from '../../../src/shared/settings.ts'
import type { AgentStatus } from '../../../src/shared/status.ts'
import { usePanel } from '../conversation/panel.ts'
import { Words } from '../parts/Words.tsx'
import { agentSentence, isUsable } from '../words/agents.ts'
import { AddAgent } from './AddAgent.tsx'
import { AgentFields } from './AgentFields.tsx'
import { ChoiceField, Section } from './fields.tsx'
import { change } from './store.ts'

interface Entry {
  readonly id: string
  readonly title: string
  /** Null for one that is switched off: it is not looked for. */
  readonly status: AgentStatus | null
}

/** Each agent with its state; what can be set about it opens under it. */
export function AgentsPage({ view }: { view: SettingsView }) {
  const statuses = usePanel(useShallow((state) => state.status?.agents ?? []))
  const entries = entriesOf(statuses, view)
  const byDefault = view.settings.defaultAgent ?? ''
  return (
    <>
      <Section
        title="Agents"
        lead="They are found by themselves. What is set here holds from the next conversation on."
      >
        <ul className="overflow-hidden rounded-control border border-line">
          {entries.map((entry) => (
            <AgentEntry key={entry.id} entry={entry} view={view} />
          ))}
        </ul>
        <AddAgent taken={entries.map(({ id }) => id)} />
      </Section>
      <Section title="New conversations">
        <ChoiceField
          label="Begin with"
          value={byDefault}
          options={[
            { value: '', label: 'The first agent that is ready' },
            ...entries.filter(({ status }) => status).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onSave={(id) => change({ defaultAgent: id || null })}
        />
      </Section>
    </>
  )
}

function entriesOf(statuses: readonly AgentStatus[], { settings }: SettingsView): Entry[] {
  const known = statuses.map((status): Entry => ({ id: status.id, title: status.title, status }))
  const off = Object.entries(settings.agents).filter(([id]) => !statuses.some((status) => status.id === id))
  return [...known, ...off.map(([id, agent]): Entry => ({ id, title: agent.title ?? capital(id), status: null }))]
}

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

function AgentEntry({ entry: { id, title, status }, view }: { entry: Entry; view: SettingsView }) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const sentence = status ? agentSentence(status) : 'Switched off.'
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-3 py-2 text-left -outline-offset-2 hover:bg-sunk"
      >
        <i
          aria-hidden
          className={`mt-1.5 size-2 shrink-0 rounded-full ${status && isUsable(status) ? 'bg-ink' : 'border-[1.5px] border-soft'}`}
        />
        <span className="min-w-0 grow">
          {title} {status?.version && <span className="text-soft">{status.version}</span>}
          <span className="block text-small text-soft">
            <Words text={sentence} />
          </span>
        </span>
        <ChevronDown
          size={16}
          strokeWidth={1.5}
          className={`mt-0.5 shrink-0 text-soft transition-[rotate] duration-[180ms] ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={body} hidden={!open} className="border-t border-line px-3 py-3">
        {open && <AgentFields id={id} status={status} view={view} />}
      </div>
    </li>
  )
}
