import type { CreateElicitationRequest, CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { type Answer, MAX_QUESTIONS, type Question } from '../../shared/question.ts'

type Values = Extract<CreateElicitationResponse, { action: 'accept' }>['content']

/** A form (ACP elicitation) as questions, and the way back from their answers to the form's fields. */
export interface Form {
  questions: Question[]
  content(answers: readonly Answer[]): Values
}

interface Field {
  type?: unknown
  title?: unknown
  description?: unknown
  enum?: unknown
  enumNames?: unknown
  oneOf?: unknown
  anyOf?: unknown
  items?: unknown
  minimum?: unknown
  maximum?: unknown
  minItems?: unknown
  maxItems?: unknown
}
interface Choice {
  value: unknown
  label: string
  detail: string
}

/** What Claude's ACP adapter calls the field for own words beside a choice. */
const OWN_WORDS = '_custom'

/** Null for what is no form, or more than fits a card. */
export function formOf(request: CreateElicitationRequest): Form | null {
  const { mode, message, requestedSchema } = request as {
    mode?: unknown
    message: string
    requestedSchema?: { properties?: Record<string, Field>; required?: unknown }
  }
  if (mode !== 'form') return null
  const all = Object.entries(requestedSchema?.properties ?? {})
  const names = new Set(all.map(([name]) => name))
  const beside = (name: string) => name.endsWith(OWN_WORDS) && names.has(name.slice(0, -OWN_WORDS.length))
  const fields = all.filter(([name]) => !beside(name))
  if (fields.length === 0 || fields.length > MAX_QUESTIONS) return null
  const { required } = requestedSchema ?? {}
  const questions = fields.map(([name, field], index) => {
    const custom = names.has(`${name}${OWN_WORDS}`)
    const optional = Array.isArray(required) && !required.includes(name)
    return questionOf(String(index), wordsFor(message, fields.length, name, field), field, { custom, optional })
  })
  return {
    questions,
    content: (answers) =>
      Object.fromEntries(
        answers.flatMap((answer) => {
          const [name, field] = fields[Number(answer.id)] ?? []
          return name === undefined || field === undefined ? [] : [given(name, field, answer)]
        }),
      ),
  }
}

/** The only field of a form is asked in the form's own words. */
function wordsFor(message: string, fields: number, name: string, { title, description }: Field): string {
  const own = [title, description].filter((words): words is string => typeof words === 'string' && words !== '')
  if (fields === 1) return [message, ...own.filter((words) => words !== message)].slice(0, 2).join('\n').slice(0, 2000)
  return (own.join('\n') || name).slice(0, 2000)
}

function questionOf(id: string, text: string, field: Field, more: { custom: boolean; optional: boolean }): Question {
  const many = field.type === 'array'
  const choices = choicesOf(field)
  const kind = choices
    ? many
      ? 'choices'
      : 'choice'
    : /^(number|integer)$/.test(String(field.type))
      ? 'number'
      : 'text'
  const options = (choices ?? []).map(({ label, detail }) => ({ label: label.slice(0, 200), detail }))
  const bound = (value: unknown) => (typeof value === 'number' ? value : null)
  const [min, max] = many ? [field.minItems, field.maxItems] : [field.minimum, field.maximum]
  return { id, kind, text: text || 'A question', options, min: bound(min), max: bound(max), ...more }
}

/** Null where a field lets one write anything. */
function choicesOf(field: Field): Choice[] | null {
  if (field.type === 'boolean') return [choice(true, 'Yes'), choice(false, 'No')]
  const of = (field.type === 'array' ? field.items : field) as Field | undefined
  const titled = [of?.oneOf, of?.anyOf].find(Array.isArray) as Record<string, unknown>[] | undefined
  const found = titled
    ? titled.map((one) => choice(one.const, one.title ?? one.const, one.description))
    : Array.isArray(of?.enum)
      ? of.enum.map((value, index) => choice(value, Array.isArray(of.enumNames) ? of.enumNames[index] : value))
      : []
  return found.length > 0 && found.length <= 50 ? found : null
}

const choice = (value: unknown, label: unknown, detail: unknown = ''): Choice => ({
  value,
  label: String(label ?? value) || '–',
  detail: typeof detail === 'string' ? detail.slice(0, 1000) : '',
})

function given(name: string, field: Field, answer: Answer): [string, NonNullable<Values>[string]] {
  if (answer.kind === 'choice') {
    const values = answer.labels.map(
      (label) => choicesOf(field)?.find((one) => one.label.slice(0, 200) === label)?.value ?? label,
    )
    return [name, (field.type === 'array' ? values : values[0]) as string]
  }
  if (answer.kind === 'number') return [name, answer.value]
  // Own words beside a choice have a field of their own where the form has one.
  if (answer.kind === 'text') return [choicesOf(field) ? `${name}${OWN_WORDS}` : name, answer.text]
  return [name, JSON.stringify(answer)]
}
