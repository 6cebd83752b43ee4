import type { CreateElicitationRequest } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { formOf } from './form.ts'

const form = (properties: object, required?: string[]) =>
  formOf({
    sessionId: 's',
    mode: 'form',
    message: 'Before I go on',
    requestedSchema: { type: 'object', properties, ...(required && { required }) },
  } as unknown as CreateElicitationRequest)

test('every kind of field becomes a question, and its answer goes back in the field’s own words', () => {
  const read = form(
    {
      side: {
        type: 'string',
        title: 'Side',
        oneOf: [
          { const: 'l', title: 'Left' },
          { const: 'r', title: 'Right' },
        ],
      },
      round: { type: 'boolean', title: 'Rounded?' },
      holes: { type: 'integer', title: 'Holes', minimum: 1, maximum: 8 },
      layers: { type: 'array', title: 'Layers', items: { enum: ['A', 'B'] }, maxItems: 2 },
      name: { type: 'string', title: 'Name' },
    },
    ['side', 'round'],
  )
  expect(read?.questions.map(({ kind, optional }) => [kind, optional])).toEqual([
    ['choice', false],
    ['choice', false],
    ['number', true],
    ['choices', true],
    ['text', true],
  ])
  expect(read?.questions[2]).toMatchObject({ text: 'Holes', min: 1, max: 8 })
  expect(
    read?.content([
      { id: '0', kind: 'choice', labels: ['Right'] },
      { id: '1', kind: 'choice', labels: ['No'] },
      { id: '2', kind: 'number', value: 4 },
      { id: '3', kind: 'choice', labels: ['A', 'B'] },
    ]),
  ).toEqual({ side: 'r', round: false, holes: 4, layers: ['A', 'B'] })
})

test('own words beside a choice have the field that Claude’s adapter gives them', () => {
  const read = form({
    question_0: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    question_0_custom: { type: 'string', title: 'Other' },
  })
  expect(read?.questions).toMatchObject([{ kind: 'choice', custom: true, text: 'Before I go on' }])
  expect(read?.content([{ id: '0', kind: 'text', text: 'neither' }])).toEqual({ question_0_custom: 'neither' })
})

test('what fits no card is no form', () => {
  expect(form({})).toBeNull()
  expect(form(Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i}`, { type: 'string' }])))).toBeNull()
  expect(
    formOf({ mode: 'url', message: 'm', url: 'https://example.org' } as unknown as CreateElicitationRequest),
  ).toBeNull()
})
