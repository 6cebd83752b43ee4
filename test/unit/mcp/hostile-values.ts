import fc from 'fast-check'
import type { JsonSchema } from '../../../src/tools/json-schema.ts'

/** Texts that have broken programs: control characters, half surrogates, right-to-left marks, other words for nothing. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202egnp.exe',
    '𝓑𝓸𝔁 🧱',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'C:\\CON',
    '{"a":',
    '[[[[[[',
    '1e999',
    "'; drop table turns; --",
  ),
)

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, -1, 1e308, -1e308, 5e-324, 2 ** 53, Number.MAX_SAFE_INTEGER),
)

/** Objects inside objects, thousands deep. */
const deep = fc.integer({ min: 50, max: 3000 }).map((depth) => {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
})

const anything = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 3, arbitrary: number },
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  deep,
)

/** What the schema asks for, more or less. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const [type] = [schema.type ?? 'string'].flat()
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (type === 'integer') return fc.integer({ min: -10, max: 100 })
  if (type === 'number') return fc.double({ min: -1000, max: 1000, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 5 })
  if (type === 'object') return argumentsFor(schema)
  return text
}

/** A value for one parameter: right, right but as JSON text, or wrong. */
const valueFor = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: fitting(schema) },
    { weight: 2, arbitrary: fitting(schema).map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: anything },
  )

/** Arguments for a tool, made from nothing but its own schema; some are left out, some are too many. */
export function argumentsFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valueFor(part)])),
    { requiredKeys: [] },
  )
  const others = fc.dictionary(text, anything, { maxKeys: 2 })
  return fc.tuple(known, others).map(([right, wrong]) => ({ ...wrong, ...right }))
}
