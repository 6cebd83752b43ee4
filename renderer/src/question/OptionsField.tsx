import type { Question } from '../../../src/shared/question.ts'
import type { Draft } from './draft.ts'
import { type FieldProps, INPUT } from './field-props.ts'

interface QuickOptionsProps {
  question: Question
  labelledBy: string
  disabled: boolean
  onChoose: (label: string) => void
}

/** Options of which one click is the answer. */
export function QuickOptions({ question, labelledBy, disabled, onChoose }: QuickOptionsProps) {
  return (
    <ul aria-labelledby={labelledBy} className="overflow-hidden rounded-control border border-line">
      {question.options.map(({ label, detail }) => (
        <li key={label} className="border-t border-line first:border-t-0">
          <button
            type="button"
            disabled={disabled}
            onClick={() => onChoose(label)}
            className="w-full px-3 py-1.5 text-left -outline-offset-2 hover:not-disabled:bg-sunk disabled:text-soft"
          >
            {label}
            {detail && <span className="block text-small text-soft">{detail}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One of several, or some of them, and own words where they are wanted. */
export function OptionsField({ question, draft, onWrite, labelledBy, describedBy, wrong }: FieldProps) {
  const one = question.kind === 'choice'
  return (
    <fieldset aria-labelledby={labelledBy} aria-describedby={describedBy} className="grid gap-1">
      {question.options.map(({ label, detail }) => (
        <label key={label} className="flex items-start gap-2">
          <input
            type={one ? 'radio' : 'checkbox'}
            name={`question-${question.id}`}
            checked={draft.labels.includes(label)}
            onChange={(event) => onWrite(chosen(draft, label, event.target.checked, one))}
            className="mt-0.5 size-4 shrink-0 accent-(--ink)"
          />
          <span className="min-w-0">
            {label}
            {detail && <span className="block text-small text-soft">{detail}</span>}
          </span>
        </label>
      ))}
      {question.custom && (
        <input
          aria-label={question.options.length > 0 ? 'Something else' : question.text}
          aria-invalid={wrong}
          placeholder={question.options.length > 0 ? 'Something else' : ''}
          value={draft.text}
          maxLength={20_000}
          onChange={(event) => onWrite({ ...draft, labels: [], text: event.target.value })}
          className={`${INPUT} mt-1 w-full`}
        />
      )}
    </fieldset>
  )
}

/** An option and own words exclude each other: what was done last holds. */
function chosen(draft: Draft, label: string, on: boolean, one: boolean): Draft {
  const others = one ? [] : draft.labels.filter((other) => other !== label)
  return { ...draft, text: '', labels: on ? [...others, label] : others }
}
