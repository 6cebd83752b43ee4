import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TITLE, titleFromPrompt } from './title.ts'

test.each([
  ['Make a box', 'Make a box'],
  ['  two\n\nlines\tand tabs ', 'two lines and tabs'],
  [
    'A 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes, please',
    'A 40 x 25 x 10 mm plate with rounded edges and four 5 mm…',
  ],
  ['x'.repeat(80), `${'x'.repeat(MAX_TITLE - 1)}…`],
  [`${'x'.repeat(MAX_TITLE - 1)} y`, `${'x'.repeat(MAX_TITLE - 1)}…`],
  ['x'.repeat(MAX_TITLE), 'x'.repeat(MAX_TITLE)],
  ['nul\u0000byte', 'nul byte'],
])('%j becomes %j', (prompt, title) => {
  expect(titleFromPrompt(prompt)).toBe(title)
})

test('is one line, never too long, never cut inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (prompt) => {
      const title = titleFromPrompt(prompt)
      expect([...new Intl.Segmenter().segment(title)].length).toBeLessThanOrEqual(MAX_TITLE)
      expect(title).not.toMatch(/[\n\r\t\0]|\p{Cs}/u)
    }),
  )
})
