import { expect, test } from 'vitest'
import type { TroubleError } from '../shared/agent.ts'
import type { Answer, Question } from '../shared/question.ts'
import { checkAnswers, wordsOfAnswers } from './questions.ts'

const base = { options: [], custom: false, min: null, max: null, optional: false }
const length: Question = { ...base, id: 'l', kind: 'length', text: 'How wide?', min: 10, max: 100 }
const choice: Question = {
  ...base,
  id: 'c',
  kind: 'choice',
  text: 'Which side?',
  options: [
    { label: 'Left', detail: '' },
    { label: 'Right', detail: '' },
  ],
}
const MM = { units: 'millimeters', tolerance: 0.01 } as const

function fault(questions: Question[], answers: Answer[]): string {
  try {
    checkAnswers(questions, answers, MM)
    return ''
  } catch (error) {
    return (error as TroubleError).trouble.cause
  }
}

test('a length is taken in any unit, told in the document’s, and bounded in it', () => {
  const answers: Answer[] = [{ id: 'l', kind: 'length', value: 2, unit: 'inches' }]
  expect(fault([length], answers)).toBe('')
  expect(wordsOfAnswers([length], answers, MM)).toBe('How wide? 2 in (50.8 mm)')
  expect(fault([length], [{ id: 'l', kind: 'length', value: 5, unit: 'inches' }])).toContain('at most 100 mm')
  expect(fault([length], [{ id: 'l', kind: 'length', value: 1, unit: 'none' }])).toContain('no unit')
})

test('what does not fit names its question', () => {
  expect(fault([choice, length], [{ id: 'c', kind: 'choice', labels: ['Left'] }])).toBe(
    '“How wide?”: It has no answer yet.',
  )
  expect(fault([choice], [{ id: 'c', kind: 'choice', labels: ['Up'] }])).toContain('none of the options')
  expect(fault([choice], [{ id: 'c', kind: 'choice', labels: ['Left', 'Right'] }])).toContain('one of the options')
  expect(fault([choice], [{ id: 'c', kind: 'text', text: 'top' }])).toContain('one of the options')
  expect(fault([{ ...choice, custom: true }], [{ id: 'c', kind: 'text', text: 'top' }])).toBe('')
  expect(fault([choice], [{ id: 'x', kind: 'text', text: 'top' }])).toContain('no question of this card')
  expect(fault([{ ...choice, optional: true }], [])).toBe('')
})

test('several answers are told one a line; no answer is told as that', () => {
  const objects: Question = { ...base, id: 'o', kind: 'objects', text: 'Which ones?' }
  const point: Question = { ...base, id: 'p', kind: 'point', text: 'Where?' }
  const answers: Answer[] = [
    { id: 'o', kind: 'objects', ids: ['a', 'b'] },
    { id: 'p', kind: 'point', point: [1, 2.5, 0] },
  ]
  expect(fault([objects, point], answers)).toBe('')
  expect(wordsOfAnswers([objects, point], answers, MM)).toBe('Which ones? 2 objects: a, b\nWhere? [1, 2.5, 0] (mm)')
  expect(wordsOfAnswers([point], null, MM)).toContain('do not want to answer')
})
