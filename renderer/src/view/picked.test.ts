import { expect, test } from 'vitest'
import { picked } from './picked.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
const shift = { ...plain, shiftKey: true }
const ctrl = { ...plain, ctrlKey: true }

test.each([
  ['a click selects alone', ['a', 'b'], 'c', plain, ['c']],
  ['shift adds', ['a'], 'b', shift, ['a', 'b']],
  ['ctrl takes away', ['a', 'b'], 'a', ctrl, ['b']],
  ['cmd takes away', ['a'], 'a', { ...plain, metaKey: true }, []],
  ['a click on nothing clears', ['a'], null, plain, []],
] as const)('%s', (_, before, hit, keys, after) => {
  expect(picked(before, hit, keys)).toEqual(after)
})

test.each([
  ['the only one again', ['a'], 'a', plain],
  ['shift on one that is in', ['a', 'b'], 'a', shift],
  ['ctrl on one that is not', ['a'], 'b', ctrl],
  ['nothing on nothing', [], null, plain],
  ['shift on nothing', ['a'], null, shift],
] as const)('%s asks the host for nothing', (_, before, hit, keys) => {
  expect(picked(before, hit, keys)).toBe(before)
})
