import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConversationStore } from '../conversation/store.ts'
import { recallOf } from './recall.ts'

test('the newest turns are told, shortened, without the one that runs; nothing where nothing was', () => {
  const store = openConversationStore(mkdtempSync(join(tmpdir(), 'tickbird-recall-')))
  const { id } = store.create('practice')
  const turn = (number: number, prompt: string, words: string) => {
    store.append(id, { type: 'turn.begin', turn: `t${number}`, number, prompt, agent: 'practice' })
    store.append(id, { type: 'text', turn: `t${number}`, text: words })
  }
  turn(1, 'first', 'one')
  expect(recallOf(store, id, 't1')).toBe('')
  for (let number = 2; number <= 20; number++) turn(number, `prompt ${number}`, 'word '.repeat(1000))
  const told = recallOf(store, id, 't20')
  expect(told.length).toBeLessThan(9000)
  expect(told).toContain('prompt 19')
  expect(told).not.toContain('prompt 20')
  expect(told).not.toContain('first')
  expect(told).toMatch(/\(\d+ earlier turns left out\.\)/)
  store.close()
})
