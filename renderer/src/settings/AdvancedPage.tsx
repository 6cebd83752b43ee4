import type { SettingsView } from '../../../src/shared/settings.ts'
import { CopyButton } from '../parts/Raw.tsx'
import { Section, SwitchRow, TextField } from './fields.tsx'
import { change } from './store.ts'

export function AdvancedPage({ view: { settings, file } }: { view: SettingsView }) {
  return (
    <>
      <Section
        title="Your own instructions"
        lead="Told to every agent at the start of a conversation, beside Tickbird’s own."
      >
        <TextField
          label="Instructions"
          lines={5}
          value={settings.instructions}
          placeholder="Always name what you make. Walls go on the layer Walls."
          onSave={(instructions) => change({ instructions })}
        />
      </Section>
      <Section title="Older clients">
        <SwitchRow
          label="Let clients in that have no key"
          help="Needed for GOLEM-3DMCP’s own client only. Any program of this computer can then change the open document."
          on={settings.allowLegacy}
          onChange={(allowLegacy) => change({ allowLegacy })}
        />
      </Section>
      <Section title="The file behind this" lead="It can also be edited by hand; changes hold at once.">
        <p className="flex items-center gap-1 rounded-control border border-line bg-sunk py-0.5 pr-0.5 pl-3">
          <code className="min-w-0 grow overflow-x-auto font-mono text-small">{file}</code>
          <CopyButton text={file} label="Copy the path" />
        </p>
      </Section>
    </>
  )
}
