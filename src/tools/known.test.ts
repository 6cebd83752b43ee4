import { describe, expect, it } from 'vitest'
import golem from './golem.json' with { type: 'json' }
import { isKnownMethod, KNOWN_METHODS } from './known.ts'
import { methodNames } from './registry.ts'

describe('KNOWN_METHODS', () => {
  it('holds every name once', () => {
    expect(new Set(KNOWN_METHODS).size).toBe(KNOWN_METHODS.length)
    expect(golem.methods.every(({ method }) => isKnownMethod(method))).toBe(true)
    expect(methodNames.every(isKnownMethod)).toBe(true)
    expect(isKnownMethod('creation.create_box')).toBe(true)
    expect(isKnownMethod('__proto__')).toBe(false)
  })

  it('holds all that the contract promises beside', () => {
    const promised = [
      ...['selection.pick', 'selection.highlight', 'units.get', 'units.set'],
      ...['list', 'create', 'assign'].map((name) => `material.${name}`),
      ...['define', 'insert', 'list', 'explode'].map((name) => `block.${name}`),
      ...[
        'length',
        'area',
        'volume',
        'centroid',
        'bounding_box',
        'closest_point',
        'curvature',
        'distance',
        'check',
      ].map((name) => `analysis.${name}`),
      ...['search', 'describe', 'place', 'connect', 'read_graph', 'apply_graph', 'solve'].map(
        (name) => `grasshopper.${name}`,
      ),
    ]
    expect(promised.filter((name) => !isKnownMethod(name))).toEqual([])
  })
})
