import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import dev from '../tools/search.dev.json' with { type: 'json' }
import type { CallableHost } from './caller.ts'
import { Catalogue, ENTRIES } from './catalogue.ts'
import { search } from './search.ts'
import { tokensAtMost } from './token-estimate.ts'

const host = (processId: number, label: string): CallableHost => ({ processId, label, supports: () => true })
const rhino = host(48211, 'Rhino 8')
const catalogue = new Catalogue()
const queries = Object.values(dev.queries).flat()

function ask(given: Record<string, unknown>, hosts = [rhino]) {
  const { content, structuredContent } = search(catalogue, hosts, given)
  const [block] = content
  const text = block?.type === 'text' ? block.text : ''
  return { text, found: structuredContent as { count: number; hasMore: boolean; items: { id: string }[] } }
}

describe('what a search answer costs', () => {
  it.each([[[rhino]], [[rhino, host(7, 'Built-in modeller')]]])(
    'is at most 400 tokens without a limit (%#)',
    (hosts) => {
      const answers = queries.map((query) => ask({ query }, hosts))
      expect(Math.max(...answers.map(({ text }) => encode(text).length))).toBeLessThanOrEqual(400)
      // Small, but never so small that a good hit is left out while there are more.
      expect(answers.filter(({ found }) => found.hasMore && found.count < 4)).toEqual([])
    },
  )

  it('is what was asked for with a limit', () => {
    const { found } = ask({ query: 'curve surface object layer', limit: 32 })
    expect(found).toMatchObject({ count: 32, hasMore: true })
    expect(ask({ query: 'curve surface object layer' }).found.hasMore).toBe(true)
  })

  it('says what a tool is once, where several processes have it', () => {
    const { found } = ask({ query: 'create box' }, [rhino, host(7, 'Built-in modeller')])
    expect(found.items.slice(0, 2)).toEqual([
      expect.objectContaining({ processId: 48211, host: 'Rhino 8', args: expect.stringContaining('width') }),
      {
        id: expect.stringMatching(/^tb1\.7\..*create_box$/),
        processId: 7,
        host: 'Built-in modeller',
        description: 'As above.',
      },
    ])
  })

  it('shows the best hit, however long it is', () => {
    const { found } = ask({ query: 'create box', detail: 'schema' })
    expect(found.items[0]?.id).toContain('create_box')
  })

  it('names the required arguments before any other, and ends a text with a sentence', () => {
    const { text } = ask({ query: 'create_grasshopper apply_grasshopper_graph', limit: 1 })
    expect(text).toContain('solves, all or nothing."')
  })
})

describe('tokensAtMost', () => {
  it('counts a little more than o200k, never less in an answer with hits', () => {
    for (const { target } of ENTRIES) {
      const { text } = ask({ query: target, limit: 8 })
      const real = encode(text).length
      if (real < 150) continue
      expect(tokensAtMost(text) / real, target).toBeGreaterThanOrEqual(1)
      expect(tokensAtMost(text) / real, target).toBeLessThan(1.25)
    }
  })

  it.each([['選択中のオブジェクトを取得'], ['Schnittkurve zweier Flächen'], ['🦏🦏🦏'], ['']])(
    'is on the safe side for %j',
    (text) => expect(tokensAtMost(text)).toBeGreaterThanOrEqual(encode(text).length - 1),
  )
})
