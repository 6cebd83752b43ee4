import { z } from 'zod'
import { UNIT_SYSTEMS } from '../shared/geometry.ts'
import { core, kindOf } from './coerce.ts'

/** How a value of each kind is asked for. */
const KINDS: Record<string, string> = {
  point: 'a point [x, y, z]',
  vector: 'a direction [x, y, z]',
  color: 'a colour [r, g, b] with whole numbers from 0 to 255',
  factors: 'a number, or three [x, y, z]',
  guid: 'an object id',
  grid: 'a list of at least 4 points [x, y, z], row after row',
  any: 'a value',
  units: `one of ${UNIT_SYSTEMS.join(', ')}`,
  signed_length: 'a number other than 0',
  plane: 'a plane {"origin": [x, y, z], "normal": [x, y, z]} or a point',
}

/** What a parameter wants, as the end of a sentence: "a number above 0", "one of top, front". */
export function expectation(schema: z.core.$ZodType): string {
  const inner = core(schema)
  const kind = KINDS[kindOf(inner) ?? '']
  if (kind) return kind
  if (inner instanceof z.ZodNumber) return numberExpectation(inner)
  if (inner instanceof z.ZodBoolean) return 'true or false'
  if (inner instanceof z.ZodEnum) return `one of ${inner.options.join(', ')}`
  if (inner instanceof z.ZodString) return z.toJSONSchema(inner).minLength === 1 ? 'a text that is not empty' : 'a text'
  if (inner instanceof z.ZodArray) return listExpectation(inner)
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord ? 'an object {…}' : 'another value'
}

/** Limits that nobody meets are not worth a word. */
const FAR = 1e9

function numberExpectation(schema: z.ZodNumber): string {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = z.toJSONSchema(schema)
  const noun = type === 'integer' ? 'a whole number' : 'a number'
  const low = minimum !== undefined && minimum > -FAR ? minimum : undefined
  const high = maximum !== undefined && maximum < FAR ? maximum : undefined
  if (low !== undefined && high !== undefined) return `${noun} from ${low} to ${high}`
  const limits = [
    low === undefined ? '' : ` of at least ${low}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    high === undefined ? '' : ` of at most ${high}`,
    exclusiveMaximum === undefined ? '' : ` below ${exclusiveMaximum}`,
  ]
  return noun + limits.filter((limit) => limit !== '').join(' and')
}

function listExpectation(schema: z.ZodArray): string {
  const { minItems = 0, maxItems } = z.toJSONSchema(schema)
  const items = plural(expectation(schema.element))
  if (minItems === maxItems) return `a list of ${minItems} ${items}`
  return `a list of ${items}${minItems > 0 ? `, at least ${minItems}` : ''}`
}

const plural = (phrase: string) =>
  phrase.replace(/^an? /, '').replace(/^(object id|point|direction|number|whole number|text|list|colour|plane)/, '$1s')

const SHOWN = 60

/** A value as it came, short enough for a sentence. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && value.length > 8) return `a list of ${value.length}`
  const text =
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN)) : (JSON.stringify(value) ?? typeof value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}
