import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { envelopeTools } from './envelope.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { definitionsOf, OFFERED_SETS, type OfferedSet } from './listing.ts'

/** What a client reads when it connects, in o200k tokens. */
const cost = (set: OfferedSet) =>
  encode(JSON.stringify({ tools: [...definitionsOf(set), ...envelopeTools] })).length + encode(INSTRUCTIONS).length

describe('what connecting costs', () => {
  it('is at most 500 tokens for the envelope and 4 000 for the everyday tools', () => {
    expect(cost('envelope')).toBeLessThanOrEqual(500)
    expect(cost('essentials')).toBeLessThanOrEqual(4000)
  })

  it('is at most 200 tokens a tool on average, in every set', () => {
    for (const set of OFFERED_SETS) {
      expect(cost(set) / (definitionsOf(set).length + envelopeTools.length), set).toBeLessThan(200)
    }
  })
})

describe('a definition', () => {
  it('has a title only where it says more than the name', () => {
    const titles = Object.fromEntries(definitionsOf('full').map(({ name, title }) => [name, title]))
    expect(titles.create_box).toBeUndefined()
    expect(titles.sweep_1_rail).toBe('Sweep along one rail')
  })
})
