import type { Settings, SettingsView } from '../../../src/shared/settings.ts'
import { ChoiceField, Section, SwitchRow, TextField } from './fields.tsx'
import { change } from './store.ts'

type Effect = Exclude<keyof Settings['permissions'], 'bulk' | symbol | number>

const EFFECTS: readonly { effect: Effect & string; label: string; help: string }[] = [
  { effect: 'create', label: 'Making objects', help: 'Boxes, curves, layers. Undo takes all of it back.' },
  { effect: 'modify', label: 'Changing objects', help: 'Moving, filleting, renaming. Undo takes all of it back.' },
  { effect: 'delete', label: 'Deleting objects', help: 'Undo brings them back.' },
  { effect: 'view', label: 'Turning the view', help: 'The camera, the display mode, the selection.' },
  { effect: 'file', label: 'Files', help: 'Opening, importing, saving. Undo does not take a saved file back.' },
  { effect: 'run', label: 'Scripts and Rhino commands', help: 'They can do whatever Rhino can do.' },
  { effect: 'other', label: 'Tools of the agent itself', help: 'Outside Rhino: its own shell, its own files.' },
]

const GRANTS = [
  { value: 'allow', label: 'Go ahead' },
  { value: 'ask', label: 'Ask me first' },
] as const

/** What agents do by themselves, and what they ask about. */
export function PermissionsPage({ view: { settings } }: { view: SettingsView }) {
  const { permissions } = settings
  return (
    <>
      <Section
        title="What agents do without asking"
        lead="Each turn can be undone as a whole. What undo cannot bring back, such as an overwritten file, is always asked about."
      >
        <ul className="overflow-hidden rounded-control border border-line">
          {EFFECTS.map(({ effect, label, help }) => (
            <li key={effect} className="border-t border-line px-3 py-2 first:border-t-0">
              <ChoiceField
                beside
                label={label}
                help={help}
                value={permissions[effect] === 'ask' ? 'ask' : 'allow'}
                options={GRANTS}
                onSave={(grant) => change({ permissions: { [effect]: grant } })}
              />
            </li>
          ))}
        </ul>
        <TextField
          label="Ask before deleting more objects than"
          numeric
          value={String(permissions.bulk)}
          valid={isCount}
          onSave={(text) => change({ permissions: { bulk: Number(text) } })}
          help="In one step, also where deleting goes ahead. 50 if you do not mind."
        />
      </Section>
      <Section title="Tools of the agents themselves">
        <SwitchRow
          label="Agents keep their own shell and file tools"
          help="Off: they work with Rhino’s tools only. On: they can also read and change files on this computer, outside undo."
          on={settings.ownTools}
          onChange={(ownTools) => change({ ownTools })}
        />
      </Section>
    </>
  )
}

const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text.trim())
