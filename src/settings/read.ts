import type { z } from 'zod'
import { SETTINGS_PARTS, type Settings, type SettingsPart, settings } from '../shared/settings.ts'

export type Fields = Record<string, unknown>

export interface ReadSettings {
  /** What holds: the file's, and the defaults for all that it leaves out or gets wrong. */
  settings: Settings
  /** The file as it is, to be written back with what is not ours; null where it is no JSON object. */
  raw: Fields | null
  /** One sentence for each thing that could not be used. */
  problems: string[]
}

const RECORDS = { agents: 'agent', mcpServers: 'MCP server' } as const

/** Reads the text of a settings file. One wrong part costs that part; one wrong agent or server costs that one. */
export function readSettings(text: string | null, file: string): ReadSettings {
  if (text === null || text.trim() === '') return { settings: settings.parse({}), raw: {}, problems: [] }
  const raw = asObject(text)
  if (typeof raw === 'string') {
    const problem = `${file} is not used: ${raw} Correct it or delete it; until then the defaults hold.`
    return { settings: settings.parse({}), raw: null, problems: [problem] }
  }
  const problems: string[] = []
  const good: Fields = { ...raw }
  for (const part of Object.keys(SETTINGS_PARTS) as SettingsPart[]) {
    if (raw[part] === undefined) continue
    const read = part in RECORDS ? keepGood(part as keyof typeof RECORDS, raw[part], problems, file) : raw[part]
    const tried = SETTINGS_PARTS[part].safeParse(read)
    if (tried.success) good[part] = read
    else {
      delete good[part]
      problems.push(`${file}: “${part}” is not used: ${whyNot(tried.error)} The default holds.`)
    }
  }
  return { settings: settings.parse(good), raw, problems }
}

/** The object that a text is; a sentence where it is none. */
function asObject(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : 'it does not hold a JSON object ({ … }).'
  } catch (error) {
    return `it is not valid JSON (${(error as Error).message}).`
  }
}

/** Of a record of named things, those that are in order. */
function keepGood(part: keyof typeof RECORDS, value: unknown, problems: string[], file: string): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([name, entry]) => {
    const tried = SETTINGS_PARTS[part].safeParse({ [name]: entry })
    if (!tried.success) {
      problems.push(`${file}: the ${RECORDS[part]} “${name.slice(0, 60)}” is not used: ${whyNot(tried.error, 1)}`)
    }
    return tried.success
  })
  return Object.fromEntries(entries)
}

/** The first thing that is wrong, in a sentence. `skip`: how much of the path is said already. */
export function whyNot(error: z.ZodError, skip = 0): string {
  const [issue] = error.issues
  if (!issue) return 'it does not fit.'
  const path = issue.path.slice(skip).map(String).join('.')
  const words = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')
  return path === '' ? `${words}.` : `${path}: ${words}.`
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396: objects are merged, null takes a key out, anything else takes the place of what was there. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, merged(result.get(key), value))
  }
  // Not by assignment, which would take "__proto__" for what it is not.
  return Object.fromEntries(result)
}
