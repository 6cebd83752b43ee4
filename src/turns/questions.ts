import type { ConversationEvent } from '../shared/event.ts'
import { UNIT_ABBREVIATION, type UnitSystem } from '../shared/geometry.ts'
import type { Answer, Question } from '../shared/question.ts'
import type { ConversationStore } from '../shared/store.ts'
import { unitFactor } from '../shared/units.ts'
import { wordingFor } from '../tools/wording.ts'
import { troubleError } from './trouble.ts'

/** What the numbers of answers mean. */
export interface InUnits {
  units: UnitSystem
  tolerance: number
}

type Asked = Extract<ConversationEvent, { type: 'question.ask' }>

/** The card of this request while it may be answered. Throws a TroubleError where it is over. */
export function openQuestion(store: ConversationStore, conversation: string, request: string): Asked {
  const asked = store.eventsOf(conversation, 'question.ask').find(({ event }) => event.request === request)
  if (!asked) throw troubleError('This question is gone', 'It is not in this conversation.', 'Load the panel again.')
  const answered = store.eventsOf(conversation, 'question.answer').some(({ event }) => event.request === request)
  const later = store.eventsOf(conversation, 'turn.begin').some(({ seq }) => seq > asked.seq)
  if (!answered && !later) return asked.event
  const cause = answered ? 'It was answered already.' : 'The conversation went on without its answer.'
  throw troubleError('This question is over', cause, 'Say what you want in your next message.')
}

/** Throws a TroubleError that names the question where an answer is missing or does not fit. */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[], document: InUnits): void {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  if (byId.size !== answers.length || answers.some(({ id }) => !questions.some((question) => question.id === id))) {
    throw refused('An answer is to no question of this card.', 'Load the panel again.')
  }
  for (const question of questions) {
    const answer = byId.get(question.id)
    const fault = answer ? faultOf(question, answer, document) : question.optional ? null : 'It has no answer yet.'
    if (fault) throw refused(`“${shortened(question.text)}”: ${fault}`, 'Answer it, then send.')
  }
}

const refused = (cause: string, next: string) => troubleError('The answer was not sent', cause, next)
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

function faultOf(question: Question, answer: Answer, document: InUnits): string | null {
  switch (answer.kind) {
    case 'choice': {
      if (question.kind !== 'choice' && question.kind !== 'choices') return 'It offers no choice.'
      const known = new Set(question.options.map(({ label }) => label))
      if (answer.labels.some((label) => !known.has(label))) return 'That is none of the options.'
      if (new Set(answer.labels).size !== answer.labels.length) return 'One option was chosen twice.'
      if (question.kind === 'choice' && answer.labels.length !== 1) return 'It takes one of the options.'
      return bounds(question, answer.labels.length, 'options')
    }
    case 'text':
      return question.kind === 'text' || question.custom ? null : `It takes ${WANTED[question.kind]}.`
    case 'number':
      return question.kind === 'number' ? bounds(question, answer.value, '') : `It takes ${WANTED[question.kind]}.`
    case 'length': {
      if (question.kind !== 'length') return `It takes ${WANTED[question.kind]}.`
      const factor = unitFactor(answer.unit, document.units)
      if (factor === null) return `The document has no unit that ${answer.unit} could become.`
      return bounds(question, answer.value * factor, UNIT_ABBREVIATION[document.units])
    }
    case 'point':
      return question.kind === 'point' ? null : `It takes ${WANTED[question.kind]}.`
    case 'objects':
      return question.kind === 'objects'
        ? bounds(question, answer.ids.length, 'objects')
        : `It takes ${WANTED[question.kind]}.`
  }
}

const WANTED: Record<Question['kind'], string> = {
  choice: 'one of the options',
  choices: 'some of the options',
  text: 'words',
  number: 'a number',
  length: 'a length',
  point: 'a point',
  objects: 'objects of the document',
}

function bounds({ kind, min, max }: Question, value: number, unit: string): string | null {
  if (kind === 'choice') return null
  if (!Number.isFinite(value)) return 'That is no number.'
  const say = (number: number) => [String(number), unit].filter(Boolean).join(' ')
  if (min !== null && value < min) return `It takes at least ${say(min)}.`
  return max !== null && value > max ? `It takes at most ${say(max)}.` : null
}

/** The answers as the designer's next words: one line a question. */
export function wordsOfAnswers(
  questions: readonly Question[],
  answers: readonly Answer[] | null,
  document: InUnits,
): string {
  if (answers === null) return 'I do not want to answer that. Go on as you think best, or ask something else.'
  const lines = questions.flatMap((question) => {
    const answer = answers.find(({ id }) => id === question.id)
    return answer ? [`${question.text.trim()} ${wordsOf(answer, document)}`] : []
  })
  return lines.join('\n') || 'None of these.'
}

function wordsOf(answer: Answer, { units, tolerance }: InUnits): string {
  const words = wordingFor(units, tolerance)
  switch (answer.kind) {
    case 'choice':
      return answer.labels.join(', ') || 'none'
    case 'text':
      return answer.text
    case 'number':
      return String(answer.value)
    case 'length': {
      const said = `${answer.value} ${UNIT_ABBREVIATION[answer.unit]}`.trim()
      const factor = unitFactor(answer.unit, units)
      return answer.unit === units || factor === null ? said : `${said} (${words.length(answer.value * factor)})`
    }
    case 'point':
      return `[${answer.point.join(', ')}]${words.unit ? ` (${words.unit})` : ''}`
    case 'objects':
      return answer.ids.length === 0
        ? 'no objects'
        : `${words.count(answer.ids.length, 'object')}: ${answer.ids.join(', ')}`
  }
}
