import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenize } from './lexer.ts'
import { inDocument } from './units.ts'

const brief = (text: string) =>
  tokenize(text).map((token) => {
    switch (token.kind) {
      case 'word':
        return token.word
      case 'number':
        return `${token.value}${token.unit ?? ''}`
      case 'sizes':
        return token.sizes.map(({ value, unit }) => `${value}${unit ?? ''}`).join('×')
      case 'point':
        return `(${token.point.map(({ value, unit }) => `${value}${unit ?? ''}`).join(' ')})`
      case 'angle':
        return `${token.degrees}°`
      case 'percent':
        return `${token.percent}%`
      case 'times':
        return `${token.times}*`
      case 'quoted':
        return `“${token.text}”`
      case 'color':
        return token.color.join('/')
      case 'mark':
        return token.mark
      default:
        return token.kind
    }
  })

test.each([
  ['40 x 25 x 10 mm', ['40mm×25mm×10mm']],
  ['40x25x10mm', ['40mm×25mm×10mm']],
  ['40mmx25mmx.5cm', ['40mm×25mm×0.5cm']],
  ['40mm × 2,5 cm by 10', ['40mm×2.5cm×10']],
  ["4' x 8'", ['4ft×8ft']],
  ['5\' 3 1/2"', ['63.5in']],
  ['1/2"', ['0.5in']],
  ['1 1/2 in', ['1.5in']],
  ['1-1/2 inch rod', ['1.5in', 'rod']],
  ['1½" plate', ['1.5in', 'plate']],
  ['a 2 in hole', ['a', '2in', 'hole']],
  ['4 in a row', ['4', 'in', 'a', 'row']],
  ['10 in x', ['10', 'in', 'x']],
  ['10 in in x', ['10in', 'in', 'x']],
  ['four 5-mm holes', ['4', '5mm', 'holes']],
  ['ø5 r2 R 2 d=6', ['diameter', '5', 'radius', '2', 'radius', '2', 'diameter', '6']],
  ['rotate 45° then 30 degrees', ['rotate', '45°', 'then', '30°']],
  ['scale 2x, 50%, 3 times', ['scale', '2*', ',', '50%', ',', '3*']],
  ['at 10,20,0', ['at', '(10 20 0)']],
  ['at 10, 20', ['at', '(10 20 0)']],
  ['(1.5, -2) mm', ['(1.5mm -2mm 0mm)']],
  ['from 0,0 to 10,5,2', ['from', '(0 0 0)', 'to', '(10 5 2)']],
  ['points 0,0 10,0 10,10', ['points', '(0 0 0)', '(10 0 0)', '(10 10 0)']],
  ['2,5 mm', ['2.5mm']],
  ['2,500 mm', ['unclear', 'mm']],
  ['1,200,000', ['1200000']],
  ['1,200.5', ['1200.5']],
  ['0,125', ['0.125']],
  ['call it "Base plate"', ['call', 'it', '“Base plate”']],
  ['layer Arch::Walls', ['layer', 'arch::walls']],
  ['paint it #ff8000', ['paint', 'it', '255/128/0']],
  ['Plate2 is here', ['plate2', 'is', 'here']],
  ['-5 −5 .5', ['-5', '-5', '0.5']],
  ['1 x 2 x 3 x 4', ['unclear']],
  ['', []],
])('%s', (text, tokens) => {
  expect(brief(text)).toEqual(tokens)
})

test('no text is too strange, and tokens lie in order inside it', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('10', ' x ', '1/0', '"', "'", ',', ' in ', '(', '1,', '⅛', '5 mm '),
    ),
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('')
      let at = 0
      for (const token of tokenize(text)) {
        expect(token.start).toBeGreaterThanOrEqual(at)
        expect(token.end).toBeGreaterThan(token.start)
        at = token.end
      }
      expect(at).toBeLessThanOrEqual(text.length)
    }),
  )
})

test('lengths become the units of the document', () => {
  expect(inDocument({ value: 25.4, unit: 'mm' }, 'inches')).toBe(1)
  expect(inDocument({ value: 1.5, unit: 'in' }, 'millimeters')).toBe(38.1)
  expect(inDocument({ value: 3, unit: null }, 'feet')).toBe(3)
  expect(inDocument({ value: 3, unit: 'mm' }, 'none')).toBe(3)
})
