import { UNIT_ABBREVIATION, UNIT_SYSTEMS } from '../shared/geometry.ts'

/**
 * The spellings that each kind of value is taken in, beside its own: what GOLEM's clients and hurried agents send.
 * Each function gives the value in its own spelling, or the value as it came where it cannot be read; saying what is
 * wrong with it is the schema's part. None of them throws or changes what it was given.
 */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const GUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const HEX_COLOR = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i
const SHORT_HEX_COLOR = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value that JSON text stands for, where the text looks like a list or an object; any other text as it came. */
export function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text.startsWith('[') && !text.startsWith('{')) return value
  try {
    return JSON.parse(text)
  } catch {
    return value // Not JSON after all: the schema says what was expected.
  }
}

/** "12.5", also with a typographic minus. */
export function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim().replace('−', '-')
  return NUMBER.test(text) ? Number(text) : value
}

export function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : value
}

/** Braces off, lower case, dashes in; what is no GUID is only trimmed. A list of one is taken as its item. */
export function readGuid(raw: unknown): unknown {
  // Ids in braces look like JSON and are none: 100 000 failed readings would take seconds.
  const list = typeof raw === 'string' && !raw.trimStart().startsWith('[') ? raw : readJson(raw)
  const value = Array.isArray(list) && list.length === 1 ? list[0] : raw
  if (typeof value !== 'string') return value
  const text = value.trim()
  const bare = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1).trim() : text
  if (!GUID.test(bare)) return bare
  const digits = bare.replaceAll('-', '').toLowerCase()
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}

/** A list of numbers from a list, "1,2,3" or JSON text; undefined where it is none. */
function numbersIn(value: unknown): number[] | undefined {
  const parts = typeof value === 'string' ? value.split(/[,;\s]+/).filter((part) => part !== '') : value
  if (!Array.isArray(parts)) return undefined
  const numbers = parts.map(readNumber)
  return numbers.every((part) => typeof part === 'number') ? (numbers as number[]) : undefined
}

/** The values under `names` in either case, as RhinoCommon's JSON writes X, Y, Z and R, G, B. */
function partsOf(value: Record<string, unknown>, names: readonly string[]): unknown[] {
  const part = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)
  return names.map((name) => part(name) ?? part(name.toUpperCase()))
}

/** [x, y, z] from {x, y, z} or "1,2,3". */
export function readVector(raw: unknown): unknown {
  const value = readJson(raw)
  const numbers = numbersIn(isRecord(value) ? partsOf(value, ['x', 'y', 'z']) : value)
  return numbers ?? value
}

/** As {@link readVector}; two numbers lie on the world's XY plane, as in Rhino's command line. */
export function readPoint(raw: unknown): unknown {
  const value = readJson(raw)
  const parts = isRecord(value) ? partsOf(value, ['x', 'y', 'z']) : value
  if (Array.isArray(parts) && isRecord(value) && (parts[2] === undefined || parts[2] === null)) parts.pop()
  const numbers = numbersIn(parts)
  if (numbers?.length === 2) return [...numbers, 0]
  return numbers ?? value
}

/** [r, g, b] from {r, g, b}, "#rrggbb", "#rgb", "255,0,0" or four numbers, whose alpha is dropped. */
export function readColor(raw: unknown): unknown {
  const value = readJson(raw)
  if (typeof value === 'string') {
    const text = value.trim()
    const [, long] = HEX_COLOR.exec(text) ?? []
    const short = SHORT_HEX_COLOR.exec(text)
    const digits =
      long ??
      short
        ?.slice(1)
        .map((digit) => digit + digit)
        .join('')
    if (digits) return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  }
  const numbers = numbersIn(isRecord(value) ? partsOf(value, ['r', 'g', 'b']) : value)
  return numbers ? numbers.slice(0, numbers.length === 4 ? 3 : undefined) : value
}

/** [x, y, z] factors; one number counts for all three. */
export function readFactors(raw: unknown): unknown {
  const value = readNumber(raw)
  return typeof value === 'number' ? [value, value, value] : readVector(value)
}

/** {origin, …}; a bare point is the world's XY plane at that point. */
export function readPlane(raw: unknown): unknown {
  const value = readJson(raw)
  const origin = readPoint(value)
  return Array.isArray(origin) ? { origin } : value
}

const bareWord = (word: string) => word.toLowerCase().replaceAll(/[-_ ]/g, '')

/** The option that is meant, whatever its case, dashes and blanks: "X-Ray" is XRay. */
export function readOption(value: unknown, options: readonly unknown[]): unknown {
  if (typeof value !== 'string' || options.includes(value)) return value
  const meant = bareWord(value)
  return options.find((option) => typeof option === 'string' && bareWord(option) === meant) ?? value
}

/** "mm", "Millimetres" and "millimeter" are millimeters. */
export function readUnits(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  const plain = word.replace(/metre(s?)$/, 'meter$1')
  const found = UNIT_SYSTEMS.find((units) =>
    [units, units.replace(/s$/, ''), UNIT_ABBREVIATION[units]].some(
      (name) => name !== '' && (name === plain || name === word),
    ),
  )
  return found ?? (plain === 'inch' ? 'inches' : plain === 'foot' ? 'feet' : value)
}

/** A list from JSON text, "a, b" or a single value. */
export function readList(raw: unknown): unknown {
  const value = readJson(raw)
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string' || value.trim().startsWith('[')) return value
  const items = value.split(/[,;\n]+/).map((item) => item.trim())
  return items.filter((item) => item !== '')
}

/** Points in one list; rows of points are laid one after the other. */
export function readGrid(raw: unknown): unknown {
  const list = readList(raw)
  if (!Array.isArray(list)) return list
  const rows = list.map(readJson)
  // A list of numbers is a point; any other list is a row of them.
  const isRow = (row: unknown) => Array.isArray(row) && numbersIn(row) === undefined
  return (rows.every(isRow) ? rows.flat() : rows).map(readPoint)
}
