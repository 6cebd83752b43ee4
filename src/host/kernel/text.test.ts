import { expect, test } from 'vitest'
import type { TextGeometry } from '../geometry.ts'
import { CAP_HEIGHT, LETTERS, MARKS } from './letters.ts'
import { textStrokes } from './text.ts'

const write = (text: string, more: Partial<TextGeometry> = {}): Float64Array =>
  textStrokes({
    kind: 'text',
    text,
    frame: { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] },
    height: CAP_HEIGHT,
    font: 'Arial',
    bold: false,
    italic: false,
    ...more,
  })
const along = (strokes: Float64Array, axis: number): number[] => [...strokes].filter((_, i) => i % 3 === axis)
const tallest = (text: string): number => Math.max(...along(write(text), 1))

test('Every letter has strokes within its own width, the tallest capital as high as the text', () => {
  for (const [letter, code] of Object.entries({ ...LETTERS, ...MARKS })) {
    expect(code).toMatch(/^\d( ~?([0-9a-f]{2})+)*$/)
    if (letter === ' ') expect(write(letter)).toHaveLength(0)
  }
  for (const letter of Object.keys(LETTERS)) {
    for (const x of along(write(letter), 0)) {
      expect(x).toBeGreaterThanOrEqual(-0.5)
      expect(x).toBeLessThanOrEqual(Number(LETTERS[letter]![0]) + 1.1)
    }
  }
  expect(tallest('H')).toBe(CAP_HEIGHT)
  expect(Math.max(...along(write('H', { height: 5 }), 1))).toBeCloseTo(5)
})

test('Marks stand over their letter, higher over a capital; unknown letters are a box', () => {
  expect(tallest('ä')).toBeGreaterThan(tallest('a'))
  expect(tallest('Ä')).toBeGreaterThan(tallest('ä'))
  const [a, e] = [write('a'), write('ä')]
  expect(Math.max(...along(e, 0)) - Math.max(...along(a, 0))).toBeLessThan(0.5)
  expect(write('☺')).toEqual(write('☹'))
  expect(write('☺').length).toBeGreaterThan(0)
})

test('Letters go to the right, lines down, bold is twice, italic leans', () => {
  expect(Math.max(...along(write('HH'), 0))).toBeGreaterThan(Math.max(...along(write('H'), 0)))
  expect(Math.min(...along(write('H\nH'), 1))).toBeLessThan(-CAP_HEIGHT)
  expect(write('H', { bold: true })).toHaveLength(write('H').length * 2)
  expect(Math.max(...along(write('H', { italic: true }), 0))).toBeGreaterThan(6)
  const upright = { origin: [1, 2, 3], x: [0, 1, 0], y: [0, 0, 1], z: [1, 0, 0] } as TextGeometry['frame']
  expect(new Set(along(write('H', { frame: upright }), 0))).toEqual(new Set([1]))
})
