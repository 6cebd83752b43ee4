import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../../src/agents/practice/examples.ts'
import { isAnswer, parse } from '../../../src/agents/practice/language/parse.ts'
import { ROOT } from '../../../src/entries.ts'
import { SENTENCES } from './sentences.ts'
import { shorthand } from './shorthand.ts'

/** What the document of these sentences has in it. */
const NAMES = ['Bracket', 'Base plate', 'Walls', 'Plate 2']

describe('sentences', () => {
  test.each(SENTENCES)('%s', (sentence, expected) => {
    expect(parse(sentence, NAMES).map(shorthand)).toEqual(expected)
  })
})

test('every example of the help is understood without a question', () => {
  for (const { sentences } of EXAMPLES) {
    for (const sentence of sentences) {
      expect([sentence, ...parse(sentence).map(({ is }) => is)]).toEqual([
        sentence,
        ...parse(sentence).map(() => 'command'),
      ])
    }
  }
})

test('the docs show exactly these examples', () => {
  const page = readFileSync(join(ROOT, 'docs/practice-agent.md'), 'utf8')
  const shown = [...page.matchAll(/^- `(.+)`$/gm)].map(([, sentence]) => sentence)
  expect(shown).toEqual(EXAMPLES.flatMap(({ sentences }) => sentences))
})

const words = fc.constantFrom(
  ...SENTENCES.flatMap(([sentence]) => sentence.split(' ')),
  ...[
    '"',
    '(',
    ')',
    ',',
    '1/0',
    '-',
    '×',
    '°',
    '\n',
    'x',
    'by',
    'and',
    'then',
    'from',
    'on',
    'in',
    '999999999999999999999',
  ],
)

test('no text makes it throw, and nothing is understood of nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => void parse(text)))
  fc.assert(
    fc.property(fc.array(words, { maxLength: 25 }), (parts) => void parse(parts.join(' '), NAMES)),
    { numRuns: 2000 },
  )
  expect(parse('')).toEqual([])
  expect(parse('… ! ?')).toEqual([])
})

test('the words of a clause are its own, so that it can be quoted and completed', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 25 }), (parts) => {
      const text = parts.join(' ')
      for (const clause of parse(text, NAMES)) expect(text).toContain(clause.text)
    }),
  )
})

test('long prompts are refused with a sentence, quickly', () => {
  expect(parse('a'.repeat(100_000)).map(shorthand)).toEqual(['! that is too long for me; I know short sentences'])
  expect(parse('move it 1 mm up; '.repeat(41)).map(shorthand)).toEqual([
    '! these are 41 steps; I take at most 40 at a time',
  ])
})

test.each([
  ['5 mm', true],
  ['diameter 20 mm, 50 mm high', true],
  ['40 x 25 x 10', true],
  ['radius 5', true],
  ['at 10,20,0', true],
  ['in a row', true],
  ['make it 5 mm', true],
  ['make it red', false],
  ['move it 10 mm up', false],
  ['a box 10 x 10 x 10', false],
  ['undo', false],
  ['', false],
])('“%s” can be an answer: %s', (text, can) => {
  expect(isAnswer(text)).toBe(can)
})
