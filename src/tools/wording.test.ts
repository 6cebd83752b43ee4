import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordingFor } from './wording.ts'

const mm = wordingFor('millimeters', 0.01)
const THIN = '\u2009'

describe('wordingFor', () => {
  it.each([
    [10, '10 mm'],
    [12.5, '12.5 mm'],
    [12.3456, '12.35 mm'],
    [0.004, '0 mm'],
    [-0.004, '0 mm'],
    [-7.25, '\u22127.25 mm'],
    [999, '999 mm'],
    [9999, `9${THIN}999 mm`],
    [38412.7, `38${THIN}412.7 mm`],
    [-1234567.891, `\u22121${THIN}234${THIN}567.89 mm`],
    [1e21, '1.000e+21 mm'],
    [Number.NaN, '– mm'],
  ])('writes %d as %s', (value, text) => expect(mm.length(value)).toBe(text))

  it('takes its precision from the tolerance', () => {
    expect(wordingFor('meters', 0.001).length(1.23456)).toBe('1.235 m')
    expect(wordingFor('inches', 0.0005).length(1.23456)).toBe('1.2346 in')
    expect(wordingFor('millimeters', 1).length(1.6)).toBe('2 mm')
    expect(wordingFor('millimeters', 0).length(1.23456)).toBe('1.235 mm')
    expect(wordingFor('millimeters', 1e-30).number(1 / 3)).toBe('0.3333333')
  })

  it('has no dangling blank where there is no unit', () => expect(wordingFor('none', 0.01).length(3)).toBe('3'))

  it('counts', () => {
    expect(mm.count(1, 'object')).toBe('1 object')
    expect(mm.count(0, 'object')).toBe('0 objects')
    expect(mm.count(2, 'copy', 'copies')).toBe('2 copies')
    expect(mm.count(12_000, 'object')).toBe(`12${THIN}000 objects`)
  })

  it('says any number within half its last decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const read = Number(mm.number(value).replaceAll(THIN, '').replace('\u2212', '-'))
        expect(Math.abs(read - value)).toBeLessThanOrEqual(0.005 + 1e-6)
      }),
    )
  })
})
