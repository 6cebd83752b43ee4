import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

export const FIELD =
  'h-8 w-full min-w-0 rounded-control border border-edge bg-ground px-2 text-body text-ink placeholder:text-soft aria-invalid:border-accent'

interface LabelledProps {
  label: string
  /** What it means, in a sentence. */
  help?: ReactNode
  beside?: boolean
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode
}

/** A field under its label, with a sentence under it. */
function Labelled({ label, help, beside, children }: LabelledProps) {
  const id = useId()
  const describedBy = help ? `${id}-help` : undefined
  if (beside) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <label htmlFor={id}>{label}</label>
          {help && (
            <p id={describedBy} className="text-small text-soft">
              {help}
            </p>
          )}
        </div>
        <div className="w-36 shrink-0">{children({ id, describedBy })}</div>
      </div>
    )
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small text-soft">
        {label}
      </label>
      {children({ id, describedBy })}
      {help && (
        <p id={describedBy} className="text-small text-soft">
          {help}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  label: string
  value: string
  /** Called when the field is left or Enter is pressed, and where what it holds has changed. */
  onSave: (text: string) => unknown
  placeholder?: string
  help?: ReactNode
  /** Several lines: Enter is a new line. */
  lines?: number
  code?: boolean
  numeric?: boolean
  /** Which texts are taken; others stay in the field, marked, and are not kept. */
  valid?: (text: string) => boolean
}

/** What is typed is kept when the field is left, also when the whole screen is left. */
export function TextField({ label, value, onSave, placeholder, help, lines, code, numeric, valid }: TextFieldProps) {
  const [text, setText] = useState(value)
  const now = useRef({ text, value, onSave })
  now.current = { text, value, onSave }
  useEffect(() => setText(value), [value])
  const wrong = valid !== undefined && !valid(text)
  const save = () => {
    const { text: typed, value: kept } = now.current
    if (typed !== kept && !(valid && !valid(typed))) now.current.onSave(typed)
  }
  const saveLast = useRef(save)
  saveLast.current = save
  useEffect(() => () => saveLast.current(), [])
  const look = `${FIELD} ${code ? 'font-mono text-small' : ''}`
  return (
    <Labelled label={label} help={help}>
      {({ id, describedBy }) => {
        const shared = {
          id,
          value: text,
          placeholder,
          'aria-describedby': describedBy,
          'aria-invalid': wrong,
          spellCheck: !code,
          onBlur: save,
        }
        return lines ? (
          <textarea
            {...shared}
            rows={lines}
            onChange={(event) => setText(event.target.value)}
            className={`${look} h-auto py-1.5`}
          />
        ) : (
          <input
            {...shared}
            inputMode={numeric ? 'numeric' : undefined}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
            className={look}
          />
        )
      }}
    </Labelled>
  )
}

interface ChoiceFieldProps<T extends string> {
  /** The choice stands at the right of its label, where there is room. */
  beside?: boolean
  label: string
  value: T
  options: readonly { readonly value: T; readonly label: string }[]
  onSave: (value: T) => unknown
  help?: ReactNode
}

export function ChoiceField<T extends string>({ beside, label, value, options, onSave, help }: ChoiceFieldProps<T>) {
  return (
    <Labelled label={label} help={help} {...(beside ? { beside } : {})}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onSave(chosen.value)
          }}
          className={FIELD}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface SwitchRowProps {
  label: string
  help?: ReactNode
  on: boolean
  onChange: (on: boolean) => unknown
}

/** On or off, with what it means. */
export function SwitchRow({ label, help, on, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 grow">
        <label htmlFor={id}>{label}</label>
        {help && (
          <p id={`${id}-help`} className="text-small text-soft">
            {help}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={on}
        onCheckedChange={onChange}
        aria-describedby={help ? `${id}-help` : undefined}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-soft bg-ground transition-colors duration-[120ms] data-[state=checked]:border-ink data-[state=checked]:bg-ink"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-soft transition-transform duration-[120ms] data-[state=checked]:translate-x-[17px] data-[state=checked]:bg-ground" />
      </RadixSwitch.Root>
    </div>
  )
}

export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <div>
        <h3 className="font-strong">{title}</h3>
        {lead && <p className="max-w-[60ch] text-small text-soft">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
