import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '../wire/fault.ts'
import { createBox } from './creation-solids.ts'
import { defineMethod } from './define.ts'
import { methods } from './registry.ts'
import { guids, length, point } from './schema.ts'
import { ignoredParams, parseParams, resolveMethod } from './validate.ts'

const spec = defineMethod({
  method: 'test.pipe',
  input: z.object({
    center: point().optional(),
    radius: length(),
    ids: guids().optional(),
    sides: z.number().int().min(3).max(12).default(6),
    style: z.enum(['Round', 'Flat']).optional(),
    points: z.array(point()).min(2).optional(),
    path: z.string().min(1).optional(),
    direction: point().optional(),
  }),
  output: z.object({}),
  effect: 'create',
  aliases: { center: ['location', ['x', 'y', 'z']], ids: ['guids'] },
  oneOf: [['path', 'direction']],
})
const fine = { radius: 1, path: 'p' }

function faultOf(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('parseParams', () => {
  it('fills in defaults and reads aliases, its own name first', () => {
    expect(parseParams(spec, { ...fine, x: 1, z: '3' })).toEqual({ ...fine, sides: 6, center: [1, 0, 3] })
    expect(parseParams(spec, { ...fine, location: '4,5,6', x: 1 }).center).toEqual([4, 5, 6])
    expect(parseParams(spec, { ...fine, center: [7, 8, 9], location: [4, 5, 6] }).center).toEqual([7, 8, 9])
    expect(parseParams(spec, { ...fine, center: null, location: [4, 5, 6] }).center).toEqual([4, 5, 6])
    expect(parseParams(spec, { ...fine, guids: ['{AB}'] }).ids).toEqual(['AB'])
  })

  it.each([
    [{ ...fine, radius: 0 }, 'radius', 'test.pipe: radius must be a number above 0, not 0.'],
    [{ ...fine, radius: 'big' }, 'radius', 'test.pipe: radius must be a number above 0, not "big".'],
    [{ ...fine, radius: Number.NaN }, 'radius', 'test.pipe: radius must be a number above 0, not null.'],
    [{ path: 'p' }, 'radius', 'test.pipe: radius is missing; it is a number above 0.'],
    [{ ...fine, sides: 2.5 }, 'sides', 'test.pipe: sides must be a whole number from 3 to 12, not 2.5.'],
    [{ ...fine, style: 'Oval' }, 'style', 'test.pipe: style must be one of Round, Flat, not "Oval".'],
    [{ ...fine, center: [1, 2, 3, 4] }, 'center', 'test.pipe: center must be a point [x, y, z], not [1,2,3,4].'],
    [{ ...fine, ids: [] }, 'ids', 'test.pipe: ids must be a list of object ids, at least 1, not [].'],
    [{ ...fine, points: [[0, 0, 0], 7] }, 'points[1]', 'test.pipe: points[1] must be a point [x, y, z], not 7.'],
    [{ ...fine, path: '' }, 'path', 'test.pipe: path must be a text that is not empty, not "".'],
    [{ radius: 1 }, 'path', 'test.pipe: path or direction is missing.'],
  ])('says what is wrong with %j', (params, parameter, message) => {
    const fault = faultOf(() => parseParams(spec, params))
    expect(fault.code).toBe('INVALID_PARAMS')
    expect(fault.message).toBe(message)
    expect(fault.details).toMatchObject({ parameter, next: expect.any(String), expected: expect.any(String) })
  })

  it('asks whether a misspelt name was meant', () => {
    const fault = faultOf(() => parseParams(spec, { path: 'p', raduis: 3 }))
    expect(fault.details.next).toBe('Did you mean radius where you sent raduis?')
    expect(faultOf(() => parseParams(spec, { radius: 1, paht: 'p' })).details.next).toContain('paht')
  })

  it('keeps the sentence short whatever came', () => {
    const long = faultOf(() => parseParams(spec, { ...fine, radius: 'x'.repeat(1e6) }))
    expect(long.message.length).toBeLessThan(200)
    const many = faultOf(() => parseParams(spec, { ...fine, center: Array(1e5).fill(1) }))
    expect(many.message).toContain('a list of 100000')
  })
})

describe('whatever comes', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.json(), fc.constantFrom(Number.NaN, 1e308, -1, '', '1,2', [[]], 'x-ray'))

  it.each(methods.map((spec) => [spec.method, spec] as const))(
    '%s gives parameters its schema takes, or says why not',
    (_name, spec) => {
      const names = [...Object.keys(spec.input.shape), ...Object.values(spec.aliases ?? {}).flat(2), '__proto__', 'doc']
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names), anything), (params) => {
          const before = JSON.stringify(params)
          let parsed: unknown
          try {
            parsed = parseParams(spec, params)
          } catch (error) {
            expect(error).toBeInstanceOf(Fault)
            const { code, message, details } = error as Fault
            expect(code).toBe('INVALID_PARAMS')
            expect(message.length).toBeLessThan(500)
            expect(details.next).toBeTruthy()
            return
          }
          expect(spec.input.parse(parsed)).toEqual(parsed)
          expect(JSON.stringify(params)).toBe(before)
        }),
        { numRuns: 60 },
      )
    },
  )
})

describe('ignoredParams', () => {
  it('names what is never read, and what was probably meant', () => {
    expect(ignoredParams(spec, { ...fine, doc: 1, x: 1, guids: [], radii: 3, qqq: 1 })).toEqual([
      { name: 'radii', meant: 'radius' },
      { name: 'qqq' },
    ])
  })
})

describe('resolveMethod', () => {
  it('routes both names of a box to the same method with the same parameters', () => {
    const sizes = { width: 40, depth: 25, height: 10 }
    const main = resolveMethod('geometry.create_box', { corner: { x: 1, y: 2, z: 3 }, ...sizes })
    const twin = resolveMethod('creation.create_box', {
      corner_x: 1,
      corner_y: '2',
      corner_z: 3,
      ...sizes,
      layer: null,
    })
    expect(main.spec).toBe(createBox)
    expect(twin).toEqual(main)
    expect(resolveMethod('creation.create_box', {}).params).toEqual({
      corner: [0, 0, 0],
      width: 1,
      depth: 1,
      height: 1,
    })
  })

  it('names the parameter as the caller spelt it', () => {
    expect(faultOf(() => resolveMethod('creation.create_box', { corner_x: 'left' })).details.parameter).toBe('corner_x')
  })

  it.each(['geometry.create_bx', 'geometry.createBox'])('suggests a method for %s', (name) => {
    const fault = faultOf(() => resolveMethod(name, {}))
    expect(fault.code).toBe('NOT_FOUND')
    expect(fault.details.next).toBe('Did you mean geometry.create_box?')
  })

  it('knows every method by name and suggests it for a slip', () => {
    expect(resolveMethod('grasshopper.recompute', {}).spec.method).toBe('grasshopper.solve')
    expect(faultOf(() => resolveMethod('operations.trimm', {})).details.next).toBe('Did you mean operations.trim?')
  })

  it.each(['__proto__', 'constructor', '', 'x'.repeat(10_000)])('knows no method of a strange name', (name) => {
    const fault = faultOf(() => resolveMethod(name, {}))
    expect(fault.code).toBe('NOT_FOUND')
    expect(fault.message.length).toBeLessThan(120)
  })
})
