import { describe, expect, it } from 'vitest'
import golem from './golem.json' with { type: 'json' }
import { isKnownMethod, KNOWN_METHODS, PLANNED } from './known.ts'
import { methodNames } from './registry.ts'

describe('KNOWN_METHODS', () => {
  it('holds every name once', () => {
    expect(new Set(KNOWN_METHODS).size).toBe(KNOWN_METHODS.length)
    expect(golem.methods.every(({ method }) => isKnownMethod(method))).toBe(true)
    expect(methodNames.every(isKnownMethod)).toBe(true)
    expect(isKnownMethod('creation.create_box')).toBe(true)
    expect(isKnownMethod('__proto__')).toBe(false)
  })

  it('plans nothing that is there already', () => {
    expect(PLANNED.filter((method) => methodNames.includes(method))).toEqual([])
  })
})
