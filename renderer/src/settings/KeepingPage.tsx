import type { SettingsView } from '../../../src/shared/settings.ts'
import { ChoiceField, Section } from './fields.tsx'
import { change } from './store.ts'

const MB = 1_000_000
const DAYS = [30, 90, 180, 365, 730]
const SIZES = [100, 250, 500, 1000, 5000]

/** How long conversations stay. */
export function KeepingPage({ view: { settings } }: { view: SettingsView }) {
  const { maxBytes, maxDays } = settings.retention
  return (
    <Section
      title="How long conversations are kept"
      lead="Conversations and their pictures stay on this computer. The open one is never removed. Your models are not touched."
    >
      <ChoiceField
        label="Remove conversations that were not touched for"
        value={String(maxDays ?? '')}
        options={choices(DAYS, maxDays, (days) => `${days} days`, 'Never: keep all')}
        onSave={(value) => change({ retention: { maxDays: value ? Number(value) : null } })}
      />
      <ChoiceField
        label="Remove the oldest when all together take more than"
        value={String(maxBytes === null ? '' : maxBytes / MB)}
        options={choices(SIZES, maxBytes === null ? null : maxBytes / MB, (size) => `${size} MB`, 'No limit')}
        onSave={(value) => change({ retention: { maxBytes: value ? Number(value) * MB : null } })}
      />
    </Section>
  )
}

/** The usual values, and the one that holds where it is none of them. */
function choices(usual: number[], now: number | null, say: (n: number) => string, none: string) {
  const all = now === null || usual.includes(now) ? usual : [...usual, now].sort((a, b) => a - b)
  return [{ value: '', label: none }, ...all.map((n) => ({ value: String(n), label: say(n) }))]
}
