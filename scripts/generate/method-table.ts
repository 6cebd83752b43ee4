import { z } from 'zod'
import { UNIT_ABBREVIATION } from '../../src/shared/geometry.ts'
import type { MethodSpec, Twin } from '../../src/tools/define.ts'
import { type Given, withoutNull } from '../../src/tools/json-schema.ts'
import { KNOWN_METHODS } from '../../src/tools/known.ts'
import { methods } from '../../src/tools/registry.ts'

/**
 * methods.json, for hosts in any language: enough to read and check parameters exactly as `parseParams` does
 * (table-reader.test.ts does so with nothing but this table).
 *
 * To read the parameters of a call:
 * 1. A name under `twins` has parameters of its own. Read them by step 3, unless they are null; then each main
 *    parameter named in `from` takes the value that stands there (three names: a point, missing ones 0), those named in
 *    no `from` keep their name, `fixed` wins over both. Go on with the method it belongs to.
 * 2. For each of `aliases` whose parameter is absent or null, the first other name with a value gives it; three names
 *    are a point, missing ones 0.
 * 3. Parameters that are not in `params` are dropped (`common` ones are the host's own). Null for one that is not
 *    `required` is as if absent. Read each by its `kind`, else by its type: a number, a boolean, an option of `enum`, a
 *    list or an object also comes as text; a text also as number or boolean. test/contract/spelling.json has all cases.
 *    Parts of lists, of `properties` and of `values` are read the same way. Nothing is refused yet.
 * 4. Check against type and limits; absent ones take their `default`, or are refused if `required`. `integer` is a
 *    whole number that a double holds exactly; no number is NaN or infinite; a `signed_length` is not 0.
 * 5. Of each list in `one_of`, at least one parameter must be there.
 *
 * One value in it is a {@link ValueEntry}. `kind` says in which spellings it is taken: point, vector, grid, color, plane,
 * guid, factors, signed_length, units (their abbreviations stand under `units`), any. Limits are inclusive but for
 * `above`; lengths of texts count UTF-16 units.
 */
export interface ValueEntry {
  type: 'number' | 'integer' | 'string' | 'boolean' | 'array' | 'object' | 'any'
  required?: boolean
  nullable?: true
  kind?: string
  default?: unknown
  enum?: unknown[]
  min?: number
  max?: number
  above?: number
  min_length?: number
  max_length?: number
  min_items?: number
  max_items?: number
  items?: ValueEntry
  /** Of an object with named parts. */
  properties?: Record<string, ValueEntry>
  /** Of an object with any names. */
  values?: ValueEntry
  description?: string
}

/** What the Python plugin validates with: the same rules as parseParams, as data. */
export function methodTable() {
  const sorted = [...methods].sort((a, b) => (a.method < b.method ? -1 : 1))
  const twins = sorted.flatMap((spec) =>
    (spec.twins ?? []).map((twin) => [twin.method, twinEntry(spec, twin)] as const),
  )
  return {
    format: 1,
    methods: Object.fromEntries(sorted.map((spec) => [spec.method, methodEntry(spec)])),
    twins: Object.fromEntries(twins.sort(([a], [b]) => (a < b ? -1 : 1))),
    /** Parameters of every method, which hosts handle themselves. */
    common: ['doc'],
    /** Unit systems and what is written for them. */
    units: UNIT_ABBREVIATION,
    /** Names that deserve NOT_IMPLEMENTED rather than NOT_FOUND where nobody handles them. */
    known: KNOWN_METHODS,
  }
}

const CHANGES = ['create', 'modify', 'delete']

function methodEntry(spec: MethodSpec) {
  return {
    effect: spec.effect,
    undoable: spec.undoable ?? CHANGES.includes(spec.effect),
    rhino: spec.minRhino ?? 7,
    pace: spec.pace ?? 'normal',
    params: entriesOf(spec.input, 'input'),
    results: resultsOf(spec),
    ...(spec.aliases ? { aliases: spec.aliases } : {}),
    ...(spec.oneOf ? { one_of: spec.oneOf } : {}),
  }
}

/** One level deep: what stands inside a result is the contract tests' business. */
function resultsOf(spec: MethodSpec): Record<string, Pick<ValueEntry, 'type' | 'required' | 'nullable'>> {
  const entries = Object.entries(entriesOf(spec.output, 'output'))
  return Object.fromEntries(
    entries.map(([name, { type, required = false, nullable }]) => [
      name,
      nullable ? { type, required, nullable } : { type, required },
    ]),
  )
}

function twinEntry(spec: MethodSpec, twin: Twin) {
  return {
    method: spec.method,
    /** Null: the same as the method's. */
    params: twin.input ? entriesOf(twin.input, 'input') : null,
    from: twin.from ?? {},
    fixed: twin.fixed ?? {},
  }
}

export function entriesOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, ValueEntry> {
  return partsOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
}

function partsOf(schema: Given): Record<string, ValueEntry> {
  const required = new Set(schema.required ?? [])
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Given>)
  return Object.fromEntries(parts.map(([name, part]) => [name, entryOf(part, required.has(name))]))
}

const TYPES = ['number', 'integer', 'string', 'boolean', 'array', 'object'] as const
const NAMES = [
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['exclusiveMinimum', 'above'],
  ['minLength', 'min_length'],
  ['maxLength', 'max_length'],
  ['minItems', 'min_items'],
  ['maxItems', 'max_items'],
] as const

function entryOf(given: Given, required?: boolean): ValueEntry {
  const { schema, nullable } = withoutNull(given)
  const entry: ValueEntry = { type: TYPES.find((type) => type === schema.type) ?? 'any' }
  if (required !== undefined) entry.required = required
  if (nullable) entry.nullable = true
  if (typeof schema.kind === 'string') entry.kind = schema.kind
  if (schema.default !== undefined) entry.default = schema.default
  if (schema.enum) entry.enum = schema.enum
  for (const [from, to] of NAMES) {
    const value = schema[from]
    // zod bounds whole numbers by what a double holds exactly; other languages need not know.
    if (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER) entry[to] = value
  }
  if (schema.items !== undefined) entry.items = entryOf(schema.items as Given)
  if (schema.properties) entry.properties = partsOf(schema)
  if (typeof schema.additionalProperties === 'object') entry.values = entryOf(schema.additionalProperties as Given)
  if (schema.description !== undefined) entry.description = schema.description
  return entry
}
