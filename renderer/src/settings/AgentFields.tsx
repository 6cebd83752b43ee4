import type { SettingsView } from '../../../src/shared/settings.ts'
import { Button } from '../parts/Button.tsx'
import { Fold } from '../parts/Fold.tsx'
import { SwitchRow, TextField } from './fields.tsx'
import { Secrets } from './Secrets.tsx'
import { change } from './store.ts'
import { Variables } from './Variables.tsx'
import { joinWords, splitWords } from './words.ts'

interface AgentFieldsProps {
  id: string
  practice: boolean
  view: SettingsView
}

/** What can be set about one agent. Empty fields leave it to the agent. */
export function AgentFields({ id, practice, view }: AgentFieldsProps) {
  const agent = view.settings.agents[id]
  const set = (part: Record<string, unknown>) => change({ agents: { [id]: part } })
  if (practice) return <p className="text-small text-soft">It is built in. There is nothing to set.</p>
  return (
    <div className="grid gap-3">
      <SwitchRow
        label="Offer this agent"
        on={!agent?.disabled}
        onChange={(on) => set({ disabled: on ? null : true })}
      />
      <TextField
        label="Model"
        value={agent?.model ?? ''}
        placeholder="The agent’s own choice"
        onSave={(model) => set({ model: model.trim() || null })}
      />
      <Fold label="How it is started">
        <div className="grid gap-3 pt-2">
          <TextField
            label="Mode"
            value={agent?.mode ?? ''}
            placeholder="The agent’s own choice"
            onSave={(mode) => set({ mode: mode.trim() || null })}
          />
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
