import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../parts/Button.tsx'
import { FIELD, TextField } from './fields.tsx'

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

interface VariablesProps {
  variables: Readonly<Record<string, string>>
  /** Null takes it away. */
  onSet: (name: string, value: string | null) => Promise<boolean>
}

/** Variables of an agent's environment. */
export function Variables({ variables, onSet }: VariablesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="text-small text-soft">Environment</legend>
      {Object.entries(variables).map(([name, value]) => (
        <div key={name} className="flex items-end gap-1">
          <div className="min-w-0 grow">
            <TextField label={name} code value={value} onSave={(text) => onSet(name, text)} />
          </div>
          <IconButton label={`Remove ${name}`} className="mb-0.5" onClick={() => void onSet(name, null)}>
            <X size={14} strokeWidth={1.5} />
          </IconButton>
        </div>
      ))}
      <AddPair nameLabel="Name of a variable" valueLabel="Its value" onAdd={onSet} />
    </fieldset>
  )
}

interface AddPairProps {
  nameLabel: string
  valueLabel: string
  /** The value is not shown while it is typed. */
  hidden?: boolean
  onAdd: (name: string, value: string) => Promise<boolean>
}

/** A name and a value, added together. */
export function AddPair({ nameLabel, valueLabel, hidden, onAdd }: AddPairProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const wrong = name !== '' && !NAME.test(name)
  const ready = NAME.test(name) && value !== ''
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || !(await onAdd(name, value))) return
    setName('')
    setValue('')
  }
  return (
    <form onSubmit={(event) => void add(event)} className="flex flex-wrap items-end gap-1">
      <input
        aria-label={nameLabel}
        placeholder="NAME"
        value={name}
        aria-invalid={wrong}
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        className={`${FIELD} flex-1 basis-28 font-mono text-small`}
      />
      <input
        aria-label={valueLabel}
        placeholder="value"
        value={value}
        type={hidden ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setValue(event.target.value)}
        className={`${FIELD} flex-1 basis-28 font-mono text-small`}
      />
      <Button type="submit" disabled={!ready} className="h-8">
        <Plus size={14} strokeWidth={1.5} />
        Add
      </Button>
      {wrong && <p className="w-full text-small">Letters, digits and _ only, no digit first.</p>}
    </form>
  )
}
