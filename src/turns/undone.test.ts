import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openConversationStore } from '../conversation/store.ts'
import { Undone } from './undone.ts'

it('tells what was taken back since the agent last spoke, also after a restart, once', () => {
  const store = openConversationStore(mkdtempSync(join(tmpdir(), 'tickbird-undone-')))
  const { id } = store.create('practice')
  const begin = (turn: string, number: number, prompt: string) =>
    store.append(id, { type: 'turn.begin', turn, number, prompt, agent: 'practice' })
  begin('a', 1, 'a box')
  begin('b', 2, 'a ball')
  store.append(id, { type: 'turn.reverted', turns: ['b', 'a'] })
  store.append(id, { type: 'turn.redone', turns: ['a'] })
  const running = new Undone(store)
  running.takenBack(id, 'AI 1: a box')
  running.broughtBack(id, 'AI 1: a box')
  expect(running.take(id, 'c')).toEqual(['AI 2: a ball'])
  // A new Tickbird knows it from the store, with the turn that asks begun already.
  begin('c', 3, 'a cone')
  const restarted = new Undone(store)
  expect(restarted.take(id, 'c')).toEqual(['AI 2: a ball'])
  expect(restarted.take(id, 'c')).toEqual([])
  // What came before the agent last spoke it was told then.
  expect(new Undone(store).take(id, 'd')).toEqual([])
  restarted.takenBack(id, 'AI 3: a cone')
  expect(restarted.take(id, 'd')).toEqual(['AI 3: a cone'])
  store.close()
})
