import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHash, ITEM_KINDS, readLocator, writeLocator } from './locator.ts'

describe('locators', () => {
  test('come back as they were written, dots and URIs in the target included', () => {
    const locator = fc.record({
      processId: fc.integer({ min: 1, max: 4_294_967_295 }),
      kind: fc.constantFrom(...ITEM_KINDS),
      hash: fc.stringMatching(/^[0-9a-f]{8}$/),
      target: fc.oneof(fc.constant('rhino://view/Top.2'), fc.stringMatching(/^\S[\s\S]{0,50}$/)),
    })
    fc.assert(
      fc.property(locator, (one) => {
        expect(readLocator(writeLocator(one))).toEqual(one)
      }),
    )
  })

  test.each([
    '',
    'create_box',
    'tb1.0.t.00000000.x',
    'tb1.1.x.00000000.x',
    'tb1.1.t.0000000.x',
    'tb1.1.t.0000000G.x',
    'tb1.1.t.00000000.',
    'tb1.1.t.00000000. x',
    'tb2.1.t.00000000.x',
    `tb1.1.t.00000000.${'x'.repeat(3000)}`,
  ])('%j is none', (text) => expect(readLocator(text)).toBeUndefined())
})

describe('contentHash', () => {
  test('does not mind the order of keys, and minds everything else', () => {
    const content = { name: 'a', schema: { type: 'object', properties: { x: { type: 'number' } } }, list: [1, 2] }
    const shuffled = { list: [1, 2], schema: { properties: { x: { type: 'number' } }, type: 'object' }, name: 'a' }
    expect(contentHash(shuffled)).toBe(contentHash(content))
    expect(contentHash({ ...content, list: [2, 1] })).not.toBe(contentHash(content))
    expect(contentHash({ ...content, name: 'b' })).not.toBe(contentHash(content))
  })
})
