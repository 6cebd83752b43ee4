import { isDeepStrictEqual } from 'node:util'
import { applyEdits, type FormattingOptions, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { ConnectTrouble, ENTRY_NAME } from './entry.ts'

type Json = Record<string, unknown>

/** Sets our entry in a JSON file that may hold comments. Everything else stays as it is written, byte for byte. */
export function putInJson(text: string, section: string, entry: Json): string {
  const start = text.trim() === '' ? '{}\n' : text
  const before = read(start)
  const held = sectionOf(before, section)?.[ENTRY_NAME]
  // What a user added to the entry stays: only what differs is written.
  const changes = isObject(held)
    ? Object.entries(entry).map(([key, value]) => [[section, ENTRY_NAME, key], value] as const)
    : [[[section, ENTRY_NAME], entry] as const]
  let after = start
  for (const [path, value] of changes) {
    if (isDeepStrictEqual(valueAt(read(after), path), value)) continue
    after = applyEdits(after, modify(after, [...path], value, { formattingOptions: styleOf(start) }))
  }
  return checked(before, after, section, entry)
}

/** Takes our entry out again. */
export function takeFromJson(text: string, section: string): string {
  if (text.trim() === '') return text
  const before = read(text)
  if (sectionOf(before, section)?.[ENTRY_NAME] === undefined) return text
  const edits = modify(text, [section, ENTRY_NAME], undefined, { formattingOptions: styleOf(text) })
  return checked(before, applyEdits(text, edits), section, undefined)
}

export const entryInJson = (text: string, section: string): unknown =>
  text.trim() === '' ? undefined : sectionOf(read(text), section)?.[ENTRY_NAME]

/** Whether nothing is left in it but an empty section of ours. */
export const isEmptyJson = (text: string, section: string): boolean => isDeepStrictEqual(read(text), { [section]: {} })

function read(text: string): Json {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    throw new ConnectTrouble(`it is not valid JSON (line ${line}: ${spoken(printParseErrorCode(first.error))})`)
  }
  if (!isObject(value)) throw new ConnectTrouble('it holds no JSON object')
  return value
}

/** "PropertyNameExpected" as people say it. */
const spoken = (code: string): string => code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

function sectionOf(whole: Json, section: string): Json | undefined {
  const held = whole[section]
  if (held === undefined) return undefined
  if (!isObject(held)) throw new ConnectTrouble(`“${section}” in it is no object`)
  return held
}

/** Looks at the outcome before anything is written: our entry as it should be, and all else as it was. */
function checked(before: Json, text: string, section: string, entry: Json | undefined): string {
  const after = read(text)
  const ours = valueAt(after, [section, ENTRY_NAME])
  const right = entry === undefined ? ours === undefined : isObject(ours) && contains(ours, entry)
  if (!right || !isDeepStrictEqual(others(before, section), others(after, section))) {
    throw new ConnectTrouble('it is written in a way that cannot be changed safely (is something in it named twice?)')
  }
  return text
}

const contains = (whole: Json, part: Json): boolean =>
  Object.entries(part).every(([key, value]) => isDeepStrictEqual(whole[key], value))

function others(whole: Json, section: string): Json {
  const { [ENTRY_NAME]: _ours, ...rest } = sectionOf(whole, section) ?? {}
  return { ...whole, [section]: rest }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const key of path) at = isObject(at) ? at[key] : undefined
  return at
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As the file is written already. */
function styleOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
