import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Block, ToolBlock, ToolEnd } from '../conversation/model.ts'
import { isLook, together } from './alike.ts'

const tool = (key: string, name: string, end: Partial<ToolEnd> | null = {}): ToolBlock => ({
  kind: 'tool',
  key,
  call: key,
  tool: name,
  title: name,
  input: {},
  at: 0,
  end: end && { outcome: 'ok', sentence: name, output: null, pictures: [], objects: [], ms: 1, ...end },
})
const keys = (blocks: Block[]) => together(blocks).map((group) => group.map((block) => block.key).join(''))

test('calls that say the same are together, others are not', () => {
  const hole = { sentence: 'Cylinder, r 2.5 mm' }
  const blocks = [tool('a', 'create_cylinder', hole), tool('b', 'create_cylinder', hole), tool('c', 'create_box')]
  expect(keys(blocks)).toEqual(['ab', 'c'])
  expect(keys([tool('a', 'create_box'), tool('b', 'create_box', { sentence: 'Box 2' })])).toEqual(['a', 'b'])
  expect(keys([tool('a', 'x', { sentence: '' }), tool('b', 'x', { sentence: '' })])).toEqual(['a', 'b'])
})

test('what runs, failed or shows a picture stands alone', () => {
  for (const end of [null, { outcome: 'failed' }, { outcome: 'stopped' }, { pictures: ['p'] }] as const) {
    const other = end && { ...end, ...('pictures' in end ? { pictures: ['p'] } : {}) }
    expect(keys([tool('a', 'create_box'), tool('b', 'create_box', other)])).toEqual(['a', 'b'])
    expect(keys([tool('a', 'create_box', other), tool('b', 'create_box', other)])).toEqual(['a', 'b'])
    expect(isLook(tool('a', 'get_context', other))).toBe(false)
  }
})

test('looks that follow each other are together, whatever they saw; words between them part them', () => {
  const looks = [tool('a', 'get_context'), tool('b', 'list_objects')]
  expect(keys(looks)).toEqual(['ab'])
  expect(keys([tool('a', 'get_context'), { kind: 'text', key: 't', text: 'and' }, tool('b', 'get_context')])).toEqual([
    'a',
    't',
    'b',
  ])
})

test('no tool that does something is taken for a look, and a measure is none', () => {
  const { tools } = JSON.parse(readFileSync('docs/tools.json', 'utf8')) as { tools: { name: string; effect: string }[] }
  const looks = tools.filter(({ name }) => isLook(tool('a', name)))
  expect(looks.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_context', 'list_objects']))
  expect(looks.filter(({ effect }) => effect !== 'read')).toEqual([])
  expect(isLook(tool('a', 'measure_volume'))).toBe(false)
})
