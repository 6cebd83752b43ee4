import type { Question } from '../../src/shared/question.ts'
import type { Script } from './scripts.ts'

const question = (part: Partial<Question> & Pick<Question, 'id' | 'kind' | 'text'>): Question => ({
  options: [],
  custom: false,
  min: null,
  max: null,
  optional: false,
  ...part,
})

/** One question that one click answers. */
export const QUICK: Question[] = [
  question({
    id: 'edges',
    kind: 'choice',
    text: 'Which edges do I round?',
    options: [
      { label: 'The four upright ones', detail: 'r 3 mm leaves 1 mm to the holes' },
      { label: 'All of the upper side', detail: '' },
      { label: 'Verschlussschraubendichtungsringabdeckungskanten', detail: '' },
    ],
  }),
]

/** One of each kind. */
export const MANY: Question[] = [
  question({
    id: 'material',
    kind: 'choice',
    text: 'What will it be made of?',
    custom: true,
    options: [
      { label: 'Aluminium', detail: 'Milled' },
      { label: 'Plastic', detail: 'Printed' },
    ],
  }),
  question({
    id: 'holes',
    kind: 'choices',
    text: 'Which holes get a thread?',
    optional: true,
    options: [
      { label: 'Front left', detail: '' },
      { label: 'Front right', detail: '' },
    ],
  }),
  question({ id: 'wall', kind: 'length', text: 'How thick is the wall?', min: 1, max: 20 }),
  question({ id: 'count', kind: 'number', text: 'How many ribs?', min: 0, max: 12 }),
  question({ id: 'origin', kind: 'point', text: 'Where does the boss stand?' }),
  question({ id: 'parts', kind: 'objects', text: 'Which parts belong together?', max: 3 }),
  question({ id: 'note', kind: 'text', text: 'Anything else?', optional: true }),
]

/** Asks and ends its turn: the answer is the next prompt. */
export const asking =
  (questions: Question[]): Script =>
  async ({ emit, say }) => {
    await say('Before I begin, one thing.')
    emit({ type: 'question.ask', request: `ask-${questions.length}`, questions, waits: false })
    return null
  }

/** Asks and holds its turn until it is answered. */
export const askingOn =
  (questions: Question[]): Script =>
  async ({ world, emit, say, wait }) => {
    const request = 'held'
    emit({ type: 'question.ask', request, questions, waits: true })
    const answered = new Promise<void>((resolve) => {
      world.answered.set(request, resolve)
    })
    await Promise.race([answered, wait(1e6)])
    await say('Thank you, I go on.')
    return null
  }
