import type { Point, UnitSystem } from '../../../src/shared/geometry.ts'

const THIN = '\u202f'
const MINUS = '−'

/** Decimals that a document's tolerance asks for: 0.01 gives 2. At most 6. */
export function decimalsOf(tolerance: number): number {
  if (!(tolerance > 0) || tolerance >= 1) return 0
  return Math.min(6, Math.ceil(-Math.log10(tolerance) - 1e-9))
}

/** "38 412.5" with narrow spaces in thousands, a true minus, and no zeros at the end. */
export function number(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–'
  const fixed = Math.abs(value).toFixed(decimals)
  if (fixed.includes('e')) return value.toExponential(2).replace('-', MINUS)
  const [whole = '0', part = ''] = fixed.split('.')
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole
  const tail = part.replace(/0+$/, '')
  const sign = value < 0 && Number(fixed) !== 0 ? MINUS : ''
  return `${sign}${grouped}${tail ? `.${tail}` : ''}`
}

export const withUnit = (text: string, unit: string): string => (unit ? `${text} ${unit}` : text)

/** "40 × 25 × 10 mm" */
export function extent(size: Point, decimals: number, unit: string): string {
  return withUnit(size.map((value) => number(value, decimals)).join(' × '), unit)
}

/** Volumes grow with the cube: what is below a thousandth of the whole is noise. */
export function volume(value: number, unit: string): string {
  return withUnit(number(value, volumeDecimals(value)), unit && `${unit}³`)
}

export function volumeDelta(before: number, after: number): string {
  const delta = after - before
  const text = number(delta, volumeDecimals(after || before))
  return delta > 0 ? `+${text}` : text
}

const volumeDecimals = (value: number): number =>
  Math.min(6, Math.max(0, 4 - Math.floor(Math.log10(Math.abs(value) || 1))))

const ABBREVIATIONS: Partial<Record<UnitSystem, string>> = {
  microns: 'µm',
  millimeters: 'mm',
  centimeters: 'cm',
  decimeters: 'dm',
  meters: 'm',
  kilometers: 'km',
  inches: 'in',
  feet: 'ft',
  yards: 'yd',
  miles: 'mi',
  none: '',
  other: '',
}

/** A turn remembers its units by name or by sign; on screen it is the sign. */
export const unitSign = (units: string): string => ABBREVIATIONS[units as UnitSystem] ?? units

/** "1 object", "3 objects", "12 400 objects" */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${number(n, 0)} ${n === 1 ? singular : plural}`
}

/** "< 0.1 s", "0.4 s", "12 s", "3 min 20 s" */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 0.05) return '< 0.1 s'
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** A wait that goes on: whole seconds, so that nothing flickers. "0 s", "12 s", "3 min 20 s" */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000)
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`
  if (n < 1e6) return `${number(n / 1e3, 0)} kB`
  return `${number(n / 1e6, 1)} MB`
}

/** Keeps a number and its unit on one line: for showing, not for sending. */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=(?:mm|cm|dm|m|km|in|ft|yd|µm)(?![\p{L}\d])|×|x \d)/gu, '$1\u00a0')
    .replace(/(×|\u00a0x) (?=\d)/g, '$1\u00a0')
