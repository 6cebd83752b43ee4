import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinWords, splitWords } from './words.ts'

test('words are split at spaces, quotes keep them together', () => {
  expect(splitWords('npx -y "my server" --name \'a "b"\'  x')).toEqual([
    'npx',
    '-y',
    'my server',
    '--name',
    'a "b"',
    'x',
  ])
  expect(splitWords('   ')).toEqual([])
  expect(splitWords('""')).toEqual([''])
})

test('what was joined is split into the same words', () => {
  const word = fc.string().filter((text) => !(text.includes('"') && text.includes("'")))
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(splitWords(joinWords(words))).toEqual(words)
    }),
  )
})
