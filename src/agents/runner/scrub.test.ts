import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

test.each([
  ['Authorization: Bearer abc.def-123456', 'abc.def-123456'],
  ['key sk-ant-REDACTED was refused', 'sk-ant'],
  ['using AIzaSyD-1234567890abcdef', 'SyD-1234567890abcdef'],
  ['{"GEMINI_API_KEY":"dummy-value"}', 'dummy-value'],
  ['token=abcd1234, next', 'abcd1234'],
])('%s', (line, secret) => {
  expect(scrub(line)).not.toContain(secret)
})

test('given secrets go wherever they stand, plain words stay', () => {
  expect(scrub('connected to http://127.0.0.1:1/mcp with s3cret!', ['s3cret!'])).toBe(
    'connected to http://127.0.0.1:1/mcp with •••',
  )
  expect(scrub('The box is 40 × 25 × 10 mm.')).toBe('The box is 40 × 25 × 10 mm.')
})
