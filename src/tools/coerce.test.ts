import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import spelling from '../../test/contract/spelling.json' with { type: 'json' }
import { coerce } from './coerce.ts'
import {
  anyValue,
  color,
  factors,
  guid,
  guids,
  plane,
  point,
  pointGrid,
  signedLength,
  unitSystem,
  vector,
} from './schema.ts'

const one = (schema: z.ZodType, value: unknown) => coerce(z.object({ v: schema }), { v: value }).v

describe('coerce', () => {
  /** The same cases hold for every host in every language. */
  const SCHEMAS: Record<string, z.ZodType> = {
    point: point(),
    vector: vector(),
    plane: plane(),
    color: color(),
    guid: guid(),
    guids: guids(),
    factors: factors(),
    signed_length: signedLength(),
    units: unitSystem(),
    grid: pointGrid(),
    any: anyValue(),
    number: z.number(),
    boolean: z.boolean().default(true),
    option: z.enum(['XRay', 'Shaded']),
    text: z.string(),
    numbers: z.array(z.number()),
    points: z.array(point()),
  }

  it.each(spelling.cases)('reads the $kind $sent as $read', ({ kind, sent, read }) => {
    const schema = SCHEMAS[kind]
    if (!schema) throw new Error(`No schema for ${kind}.`)
    expect(one(schema, sent)).toEqual(read)
    expect(one(schema.optional(), sent)).toEqual(sent === null ? undefined : read)
  })

  it('takes null for an optional parameter as absent, and keeps it elsewhere', () => {
    const schema = z.object({
      a: z.number().optional(),
      b: z.number().default(1),
      c: z.number().nullable(),
      d: z.number(),
    })
    expect(coerce(schema, { a: null, b: null, c: null, d: null })).toEqual({ c: null, d: null })
    expect(one(plane(), { origin: [0, 0, 0], normal: null })).toEqual({ origin: [0, 0, 0] })
  })

  it('reads no inherited and no unknown name', () => {
    const params = JSON.parse('{"__proto__": {"v": 1}, "constructor": 2, "w": 3}')
    expect(coerce(z.object({ v: z.number().optional() }), params)).toEqual({})
    const record = one(z.record(z.string(), z.number()), '{"__proto__": "1"}') as object
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
    expect(Object.keys(record)).toEqual(['__proto__'])
  })

  const schema = z.object({
    point: point().optional(),
    plane: plane(),
    color: color(),
    ids: guids(),
    nested: z.array(z.object({ at: point(), n: z.number().nullable() })),
    record: z.record(z.string(), z.string()),
    option: z.enum(['a', 'B-c']),
    flag: z.boolean(),
    anything: z.unknown(),
  })
  const hostile = fc.record(
    Object.fromEntries(Object.keys(schema.shape).map((key) => [key, fc.oneof(fc.anything(), fc.json())])),
    { requiredKeys: [] },
  )

  it('never throws, never changes what it was given, and has nothing more to do the second time', () => {
    fc.assert(
      fc.property(hostile, (params) => {
        const before = structuredClone(params)
        const once = coerce(schema, params)
        expect(params).toEqual(before)
        if (schema.safeParse(once).success) expect(coerce(schema, once)).toEqual(once)
      }),
    )
  })

  it('takes deep nesting without a stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(() => coerce(schema, { point: deep, nested: deep, anything: deep, color: deep })).not.toThrow()
  })
})
