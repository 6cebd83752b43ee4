import { KeyRound, X } from 'lucide-react'
import type { SettingsView } from '../../../src/shared/settings.ts'
import { IconButton } from '../parts/Button.tsx'
import { setSecret } from './store.ts'
import { AddPair } from './Variables.tsx'

interface SecretsProps {
  agent: string
  names: readonly string[]
  store: SettingsView['secretStore']
}

/** Keys and tokens: they go in and never come out again. */
export function Secrets({ agent, names, store }: SecretsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="text-small text-soft">Keys</legend>
      {names.map((name) => (
        <p key={name} className="flex items-center gap-2 rounded-control border border-line py-0.5 pr-0.5 pl-2">
          <KeyRound size={14} strokeWidth={1.5} className="shrink-0 text-soft" />
          <span className="min-w-0 grow truncate font-mono text-small">{name}</span>
          <span className="shrink-0 text-small text-soft">set</span>
          <IconButton label={`Remove ${name}`} onClick={() => void setSecret(agent, name, null)}>
            <X size={14} strokeWidth={1.5} />
          </IconButton>
        </p>
      ))}
      <AddPair
        nameLabel="Name of a key"
        valueLabel="The key"
        hidden
        onAdd={(name, value) => setSecret(agent, name, value)}
      />
      <p className="text-small text-soft">
        {store === 'keychain'
          ? 'Kept in this computer’s keychain and never shown again.'
          : 'Kept in a file that only you can read, and never shown again. The desktop app uses the keychain.'}
      </p>
    </fieldset>
  )
}
