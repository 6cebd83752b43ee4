import { isDeepStrictEqual } from 'node:util'
import { parse, TomlError } from 'smol-toml'
import { ConnectTrouble, ENTRY_NAME } from './entry.ts'

type Toml = Record<string, unknown>

/**
 * Sets our table in a TOML file. The text is edited line by line, because no writer keeps comments; what came of it is
 * read back before it counts.
 */
export function putInToml(text: string, section: string, entry: Toml): string {
  const before = read(text)
  const held = entryIn(before, section)
  if (held && contains(held, entry)) return text
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const own = [
    `[${section}.${ENTRY_NAME}]`,
    ...Object.entries(entry).map(([key, value]) => `${key} = ${written(value)}`),
  ]
  const at = ownHeader(lines, section)
  // What a user added to the table stays, and so do the tables below it, which have headers of their own.
  const kept = at ? withoutKeys(lines.slice(at.from + 1, at.to), Object.keys(entry)) : []
  const placed = at ? [...lines.slice(0, at.from), ...own, ...kept, ...lines.slice(at.to)] : appended(lines, own)
  return checked(before, placed.join(end), section, entry)
}

/** Takes our table out again, and those below it. */
export function takeFromToml(text: string, section: string): string {
  const before = read(text)
  if (!entryIn(before, section)) return text
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  let lines = text.split(/\r?\n/)
  for (let at = ownHeader(lines, section, true); at; at = ownHeader(lines, section, true)) {
    const from = lines[at.from - 1]?.trim() === '' && lines[at.to]?.trim() === '' ? at.from - 1 : at.from
    lines = [...lines.slice(0, from), ...lines.slice(at.to)]
  }
  return checked(before, lines.join(end), section, undefined)
}

export const entryInToml = (text: string, section: string): unknown => entryIn(read(text), section)

interface Span {
  /** The header's line. */
  from: number
  /** The line after the table's last one; comments and blank lines before the next header belong to that header. */
  to: number
}

function ownHeader(lines: readonly string[], section: string, withThoseBelow = false): Span | undefined {
  const below = withThoseBelow ? '(?:\\..*)?' : ''
  const header = new RegExp(`^\\s*\\[\\s*${section}\\s*\\.\\s*"?${ENTRY_NAME}"?\\s*${below}\\]\\s*(?:#.*)?$`)
  const from = lines.findIndex((line) => header.test(line))
  if (from === -1) return undefined
  const next = lines.findIndex((line, index) => index > from && /^\s*\[/.test(line) && !/^\s*\[.*,\s*$/.test(line))
  let to = next === -1 ? lines.length : next
  while (to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1] ?? '')) to -= 1
  return { from, to }
}

/** The lines of a table without those that say what these keys are; a value may go over several lines. */
function withoutKeys(lines: readonly string[], keys: readonly string[]): string[] {
  let dropping = false
  return lines.filter((line) => {
    const key = /^\s*"?([\w-]+)"?\s*=/.exec(line)?.[1]
    if (key !== undefined) dropping = keys.includes(key)
    else if (/^\s*(?:#.*)?$/.test(line)) dropping = false
    return !dropping
  })
}

/** Text, a list of texts, or an inline table: written as JSON they are valid TOML, but for the colon. */
const written = (value: unknown): string =>
  isTable(value)
    ? `{ ${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)} = ${JSON.stringify(inner)}`)
        .join(', ')} }`
    : JSON.stringify(value)

function appended(lines: readonly string[], own: readonly string[]): string[] {
  const kept = [...lines]
  while (kept.at(-1)?.trim() === '') kept.pop()
  return [...kept, ...(kept.length > 0 ? [''] : []), ...own, '']
}

function read(text: string): Toml {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConnectTrouble(`it is not valid TOML (line ${error.line}: ${error.message.split('\n')[0]})`, error)
  }
}

function entryIn(whole: Toml, section: string): Toml | undefined {
  const held = whole[section]
  if (held === undefined) return undefined
  if (!isTable(held)) throw new ConnectTrouble(`“${section}” in it is no table`)
  const ours = held[ENTRY_NAME]
  return isTable(ours) ? ours : undefined
}

/** Looks at the outcome before anything is written: our table as it should be, and all else as it was. */
function checked(before: Toml, text: string, section: string, entry: Toml | undefined): string {
  const after = readOutcome(text)
  const ours = entryIn(after, section)
  const right = entry === undefined ? ours === undefined : ours !== undefined && contains(ours, entry)
  if (!right || !isDeepStrictEqual(others(before, section), others(after, section))) throw unsafe()
  return text
}

function readOutcome(text: string): Toml {
  try {
    return read(text)
  } catch (error) {
    throw unsafe(error)
  }
}

const unsafe = (cause?: unknown) => new ConnectTrouble('it is written in a way that cannot be changed safely', cause)

const contains = (whole: Toml, part: Toml): boolean =>
  Object.entries(part).every(([key, value]) => isDeepStrictEqual(plain(whole[key]), plain(value)))

/** The parser's tables have no prototype; for comparing they are plain objects. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

function others(whole: Toml, section: string): Toml {
  const { [ENTRY_NAME]: _ours, ...rest } = (whole[section] as Toml | undefined) ?? {}
  return { ...whole, [section]: rest }
}

const isTable = (value: unknown): value is Toml =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
