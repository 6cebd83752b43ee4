import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { reason } from '../../home/write.ts'
import { EFFECTS } from '../../tools/define.ts'
import { EVERY_CLIENT, violations } from '../../tools/schema-rules.ts'

/** The file that makes a folder a toolset. It alone is read to know what is offered; no code runs for that. */
export const MANIFEST = 'toolset.json'
const MOST_BYTES = 512 * 1024
export const MOST_TOOLS = 100

/** A tool's schema may say of a value what it is; it is then taken in any spelling (`[1,2,3]`, `"1,2,3"`, `{x, y, z}`). */
const RULES = { ...EVERY_CLIENT, keywords: [...EVERY_CLIENT.keywords, 'kind'] }
const KINDS = ['point', 'vector', 'color', 'guid']

const objectSchema = (what: string) =>
  z.looseObject({ type: z.literal('object') }).superRefine((schema, context) => {
    for (const message of [...violations(schema, RULES, what), ...strangeKinds(schema, what)]) {
      context.addIssue({ code: 'custom', message })
    }
  })

const text = (most: number) => z.string().trim().min(1).max(most)

const tool = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be snake_case, at most 40 characters: it is also the function’s name'),
  title: text(80).optional(),
  description: text(500),
  keywords: z.array(text(60)).max(30).default([]),
  /** What its arguments are: a JSON schema of an object. */
  input: objectSchema('input').default({ type: 'object', properties: {} }),
  /** What it gives, where it says so. */
  output: objectSchema('output').optional(),
  effect: z.enum(EFFECTS).default('run'),
  /** For its card, past tense, with names of arguments or results in braces: "Made {count} steps". */
  sentence: text(120).optional(),
  /** The part of the result that is a PNG in base64. */
  picture: z.string().max(60).optional(),
})

export const LIMITS = {
  seconds: { least: 1, most: 3600, usual: 60 },
  megabytes: { least: 32, most: 2048, usual: 256 },
  kilobytes: { least: 1, most: 4096, usual: 1024 },
} as const
const limit = ({ least, most, usual }: { least: number; most: number; usual: number }) =>
  z.number().int().min(least).max(most).default(usual)

export const manifestSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/, 'must be of small letters, digits and dashes, at most 30'),
  title: text(80).optional(),
  version: text(40).default('0'),
  description: text(500).optional(),
  /** The file with the functions, in the same folder. */
  main: z
    .string()
    .max(200)
    .regex(/\.(?:[cm]?[jt]s|py)$/, 'must be a .js, .ts or .py file'),
  limits: z
    .strictObject({
      /** How long one call may take. */
      seconds: limit(LIMITS.seconds),
      /** How much memory its process may take. */
      megabytes: limit(LIMITS.megabytes),
      /** How much one call may give back, as JSON. */
      kilobytes: limit(LIMITS.kilobytes),
    })
    .prefault({}),
  tools: z.array(tool).min(1).max(MOST_TOOLS),
})

export type Manifest = z.output<typeof manifestSchema>
export type ManifestTool = Manifest['tools'][number]
export type Limits = Manifest['limits']

/** What stands in a toolset's manifest, or what is wrong with it, each as a sentence that names the place. */
export function readManifest(folder: string): { manifest: Manifest } | { troubles: string[] } {
  const file = join(folder, MANIFEST)
  let text: string
  try {
    if (statSync(file).size > MOST_BYTES) return { troubles: [`${file} is larger than ${MOST_BYTES / 1024} KiB.`] }
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    return { troubles: [`${file} cannot be read (${reason(error)}).`] }
  }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    return { troubles: [`${file} is not valid JSON: ${(error as Error).message}.`] }
  }
  const read = manifestSchema.safeParse(raw)
  if (!read.success) return { troubles: read.error.issues.map((issue) => sentence(raw, issue)) }
  const troubles = beyondSchema(folder, read.data)
  return troubles.length > 0 ? { troubles } : { manifest: read.data }
}

/** What a schema cannot say. */
function beyondSchema(folder: string, { main, tools }: Manifest): string[] {
  const names = tools.map(({ name }) => name)
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
  return [
    ...twice.map((name) => `The tool ${name} stands there twice.`),
    ...(isAbsolute(main) || main.split(/[\\/]/).includes('..') ? [`main must be inside the folder, not ${main}.`] : []),
    ...(isFile(join(folder, main)) ? [] : [`main names ${main}, and there is no such file.`]),
    ...tools.flatMap(({ name, input }) => unreadable(name, input)),
  ]
}

/** A schema that follows every rule may still say nothing that can be checked, for instance a default of another type. */
function unreadable(name: string, input: ManifestTool['input']): string[] {
  try {
    zodObject(input)
    return []
  } catch (error) {
    return [`${name}: its input cannot be read as a JSON schema: ${(error as Error).message}.`]
  }
}

/** The same as a zod schema, whose parts carry their `kind`. Throws for what is no schema. */
export function zodObject(schema: ManifestTool['input']): z.ZodObject {
  const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  if (!(made instanceof z.ZodObject)) throw new TypeError('it is not of an object')
  return made
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function sentence(raw: unknown, { path, message }: z.core.$ZodIssue): string {
  const names = path.map((step, at) => (typeof step === 'number' ? nameAt(raw, path.slice(0, at + 1), step) : step))
  const where = names.map(String).join(' › ')
  return `${where === '' ? MANIFEST : where}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`
}

/** A tool by its name says more than "tools › 3". */
function nameAt(raw: unknown, path: PropertyKey[], number: number): string {
  let at = raw
  for (const step of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[step]
  const name = (at as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? name.slice(0, 40) : `number ${number + 1}`
}

function strangeKinds(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { kind, properties = {}, items } = schema as { kind?: unknown; properties?: object; items?: unknown }
  return [
    ...(kind === undefined || KINDS.includes(String(kind)) ? [] : [`${path}: kind is one of ${KINDS.join(', ')}`]),
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => strangeKinds(part, `${path}.${name}`)),
    ...strangeKinds(items, `${path}[]`),
  ]
}
