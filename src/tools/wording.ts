import { UNIT_ABBREVIATION, type UnitSystem } from '../shared/geometry.ts'
import type { Wording } from './define.ts'

const THIN_SPACE = '\u2009'
const MINUS = '\u2212'
const MOST_DECIMALS = 7

/**
 * How numbers read on a card: the document's precision without idle zeros, thin spaces in thousands, a true minus,
 * the unit after a space. `tolerance` is the document's absolute one, in its units: 0.01 gives two decimals.
 */
export function wordingFor(units: UnitSystem, tolerance: number): Wording {
  const unit = UNIT_ABBREVIATION[units]
  const decimals = decimalsOf(tolerance)
  const number = (value: number) => numberText(value, decimals)
  return {
    unit,
    number,
    length: (value) => (unit ? `${number(value)} ${unit}` : number(value)),
    count: (n, singular, plural = `${singular}s`) => `${numberText(n, 0)} ${n === 1 ? singular : plural}`,
  }
}

/** Decimals that a tolerance makes meaningful; 3 where it says nothing. */
function decimalsOf(tolerance: number): number {
  if (!Number.isFinite(tolerance) || tolerance <= 0) return 3
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(-Math.log10(tolerance) - 1e-9)))
}

function numberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 1e15) return value.toExponential(3).replaceAll('-', MINUS)
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.')
  const rest = fraction.replace(/0+$/, '')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, THIN_SPACE)
  const text = rest ? `${grouped}.${rest}` : grouped
  return value < 0 && text !== '0' ? MINUS + text : text
}
