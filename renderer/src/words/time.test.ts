import { expect, test } from 'vitest'
import { ago, clock, until } from './time.ts'

const now = new Date(2026, 10, 30, 14, 2).getTime()

test.each([
  [new Date(2026, 10, 30, 14, 1, 30), 'now'],
  [new Date(2026, 10, 30, 13, 57), '5 min ago'],
  [new Date(2026, 10, 30, 11, 0), '3 h ago'],
  [new Date(2026, 10, 29, 23, 59), 'yesterday'],
  [new Date(2026, 10, 25, 9, 0), '5 days ago'],
  [new Date(2026, 10, 12, 9, 0), '12 Nov'],
  [new Date(2024, 10, 12, 9, 0), '12 Nov 2024'],
  [new Date(2026, 10, 30, 14, 5), 'now'],
])('%s is %s', (at, text) => {
  expect(ago(at.getTime(), now)).toBe(text)
})

test.each([
  [new Date(2026, 10, 30, 14, 0), 'now'],
  [new Date(2026, 10, 30, 14, 30), 'in 28 min'],
  [new Date(2026, 10, 30, 17, 0), 'in 3 h'],
  [new Date(2026, 11, 1, 0, 30), 'tomorrow'],
  [new Date(2026, 11, 7, 14, 2), 'in 7 days'],
])('what comes at %s comes %s', (at, text) => {
  expect(until(at.getTime(), now)).toBe(text)
})

test('the clock has two digits everywhere', () => {
  expect(clock(new Date(2026, 0, 1, 9, 5).getTime())).toBe('09:05')
})
