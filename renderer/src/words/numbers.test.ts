import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { count, decimalsOf, duration, extent, number, unbroken, unitSign, volume, volumeDelta } from './numbers.ts'

describe('numbers on screen', () => {
  test.each([
    [0, 2, '0'],
    [12.5, 2, '12.5'],
    [40, 3, '40'],
    [1234, 0, '1234'],
    [38412.2, 1, '38\u202f412.2'],
    [-1234567, 0, '−1\u202f234\u202f567'],
    [-0.001, 2, '0'],
    [Number.NaN, 2, '–'],
    [1e22, 0, '1.00e+22'],
  ])('%d with %d decimals is %s', (value, decimals, text) => {
    expect(number(value, decimals)).toBe(text)
  })

  test('precision follows the tolerance', () => {
    expect([0.01, 0.001, 0.1, 1, 0.005, 0, Number.NaN, 1e-12].map(decimalsOf)).toEqual([2, 3, 1, 0, 3, 0, 0, 6])
  })

  test('sizes, volumes and their differences carry units and signs', () => {
    expect(extent([40, 25, 10.126], 2, 'mm')).toBe('40 × 25 × 10.13 mm')
    expect(extent([1, 2, 3], 0, '')).toBe('1 × 2 × 3')
    expect(volume(38412.4, 'mm')).toBe('38\u202f412 mm³')
    expect(volumeDelta(39024.4, 38412.4)).toBe('−612')
    expect(volumeDelta(0, 0.125)).toBe('+0.125')
  })

  test('counts and durations', () => {
    expect([count(1, 'object'), count(3, 'object'), count(0, 'edge')]).toEqual(['1 object', '3 objects', '0 edges'])
    expect([40, 9_940, 9_960, 59_400, 200_000, 3_900_000].map(duration)).toEqual([
      '< 0.1 s',
      '9.9 s',
      '10 s',
      '59 s',
      '3 min 20 s',
      '1 h 5 min',
    ])
  })

  test('a size stays on one line, words beside it do not', () => {
    const tied = (text: string) => unbroken(text).replaceAll('\u00a0', '_')
    expect(tied('40 × 25 × 10 mm plate')).toBe('40_×_25_×_10_mm plate')
    expect(tied('a 40 x 25 mm plate, 2 x as long, in 3 minutes')).toBe('a 40_x_25_mm plate, 2 x as long, in 3 minutes')
    expect(tied('9196 mm³ at 2 in')).toBe('9196_mm³ at 2_in')
    expect(tied('in 2 inches or 2 meters')).toBe('in 2 inches or 2 meters')
  })

  test('units by name or by sign', () => {
    expect(['millimeters', 'mm', 'inches', 'none', 'parsecs'].map(unitSign)).toEqual(['mm', 'mm', 'in', '', 'parsecs'])
  })

  test('a formatted number reads back as the number, to its precision', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const back = Number(number(value, decimals).replaceAll('\u202f', '').replace('−', '-'))
          expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals + Math.abs(value) * 1e-15)
        },
      ),
    )
  })
})
