import { z } from 'zod'
import type { ToolSpec } from './define.ts'

/**
 * Tool schemas for MCP: JSON schema 2020-12 without `$schema`, in the shape every vendor's client takes (contract §3)
 * and with nothing a model does not need to see.
 */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  required?: string[]
  [key: string]: unknown
}
export interface ObjectSchema extends JsonSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
}

export type Given = z.core.JSONSchema.BaseSchema

const inputs = new WeakMap<ToolSpec, ObjectSchema>()
const outputs = new WeakMap<ToolSpec, ObjectSchema>()

/** What a caller may send. */
export function inputSchema(tool: ToolSpec): ObjectSchema {
  return cached(inputs, tool, () => {
    const schema = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
    return { type: 'object', properties: propertiesOf(schema, Number.POSITIVE_INFINITY), ...requiredOf(schema) }
  })
}

/**
 * What comes back, as far as a plan depends on it: ids, numbers, words. Parts that are objects, or lists of them, are
 * the business of the docs; they come all the same.
 */
export function outputSchema(tool: ToolSpec): ObjectSchema {
  return cached(outputs, tool, () => {
    const properties = propertiesOf(z.toJSONSchema(tool.output, { io: 'output', unrepresentable: 'any' }), 0)
    if (tool.picture) delete properties[tool.picture] // It is sent as an image.
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).filter(([, part]) => isPlain(part))),
    }
  })
}

function isPlain({ type, items }: JsonSchema): boolean {
  if (type === undefined) return false
  const types = [type].flat()
  return types.includes('array') ? isPlain(items ?? {}) : !types.includes('object')
}

function cached(store: WeakMap<ToolSpec, ObjectSchema>, tool: ToolSpec, make: () => ObjectSchema): ObjectSchema {
  const known = store.get(tool)
  if (known) return known
  const made = make()
  store.set(tool, made)
  return made
}

function propertiesOf(schema: Given, depth: number): Record<string, JsonSchema> {
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Given>)
  const shown = parts.filter(([, part]) => part.rare !== true)
  return Object.fromEntries(shown.map(([name, part]) => [name, simplified(part, depth)]))
}

const requiredOf = ({ required = [] }: Given) => (required.length > 0 ? { required } : {})

/** Limits nobody meets, and lengths of texts, are the validation's business, not the model's. */
const FAR = 1000
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems'] as const

/** Lengths above zero, counts from zero, lists that hold something: nobody tries otherwise, and who does is told. */
const goesWithoutSaying = (limit: string, value: number) => value === (limit === 'minItems' ? 1 : 0)

/** What a model has to see of a schema. What is inside objects is shown down to `depth`. */
function simplified(given: Given, depth: number): JsonSchema {
  const { schema, nullable } = withoutNull(given)
  const simple: JsonSchema = {}
  if (schema.type !== undefined) simple.type = typeOf(schema.type, nullable)
  // What may be anything: lists and objects go as JSON text, since an array without items is refused by clients.
  else if (schema.kind === 'any') simple.type = ['string', 'number', 'boolean']
  const description = schema.description ?? SHAPES[String(schema.kind)]
  if (description !== undefined) simple.description = description
  if (schema.enum) simple.enum = nullable ? [...schema.enum, null] : [...schema.enum]
  if (schema.default && typeof schema.default !== 'object') simple.default = schema.default
  if (schema.kind !== undefined) return { ...simple, ...insideKind(schema, depth) }
  for (const limit of LIMITS) {
    const value = schema[limit]
    if (typeof value === 'number' && Math.abs(value) < FAR && !goesWithoutSaying(limit, value)) simple[limit] = value
  }
  if (schema.items !== undefined) simple.items = simplified(schema.items as Given, depth - 1)
  if (schema.properties && depth > 0) {
    simple.properties = propertiesOf(schema, depth - 1)
    Object.assign(simple, requiredOf(schema))
  }
  return simple
}

/** One type, or a list of them; zod itself lists "or null" for plain values. */
function typeOf(type: string | string[], nullable: boolean): string | string[] {
  const types = [...new Set([type, nullable ? 'null' : []].flat(2))]
  return types.length === 1 && types[0] !== undefined ? types[0] : types
}

/** Said of values that have no words of their own. That a point is [x, y, z] stands in the server's instructions. */
const SHAPES: Record<string, string> = { color: '[r, g, b]' }

/** Points, colours and planes are named so that three numbers are plain; their limits would only cost tokens. */
function insideKind(schema: Given, depth: number): JsonSchema {
  if (schema.type === 'array') {
    const items = schema.items as Given
    return { items: items.kind === undefined ? { type: items.type ?? 'number' } : simplified(items, depth - 1) }
  }
  // A plane: a word says as much as its parts spelled out, for a third of the price.
  if (schema.type === 'object')
    return { description: [schema.description, '{origin, normal}'].filter(Boolean).join(' ') }
  return {}
}

/** zod writes "or null" as a union or as a list of types; without it, and whether it was there. */
export function withoutNull(given: Given): { schema: Given; nullable: boolean } {
  if (Array.isArray(given.type)) {
    const [type, ...more] = given.type.filter((name: string) => name !== 'null')
    if (type === undefined || more.length > 0) return { schema: given, nullable: false }
    return { schema: { ...given, type }, nullable: true }
  }
  const { anyOf, ...rest } = given
  const [only, ...more] = ((anyOf ?? []) as Given[]).filter((branch) => branch.type !== 'null')
  if (!only || more.length > 0) return { schema: given, nullable: false }
  return { schema: { ...only, ...rest }, nullable: true }
}
