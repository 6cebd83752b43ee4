import type { BoundingBox } from '../shared/geometry.ts'
import type { Wording } from './define.ts'

/** Parts of the sentences on tool cards. */

export const withUnit = (text: string, words: Wording): string => (words.unit ? `${text} ${words.unit}` : text)

/** "10, 0, 0 mm" */
export const pointPhrase = (point: readonly number[], words: Wording): string =>
  withUnit(point.map((part) => words.number(part)).join(', '), words)

/** "40 × 25 × 10 mm" */
export const sizePhrase = (sizes: readonly number[], words: Wording): string =>
  withUnit(sizes.map((size) => words.number(size)).join(' × '), words)

/** A box's extent along X, Y and Z. */
export function extent({ min, max }: BoundingBox): [number, number, number] {
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
}

/** The last part of a file path of any system. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path

/** “Walls” */
export const quoted = (text: string): string => `“${text}”`

/** "1 000 mm²": `power` is ² or ³. */
export const powerPhrase = (value: number, power: '²' | '³', words: Wording): string =>
  words.unit ? `${words.number(value)} ${words.unit}${power}` : words.number(value)
