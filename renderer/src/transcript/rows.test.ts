import { expect, test } from 'vitest'
import { noChange } from '../../../src/shared/change.ts'
import type { Block, Turn } from '../conversation/model.ts'
import { newestMessage } from './newest.ts'
import { openFromEnd, rowsOf } from './rows.ts'

const tool = (key: string, sentence = 'Box'): Block => ({
  kind: 'tool',
  key,
  call: key,
  tool: 'create_box',
  title: 'Box',
  input: {},
  at: 0,
  end: { outcome: 'ok', sentence, output: null, pictures: [], objects: [], ms: 1 },
})
const text = (key: string, words: string): Block => ({ kind: 'text', key, text: words })

const turn = (number: number, part: Partial<Turn> = {}): Turn => ({
  id: `t${number}`,
  number,
  prompt: `Prompt ${number}`,
  agent: 'practice',
  at: 0,
  blocks: [text('0', 'Hello')],
  end: {
    outcome: 'done',
    trouble: null,
    changes: noChange(),
    before: null,
    after: null,
    units: 'mm',
    ms: 1,
    left: null,
    usage: null,
  },
  reverted: false,
  again: null,
  ...part,
})

const kinds = (turns: Turn[], openFrom: string | null, toggled: string[] = []) =>
  rowsOf(turns, openFrom, new Set(toggled)).map((row) => `${row.key}`)

test('old turns are one row, newer ones are open', () => {
  expect(kinds([turn(1), turn(2)], 't2')).toEqual(['t1:folded', 't2:header', 't2:prompt', 't2:agent', 't2:0', 't2:end'])
})

test('what the person opened or folded goes before age', () => {
  expect(kinds([turn(1), turn(2)], 't2', ['t1', 't2']).filter((key) => key.endsWith('folded'))).toEqual(['t2:folded'])
})

test('a running turn is never folded, and has no end yet', () => {
  const keys = kinds([turn(1, { end: null }), turn(2)], 't2')
  expect(keys).toContain('t1:header')
  expect(keys).not.toContain('t1:end')
})

test('older turns that come in above leave what is open as it is', () => {
  const newer = [turn(3), turn(4), turn(5), turn(6)]
  const from = openFromEnd(newer)
  expect(from).toBe('t4')
  const before = kinds(newer, from)
  expect(kinds([turn(1), turn(2), ...newer], from)).toEqual(['t1:folded', 't2:folded', ...before])
  expect(openFromEnd([])).toBeNull()
})

test('cards that follow each other are joined', () => {
  const blocks = [tool('0'), tool('1', 'Sphere'), text('2', 'and'), tool('3')]
  const joins = rowsOf([turn(1, { blocks })], null, new Set()).flatMap((row) =>
    row.kind === 'card' ? [row.joins] : [],
  )
  expect(joins).toEqual([
    { above: false, below: true },
    { above: true, below: false },
    { above: false, below: false },
  ])
})

test('calls that say the same are one card, named after the first', () => {
  const blocks = [tool('0', 'Hole'), tool('1', 'Hole'), tool('2', 'Box')]
  const cards = rowsOf([turn(1, { blocks })], null, new Set()).filter((row) => row.kind === 'card')
  expect(cards.map(({ key, blocks: calls }) => [key, calls.length])).toEqual([
    ['t1:0', 2],
    ['t1:2', 1],
  ])
})

test('a turn nobody prompted names who worked', () => {
  expect(kinds([turn(1, { prompt: '', blocks: [] })], null)).toEqual(['t1:header', 't1:agent', 't1:end'])
})

test('rows of a turn that did not change stay the same objects', () => {
  const old = turn(1)
  const before = rowsOf([old], null, new Set())
  const after = rowsOf([old, turn(2)], null, new Set())
  expect(after.slice(0, before.length).every((row, i) => row === before[i])).toBe(true)
})

test('the newest message: the last sentence while it runs, the answer when it is whole', () => {
  expect(newestMessage([])).toBe('')
  expect(newestMessage([turn(1), turn(2, { end: null, blocks: [] })])).toBe('Turn 2 is running.')
  expect(newestMessage([turn(2, { end: null, blocks: [tool('0', 'Box 1 × 2 × 3 mm'), text('1', 'half a wo')] })])).toBe(
    'Box 1 × 2 × 3 mm',
  )
  expect(newestMessage([turn(1, { blocks: [text('0', 'First'), tool('1'), text('2', 'Done.')] })])).toBe('Done.')
  const stopped = turn(1).end
  expect(newestMessage([turn(1, { end: { ...stopped!, outcome: 'stopped' } })])).toBe('Hello Stopped.')
})
