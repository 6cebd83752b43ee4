import type { Tool } from '@modelcontextprotocol/server'
import type { JsonSchema } from '../../tools/json-schema.ts'
import type { Profile } from './profile.ts'

/**
 * A tool list as a vendor's clients take it. Where they take fewer tools, those that come last are left out: search finds
 * them all.
 */
export function shaped(tools: readonly Tool[], profile: Profile): Tool[] {
  const taken = profile.mostTools === null ? tools : tools.slice(0, profile.mostTools)
  return taken.map((tool) => shapedTool(tool, profile))
}

const known = new WeakMap<Tool, Map<string, Tool>>()

function shapedTool(tool: Tool, profile: Profile): Tool {
  const byProfile = known.get(tool) ?? new Map<string, Tool>()
  known.set(tool, byProfile)
  const made = byProfile.get(profile.id) ?? make(tool, profile)
  byProfile.set(profile.id, made)
  return made
}

function make({ _meta, inputSchema, ...tool }: Tool, profile: Profile): Tool {
  return {
    ...tool,
    inputSchema: part(inputSchema as JsonSchema, profile) as Tool['inputSchema'],
    ...(profile.meta && _meta ? { _meta } : {}),
  }
}

function part(schema: JsonSchema, profile: Profile): JsonSchema {
  const { fold, rules } = profile
  const { properties, items, ...rest } = schema
  const made: JsonSchema = { ...rest }
  if (!rules.typeLists && Array.isArray(schema.type)) made.type = oneOf(schema.type)
  if (made.type === undefined && !rules.untyped) made.type = 'string'
  if (schema.enum && made.type !== undefined) made.enum = schema.enum.filter((value) => value !== null)
  const said = fold.flatMap((keyword) => wordsOf(keyword, schema[keyword]))
  for (const keyword of fold) delete made[keyword]
  if (said.length > 0) made.description = [schema.description, ...said].filter(Boolean).join(' ')
  if (properties) {
    made.properties = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, part(inner, profile)]),
    )
  }
  if (items) made.items = part(items, profile)
  return made
}

/** Lists and objects are also taken as JSON text, so text stands for what may be anything. */
function oneOf(types: readonly string[]): string {
  const some = types.filter((type) => type !== 'null')
  return some.length > 1 && some.includes('string') ? 'string' : (some[0] ?? 'string')
}

function wordsOf(keyword: Profile['fold'][number], value: unknown): string[] {
  if (value === undefined) return []
  return [keyword === 'default' ? `Default ${JSON.stringify(value)}.` : `Above ${String(value)}.`]
}
