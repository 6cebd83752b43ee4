import { expect, test } from 'vitest'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'
import { tools } from './registry.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

function parts(schema: JsonSchema): JsonSchema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
  return [schema, ...inner.flatMap(parts)]
}

test.each(tools.map((tool) => [tool.name, tool] as const))(
  'every type in the schemas of %s is one of JSON',
  (_name, tool) => {
    for (const part of [inputSchema(tool), outputSchema(tool)].flatMap(parts)) {
      if (part.type === undefined) continue
      const types = [part.type].flat()
      expect(TYPES).toEqual(expect.arrayContaining(types))
      expect(types.length).toBe(new Set(types).size)
    }
  },
)
