import { UNIT_ABBREVIATION, type UnitSystem } from '../../../shared/geometry.ts'

const THIN_SPACE = '\u2009'

/** How the practice agent writes numbers: at most three decimals, thin spaces in thousands, a true minus. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(3).split('.')
  const rest = fraction.replace(/0+$/, '')
  const text = whole.replaceAll(/\B(?=(\d{3})+$)/g, THIN_SPACE) + (rest ? `.${rest}` : '')
  return value < 0 && text !== '0' ? `−${text}` : text
}

export function length(value: number, units: UnitSystem): string {
  const unit = UNIT_ABBREVIATION[units]
  return unit ? `${number(value)} ${unit}` : number(value)
}

/** "40 × 25 × 10 mm". */
export function sizes(values: readonly number[], units: UnitSystem): string {
  const unit = UNIT_ABBREVIATION[units]
  return `${values.map(number).join(' × ')}${unit ? ` ${unit}` : ''}`
}

/** "(10, 20, 0)". */
export const point = (values: readonly number[]): string => `(${values.map(number).join(', ')})`

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "four holes", "1 object", "30 spheres". */
export function count(n: number, singular: string, many = `${singular}s`): string {
  return `${SMALL[n] ?? number(n)} ${n === 1 ? singular : many}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "a", "a and b", "a, b and c". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
