import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../../src/shared/question.ts'
import { type Draft, emptyDraft, parseNumber, readDraft } from './draft.ts'

const MM = { units: 'millimeters', unit: 'mm' } as const
const ask = (part: Partial<Question> & Pick<Question, 'kind'>): Question => ({
  id: 'q',
  text: 'How?',
  options: [],
  custom: false,
  min: null,
  max: null,
  optional: false,
  ...part,
})
const read = (question: Question, part: Partial<Draft>) => readDraft(question, { ...emptyDraft, ...part }, MM)

describe('numbers as people type them', () => {
  test('with a comma, thousands, a fraction, a true minus', () => {
    expect(['1,5', '1 234.5', '1\u202f234', '−3', '3/8', '-1 3/8', '.5', '2e3'].map(parseNumber)).toEqual([
      1.5, 1234.5, 1234, -3, 0.375, -1.375, 0.5, 2000,
    ])
  })

  test('anything else is none', () => {
    expect(
      ['', 'ten', '1.2.3', '1,2,3', '1/0', '--1', 'NaN', 'Infinity', '1e999', '0x10', '1 2'].map(parseNumber),
    ).toEqual(Array(11).fill(null))
  })

  test('every number is read back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(String(value))).toBe(Object.is(value, -0) ? 0 : value)
      }),
    )
  })
})

describe('a draft becomes an answer', () => {
  test('a length in its own unit, bounded in the document’s', () => {
    const question = ask({ kind: 'length', min: 1, max: 100 })
    expect(read(question, { text: '2.5 cm' })).toEqual({
      answer: { id: 'q', kind: 'length', value: 2.5, unit: 'centimeters' },
    })
    expect(read(question, { text: '3/8"' })).toEqual({
      answer: { id: 'q', kind: 'length', value: 0.375, unit: 'inches' },
    })
    expect(read(question, { text: '4', unit: 'inches' })).toEqual({ why: 'At most 100 mm.' })
    expect(read(question, { text: '5' })).toMatchObject({ answer: { unit: 'millimeters' } })
    expect(read(question, { text: '0,5' })).toEqual({ why: 'At least 1 mm.' })
    expect(read(question, { text: 'long' })).toEqual({ why: 'This is no length.' })
    expect(read(question, { text: ' ' })).toBe('blank')
  })

  test('options, own words instead, and how many', () => {
    const question = ask({ kind: 'choices', custom: true, options: [{ label: 'A', detail: '' }], min: 2 })
    expect(read(question, { labels: ['A'] })).toEqual({ why: 'At least 2 options.' })
    expect(read(question, { text: ' both ' })).toEqual({ answer: { id: 'q', kind: 'text', text: 'both' } })
    expect(read(ask({ kind: 'choice' }), { text: 'mine' })).toBe('blank')
  })

  test('a point needs all three, objects their number', () => {
    expect(read(ask({ kind: 'point' }), { point: ['1', '2,5', ''] })).toEqual({ why: 'It takes three numbers.' })
    expect(read(ask({ kind: 'point' }), { point: ['1', '2,5', '-3'] })).toEqual({
      answer: { id: 'q', kind: 'point', point: [1, 2.5, -3] },
    })
    expect(read(ask({ kind: 'objects', max: 1 }), { objects: ['a', 'b'] })).toEqual({ why: 'At most 1 object.' })
  })
})
