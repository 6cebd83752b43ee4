import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'
import { methods, tools, toolsOf } from './registry.ts'
import { EVERY_CLIENT, violations } from './schema-rules.ts'

function descriptionsIn(schema: JsonSchema): string[] {
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
  return [schema.description ?? '', ...parts.flatMap(descriptionsIn)]
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('has schemas that every client takes', () => {
    expect(violations(inputSchema(tool), EVERY_CLIENT, 'input')).toEqual([])
    expect(violations(outputSchema(tool), EVERY_CLIENT, 'output')).toEqual([])
    expect(inputSchema(tool).type).toBe('object')
    expect(outputSchema(tool).type).toBe('object')
  })

  it('has a name, a title and a description to find it by', () => {
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,62}$/)
    expect(tool.title).toMatch(/^[A-Z]/)
    expect(tool.description).toMatch(/\.$/)
    expect(tool.description.length).toBeLessThan(300)
    expect(tool.sets).toContain('full')
    expect(
      tool.keywords.every((word) => word === word.toLowerCase() && !tool.title.toLowerCase().split(' ').includes(word)),
    ).toBe(true)
  })

  it('names in its texts only parameters and tools that exist', () => {
    const quoted = [...tool.description.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    expect(quoted.filter((name) => name && !(name in tool.input.shape))).toEqual([])
    const text = descriptionsIn({ description: tool.description, ...inputSchema(tool) }).join(' ')
    const named = [...text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([name]) => name)
    const known = [...Object.keys(tool.input.shape), ...tools.map(({ name }) => name)]
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the catalogue', () => {
  it('has every name once, second names included', () => {
    const names = methods.flatMap((spec) => [spec.method, ...(spec.twins ?? []).map((twin) => twin.method)])
    expect(names).toEqual([...new Set(names)])
    expect(tools.map(({ name }) => name)).toEqual([...new Set(tools.map(({ name }) => name))])
  })

  it('offers about 25 tools for everyday work, in few words', () => {
    const essentials = toolsOf('essentials')
    expect(essentials.length).toBeGreaterThanOrEqual(20)
    expect(essentials.length).toBeLessThanOrEqual(28)
    const list = essentials.map((tool) => [tool.name, tool.description, inputSchema(tool), outputSchema(tool)])
    // 4.2 characters a token in these schemas, as o200k counts them: this keeps the list under 4 000.
    expect(JSON.stringify(list).length).toBeLessThan(4000 * 4.2)
  })

  it.each(methods.map((spec) => [spec.method, spec] as const))(
    '%s has rules that name its own parameters',
    (_name, spec) => {
      const shape = Object.keys(spec.input.shape)
      const named = [...Object.keys(spec.aliases ?? {}), ...(spec.oneOf ?? []).flat()]
      expect(named.filter((name) => !shape.includes(name))).toEqual([])
      const others = Object.values(spec.aliases ?? {}).flat(2)
      expect(others.filter((name) => shape.includes(name))).toEqual([])
      for (const twin of spec.twins ?? []) {
        expect(Object.keys(twin.from ?? {}).filter((name) => !shape.includes(name))).toEqual([])
        const sources = Object.values(twin.from ?? {}).flat()
        const passed = Object.keys(twin.input?.shape ?? {}).filter((name) => !sources.includes(name))
        expect(passed.filter((name) => !shape.includes(name))).toEqual([])
        expect(sources.filter((name) => !twin.input || !(name in twin.input.shape))).toEqual([])
      }
    },
  )

  it('has defaults that its own schemas take', () => {
    for (const spec of methods) {
      for (const [name, part] of Object.entries(spec.input.shape)) {
        if (!(part instanceof z.ZodDefault)) continue
        const value = part.parse(undefined)
        expect(part.parse(value), `${spec.method} ${name}`).toEqual(value)
      }
    }
  })
})
