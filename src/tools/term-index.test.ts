import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNear, TermIndex } from './term-index.ts'

const one = (word: string) => new Map([[word, 1]])
const best = (index: TermIndex, word: string) => [...index.scores([one(word)])].sort(([, a], [, b]) => b - a)[0]?.[0]

describe('TermIndex', () => {
  it('finds a word, one that begins it, and one typed wrong, in this order', () => {
    const index = new TermIndex()
    index.add('a', one('fillet'))
    index.add('b', one('filletedge'))
    expect([...index.scores([one('fillet')]).keys()]).toEqual(['a'])
    expect([...index.scores([one('filleted')]).keys()]).toEqual(['b'])
    expect(best(index, 'fillte')).toBe('a')
    expect(index.scores([one('fil')]).size).toBe(0)
    expect(index.scores([one('gillet')]).size).toBe(0)
  })

  it('says more for a rare word than for a common one', () => {
    const index = new TermIndex()
    for (const id of ['a', 'b', 'c']) index.add(id, one('curve'))
    index.add('d', one('helix'))
    const scores = index.scores([one('curve'), one('helix')])
    expect(scores.get('d')).toBeGreaterThan(scores.get('a') ?? 0)
  })

  it('says more for what answers the whole query than for what answers one part of it well', () => {
    const index = new TermIndex()
    index.add('both', new Map([...one('named'), ...one('view')]))
    index.add('much', new Map([['view', 2]]))
    const scores = index.scores([one('named'), one('view')], one('nowhere'))
    expect(scores.get('both')).toBeGreaterThan(scores.get('much') ?? 0)
    // What only adds does not have to be answered.
    expect(index.scores([one('view')], one('named')).get('much')).toBe(index.scores([one('view')]).get('much'))
  })

  it('is as if never there once it is removed, and takes a thing anew', () => {
    const index = new TermIndex()
    index.add('a', one('box'))
    index.add('a', one('sphere'))
    expect(index.scores([one('box')]).size).toBe(0)
    expect(best(index, 'sphere')).toBe('a')
    index.remove('a')
    index.remove('a')
    expect(index.scores([one('sphere')]).size).toBe(0)
    expect(index.scores([one('spherre')]).size).toBe(0)
  })
})

describe('isNear', () => {
  it.each([
    ['spheer', 'sphere', 1],
    ['cylindr', 'cylinder', 1],
    ['chamfre', 'chamfer', 1],
    ['exturdee', 'extrude', 2],
  ])('%s is meant to be %s', (typed, word, slips) => expect(isNear(typed, word, slips)).toBe(true))

  it('is near itself, the same both ways, and never near from a different first letter', () => {
    const word = fc.stringMatching(/^[a-e]{1,8}$/)
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, slips) => {
        expect(isNear(a, a, slips)).toBe(true)
        expect(isNear(a, b, slips)).toBe(isNear(b, a, slips))
        if (a[0] !== b[0]) expect(isNear(a, b, slips)).toBe(false)
      }),
    )
  })
})
