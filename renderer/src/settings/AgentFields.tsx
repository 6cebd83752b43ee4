import type { SettingsView } from '../../../src/shared/settings.ts'
import type { AgentStatus } from '../../../src/shared/status.ts'
import { Button } from '../parts/Button.tsx'
import { Fold } from '../parts/Fold.tsx'
import { ChoiceField, SwitchRow, TextField } from './fields.tsx'
import { Secrets } from './Secrets.tsx'
import { change } from './store.ts'
import { Variables } from './Variables.tsx'
import { joinWords, splitWords } from './words.ts'

interface AgentFieldsProps {
  id: string
  /** Null while it is switched off. */
  status: AgentStatus | null
  view: SettingsView
}

/** What can be set about one agent. Empty fields leave it to the agent. */
export function AgentFields({ id, status, view }: AgentFieldsProps) {
  const agent = view.settings.agents[id]
  const set = (part: Record<string, unknown>) => change({ agents: { [id]: part } })
  if (status?.practice) return <p className="text-small text-soft">It is built in. There is nothing to set.</p>
  return (
    <div className="grid gap-3">
      <SwitchRow
        label="Offer this agent"
        on={!agent?.disabled}
        onChange={(on) => set({ disabled: on ? null : true })}
      />
      <Named label="Model" offered={status?.models} value={agent?.model} onSave={(model) => set({ model })} />
      <Fold label="How it is started">
        <div className="grid gap-3 pt-2">
          <Named label="Mode" offered={status?.modes} value={agent?.mode} onSave={(mode) => set({ mode })} />
          {agent?.command === undefined ? (
            <TextField
              label="Program"
              code
              value={agent?.path ?? ''}
              placeholder="Found by itself"
              help="Its full path, where it is not found or another one is wanted."
              onSave={(path) => set({ path: path.trim() || null })}
            />
          ) : (
            <TextField
              label="Command"
              code
              value={agent.command}
              valid={(text) => text.trim() !== ''}
              onSave={(command) => set({ command: command.trim() })}
            />
          )}
          <TextField
            label="Extra arguments"
            code
            value={joinWords(agent?.args ?? [])}
            onSave={(line) => set({ args: line.trim() ? splitWords(line) : null })}
          />
          <Variables variables={agent?.env ?? {}} onSet={(name, value) => set({ env: { [name]: value } })} />
        </div>
      </Fold>
      <Secrets agent={id} names={view.secretsSet[id] ?? []} store={view.secretStore} />
      {agent?.command !== undefined && (
        <Button className="justify-self-start" onClick={() => void change({ agents: { [id]: null } })}>
          Remove this agent
        </Button>
      )}
    </div>
  )
}

interface NamedProps {
  label: string
  /** What the agent says there is; known once it has run. */
  offered: AgentStatus['models']
  value: string | undefined
  /** Null leaves it to the agent. */
  onSave: (value: string | null) => unknown
}

const OWN = 'The agent’s own choice'

/** One of what the agent offers, where that is known; else its name. */
function Named({ label, offered, value = '', onSave }: NamedProps) {
  const keep = (text: string) => onSave(text.trim() || null)
  if (!offered || offered.length === 0) {
    return <TextField label={label} value={value} placeholder={OWN} onSave={keep} />
  }
  const unknown = value && !offered.some(({ id }) => id === value) ? [{ value, label: value }] : []
  const options = [
    { value: '', label: OWN },
    ...unknown,
    ...offered.map(({ id, title }) => ({ value: id, label: title })),
  ]
  return <ChoiceField label={label} value={value} options={options} onSave={keep} />
}
