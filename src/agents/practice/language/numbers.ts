/** Reading numbers as designers write them: 12, 12.5, 12,5, 1/2, 1 1/2, 1-1/2, ½, 1½, 1e3, .5, −3. */
import { table } from '../../../shared/table.ts'

const VULGAR = table<number>({
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
})
const FRACTION = `\\d{1,4}\\/\\d{1,4}(?![\\d/])`
const VULGARS = `[${Object.keys(VULGAR).join('')}]`

/** One number, without a sign. Alternatives from the longest to the shortest. */
export const NUMBER_SOURCE = [
  `\\d{1,6}[ -]${FRACTION}`,
  FRACTION,
  `\\d{1,6} ?${VULGARS}`,
  VULGARS,
  '\\d{1,3}(?:,\\d{3}){2,}(?![\\d,])(?:\\.\\d+)?',
  '\\d{1,3},\\d{3}\\.\\d+',
  '\\d{1,15},\\d{1,15}(?![\\d,])',
  '\\d{0,18}\\.\\d{1,18}(?:e[+-]?\\d{1,3})?',
  '\\d{1,18}(?:e[+-]?\\d{1,3})?',
].join('|')

export type ReadNumber = { value: number } | { unclear: string }

/** The value of what {@link NUMBER_SOURCE} matched. "1,500" is unclear: a thousand and a half, or one and a half. */
export function readNumber(text: string): ReadNumber {
  const mixed = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text)
  if (mixed) {
    const below = Number(mixed[3])
    if (below === 0) return { unclear: `${text} divides by zero` }
    return { value: Number(mixed[1] ?? 0) + Number(mixed[2]) / below }
  }
  const vulgar = VULGAR[text.at(-1) ?? '']
  if (vulgar !== undefined) return { value: Number(text.slice(0, -1).trim() || 0) + vulgar }
  if (/^\d{1,3}(,\d{3}){2,}/.test(text) || /^\d{1,3},\d{3}\./.test(text)) {
    return { value: Number(text.replaceAll(',', '')) }
  }
  if (text.includes(',')) {
    const [whole = '', part = ''] = text.split(',')
    if (part.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
      return { unclear: `“${text}” can be read as ${whole}.${part} or as ${whole}${part}; write one of these` }
    }
    return { value: Number(`${whole}.${part}`) }
  }
  return { value: Number(text) }
}
