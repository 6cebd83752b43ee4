import { expect, test } from 'vitest'
import { money, tokens, usageDetail, usageLine } from './usage.ts'

const none = { input: null, cached: null, output: null, cost: null, context: null }

test('tokens are short', () => {
  expect([0, 840, 12_360, 120_000, 999_800, 1_240_000].map(tokens)).toEqual([
    '0',
    '840',
    '12.4 k',
    '120 k',
    '1 M',
    '1.2 M',
  ])
})

test('small sums keep digits that say something', () => {
  expect([0, 1.5, 0.034, 0.0021, 0.000012].map((amount) => money(amount, 'USD'))).toEqual([
    '0 USD',
    '1.5 USD',
    '0.03 USD',
    '0.0021 USD',
    '0.000012 USD',
  ])
})

test('what an agent does not tell is not there', () => {
  expect(usageLine(none)).toBeNull()
  expect(usageLine({ ...none, input: 3_000, cached: 9_000, output: 110 })).toBe('12.1 k tokens')
  expect(usageLine({ ...none, cost: { amount: 0.03, currency: 'USD' } })).toBe('0.03 USD')
  expect(usageDetail({ ...none, input: 3_000, cached: 0, output: 110, context: { used: 50_000, size: 200_000 } })).toBe(
    '3 k read, 110 written, 25 % of what it can have in mind',
  )
})
