import { useId } from 'react'
import { type FieldProps, INPUT } from './field-props.ts'
import { LengthField } from './LengthField.tsx'
import { ObjectsField } from './ObjectsField.tsx'
import { OptionsField, QuickOptions } from './OptionsField.tsx'
import { PointField } from './PointField.tsx'

interface QuestionFieldProps extends Omit<FieldProps, 'labelledBy' | 'describedBy' | 'wrong'> {
  /** Why it is no answer yet; null where it is one, or it is too early to say. */
  why: string | null
  /** Where one click is the answer. */
  onChoose?: (label: string) => void
  disabled?: boolean
}

/** One question with the field that fits it. */
export function Field({ why, onChoose, disabled, ...rest }: QuestionFieldProps) {
  const id = useId()
  const { question } = rest
  const props = { ...rest, labelledBy: id, describedBy: why ? `${id}-why` : undefined, wrong: why !== null }
  return (
    <div className="grid gap-1.5">
      <p id={id} className="whitespace-pre-wrap">
        {question.text}
        {question.optional && <span className="text-soft"> (may be left open)</span>}
      </p>
      {onChoose ? (
        <QuickOptions question={question} labelledBy={id} disabled={disabled ?? false} onChoose={onChoose} />
      ) : (
        <Kind {...props} />
      )}
      {why && (
        <p id={`${id}-why`} role="alert" className="text-small text-accent">
          {why}
        </p>
      )}
    </div>
  )
}

function Kind(props: FieldProps) {
  switch (props.question.kind) {
    case 'choice':
    case 'choices':
      return <OptionsField {...props} />
    case 'text':
      return <TextArea {...props} />
    case 'number':
      return <NumberField {...props} />
    case 'length':
      return <LengthField {...props} />
    case 'point':
      return <PointField {...props} />
    case 'objects':
      return <ObjectsField {...props} />
  }
}

function TextArea({ draft, onWrite, labelledBy, describedBy, wrong }: FieldProps) {
  return (
    <textarea
      rows={2}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      value={draft.text}
      maxLength={20_000}
      onChange={(event) => onWrite({ ...draft, text: event.target.value })}
      className={`${INPUT} field-sizing-content h-auto max-h-40 min-h-14 w-full resize-none py-1.5`}
    />
  )
}

function NumberField({ draft, onWrite, labelledBy, describedBy, wrong }: FieldProps) {
  return (
    <input
      inputMode="decimal"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      value={draft.text}
      onChange={(event) => onWrite({ ...draft, text: event.target.value })}
      className={`${INPUT} w-32`}
    />
  )
}
