import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coerce } from './coerce.ts'
import { color, factors, guid, guids, plane, point, unitSystem, vector } from './schema.ts'

const one = (schema: z.ZodType, value: unknown) => coerce(z.object({ v: schema }), { v: value }).v
const ID = 'c56a4180-65aa-42ec-a945-5fd21dec0538'

describe('coerce', () => {
  it.each([
    ['a list', [1, 2, 3]],
    ['an object', { x: 1, y: 2, z: 3 }],
    ['an object of RhinoCommon', { X: 1, Y: 2, Z: 3 }],
    ['text', '1,2,3'],
    ['text with blanks and a typographic minus', ' 1  2 , 3 '],
    ['JSON as text', '[1, 2, 3]'],
    ['an object as text', '{"x":1,"y":2,"z":3}'],
    ['numbers as text', ['1', '2', '3']],
  ])('reads a point from %s', (_name, value) => {
    expect(one(point(), value)).toEqual([1, 2, 3])
    expect(one(vector(), value)).toEqual([1, 2, 3])
    expect(one(plane(), value)).toEqual({ origin: [1, 2, 3] })
  })

  it('puts two numbers on the XY plane for a point, not for a direction', () => {
    expect(one(point(), '10,-20')).toEqual([10, -20, 0])
    expect(one(point(), { x: 10, y: -20 })).toEqual([10, -20, 0])
    expect(one(vector(), [1, 2])).toEqual([1, 2])
  })

  it.each([
    ['a list', [255, 0, 16]],
    ['four numbers', [255, 0, 16, 128]],
    ['an object', { r: 255, g: 0, b: 16, a: 255 }],
    ['hex', '#ff0010'],
    ['hex with alpha', 'FF0010ff'],
    ['text', '255, 0, 16'],
  ])('reads a colour from %s', (_name, value) => expect(one(color(), value)).toEqual([255, 0, 16]))

  it('reads short hex colours', () => expect(one(color(), '#f80')).toEqual([255, 136, 0]))

  it.each([`{${ID.toUpperCase()}}`, ` ${ID} `, ID.replaceAll('-', ''), `{ ${ID} }`])('reads the id %s', (value) => {
    expect(one(guid(), value)).toBe(ID)
    expect(one(guids(), value)).toEqual([ID])
    expect(one(guids(), JSON.stringify([value]))).toEqual([ID])
  })

  it('reads scale factors, options, numbers and booleans', () => {
    expect(one(factors(), 2)).toEqual([2, 2, 2])
    expect(one(factors(), '2.5')).toEqual([2.5, 2.5, 2.5])
    expect(one(factors(), [1, 2, 3])).toEqual([1, 2, 3])
    expect(one(z.enum(['XRay', 'Shaded']), 'x-ray')).toBe('XRay')
    expect(one(z.number(), '−1.5e2')).toBe(-150)
    expect(one(z.boolean(), 'True')).toBe(true)
    expect(one(z.boolean().default(true), 'false')).toBe(false)
    expect(one(z.array(z.number()), '1, 2')).toEqual([1, 2])
    expect(one(z.array(z.number()), 4)).toEqual([4])
    expect(one(z.array(point()), '[[0,0,0],{"x":1,"y":2,"z":3}]')).toEqual([
      [0, 0, 0],
      [1, 2, 3],
    ])
    expect(one(z.string(), 42)).toBe('42')
  })

  it.each([
    ['mm', 'millimeters'],
    ['Millimetres', 'millimeters'],
    [' inch ', 'inches'],
    ['ft', 'feet'],
    ['foot', 'feet'],
    ['m', 'meters'],
    ['Mile', 'miles'],
    ['none', 'none'],
    ['', ''],
    ['parsecs', 'parsecs'],
  ])('reads the unit %j', (value, units) => expect(one(unitSystem(), value)).toBe(units))

  it('leaves what it cannot read to the schema', () => {
    expect(one(z.number(), '12 mm')).toBe('12 mm')
    expect(one(point(), 'over there')).toBe('over there')
    expect(one(point(), [1, null, 3])).toEqual([1, null, 3])
    expect(one(color(), '#12345')).toBe('#12345')
    expect(one(z.boolean(), 'maybe')).toBe('maybe')
    expect(one(z.array(z.number()), '[1, 2')).toBe('[1, 2')
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
