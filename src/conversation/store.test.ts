import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TroubleError } from '../shared/agent.ts'
import { noChange } from '../shared/change.ts'
import { type ConversationEvent, storedEvent } from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import { openConversationStore } from './store.ts'

let folder: string
let store: ConversationStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-store-'))
  store = openConversationStore(folder)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const begin = (turn: string, number = 1, prompt = 'make a plate'): ConversationEvent => ({
  type: 'turn.begin',
  turn,
  number,
  prompt,
  agent: 'practice',
})
const text = (turn: string, words: string): ConversationEvent => ({ type: 'text', turn, text: words })
const end = (turn: string): ConversationEvent => ({
  type: 'turn.end',
  turn,
  outcome: 'done',
  trouble: null,
  changes: noChange(),
  before: null,
  after: null,
  units: 'mm',
  ms: 12,
})

const reopen = (): void => {
  store.close()
  store = openConversationStore(folder)
}

test('keeps a turn as it was told, numbered from 1, across a restart', () => {
  const { id } = store.create('practice')
  const told = [begin('t1'), text('t1', 'zwölf Löcher 🦏 \u0000 end'), end('t1')]
  const returned = told.map((event) => store.append(id, event))
  reopen()
  expect(store.trouble).toBeNull()
  expect(store.read(id, 0, 100)).toEqual(returned)
  expect(returned.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(returned.map(({ event }) => event)).toEqual(told)
  for (const stored of returned) storedEvent.parse(stored)
})

test('reads page by page from any event number', () => {
  const { id } = store.create('practice')
  for (let n = 1; n <= 25; n += 1) store.append(id, text('t1', `${n}`))
  expect(store.read(id, 10, 5).map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15])
  expect(store.read(id, 24, 5).map(({ seq }) => seq)).toEqual([25])
  expect(store.read(id, 25, 5)).toEqual([])
})

test('numbers each conversation by itself', () => {
  const [a, b] = [store.create('practice').id, store.create('practice').id]
  expect([a, b, a, b].map((id) => store.append(id, text('t', 'x')).seq)).toEqual([1, 1, 2, 2])
})

test('takes the title from the first prompt only, and leaves a given one alone', () => {
  const first = store.create('practice').id
  expect(store.get(first)?.title).toBe('')
  store.append(first, begin('t1', 1, 'Round the top edges, 2 mm.'))
  store.append(first, end('t1'))
  store.append(first, begin('t2', 2, 'Now the bottom'))
  expect(store.get(first)?.title).toBe('Round the top edges, 2 mm.')

  const named = store.create('practice').id
  expect(store.rename(named, 'Bracket\u0000\nfor Ada').title).toBe('Bracket for Ada')
  store.append(named, begin('t3'))
  expect(store.get(named)?.title).toBe('Bracket for Ada')
})

test('counts turns and says which run', () => {
  const { id } = store.create('practice')
  expect(store.get(id)).toMatchObject({ turns: 0, running: false })
  store.append(id, begin('t1'))
  expect(store.get(id)).toMatchObject({ turns: 1, running: true })
  store.append(id, end('t1'))
  expect(store.get(id)).toMatchObject({ turns: 1, running: false })
})

test('lists the conversation that a turn touched last first', () => {
  const [a, b] = [store.create('practice').id, store.create('gemini').id]
  expect(store.list().map(({ id }) => id)).toEqual([b, a])
  // The clock may not have moved on since; what counts then is that a is not older.
  store.append(a, begin('t1'))
  const heads = store.list()
  expect(heads[0]?.updatedAt).toBeGreaterThanOrEqual(heads[1]?.updatedAt ?? Number.POSITIVE_INFINITY)
  expect(store.get(a)?.updatedAt).toBeGreaterThanOrEqual(store.get(b)?.updatedAt ?? Number.POSITIVE_INFINITY)
})

test('finds the conversation, number and prompt of a turn', () => {
  const { id } = store.create('practice')
  store.append(id, begin('t1', 7, 'a\u0000b'))
  expect(store.findTurn('t1')).toEqual({
    conversation: id,
    number: 7,
    prompt: 'a\u0000b',
    agent: 'practice',
    reverted: false,
  })
  expect(store.findTurn('t2')).toBeUndefined()
})

test('tells listeners what was appended and when heads moved, until they leave', () => {
  const seen: string[] = []
  const leaveAppend = store.onAppend((conversation, { seq, event }) =>
    seen.push(`${conversation}/${seq}/${event.type}`),
  )
  const leaveHeads = store.onHeads(() => seen.push('heads'))
  const { id } = store.create('practice')
  store.append(id, begin('t1'))
  store.append(id, text('t1', 'hello'))
  store.setAgent(id, 'gemini')
  leaveAppend()
  leaveHeads()
  store.append(id, end('t1'))
  expect(seen).toEqual(['heads', `${id}/1/turn.begin`, 'heads', `${id}/2/text`, 'heads'])
  expect(store.get(id)?.agent).toBe('gemini')
})

test('removes a conversation with its pictures, and only those', () => {
  const [a, b] = [store.create('practice').id, store.create('practice').id]
  const [before, after, shot, other] = [1, 2, 3, 4].map((n) => store.putPicture('image/png', Uint8Array.of(n))) as [
    string,
    string,
    string,
    string,
  ]
  store.append(a, begin('t1'))
  store.append(a, {
    type: 'tool.end',
    turn: 't1',
    call: 'c',
    outcome: 'ok',
    sentence: 'View',
    output: {},
    pictures: [shot],
    objects: [],
    ms: 1,
  })
  store.append(a, { ...end('t1'), before, after } as ConversationEvent)
  store.append(b, { ...end('t2'), before: other } as ConversationEvent)
  expect(store.picture(shot)).toEqual({ mime: 'image/png', bytes: Uint8Array.of(3) })
  store.remove(a)
  expect(store.picture(shot)).toBeDefined()
  store.purge(a)
  expect([before, after, shot].map((id) => store.picture(id))).toEqual([undefined, undefined, undefined])
  expect(store.picture(other)?.bytes).toEqual(Uint8Array.of(4))
  expect(store.list().map(({ id }) => id)).toEqual([b])
  expect(store.findTurn('t1')).toBeUndefined()
})

test('says that a conversation is gone, whatever is asked of it', () => {
  const { id } = store.create('practice')
  store.remove(id)
  const asks = [
    () => store.append(id, begin('t1')),
    () => store.rename(id, 'x'),
    () => store.setAgent(id, 'x'),
    () => store.remove(id),
  ]
  for (const ask of asks) expect(ask).toThrow(TroubleError)
  expect(store.get(id)).toBeUndefined()
  expect(store.read(id, 0, 10)).toEqual([])
})

test('keeps nothing of an append that failed half-way', () => {
  const { id } = store.create('practice')
  store.append(id, begin('t1'))
  expect(() => store.append(id, begin('t1'))).toThrow()
  expect(store.read(id, 0, 10)).toHaveLength(1)
  expect(store.append(id, end('t1')).seq).toBe(2)
})

test('what turns took is summed by conversation, and costs of two currencies are not', () => {
  const { id } = store.create('claude')
  expect(store.get(id)?.usage).toBeUndefined()
  const spent = (turn: string, cost: { amount: number; currency: string } | null) => {
    store.append(id, begin(turn))
    const usage = { input: 100, cached: 50, output: 20, cost, context: { used: 170, size: 200_000 } }
    store.append(id, { ...end(turn), usage } as ConversationEvent)
  }
  spent('t1', { amount: 0.25, currency: 'USD' })
  spent('t2', { amount: 0.5, currency: 'USD' })
  reopen()
  expect(store.list()[0]?.usage).toEqual({ tokens: 240, cost: 0.75, currency: 'USD' })
  spent('t3', { amount: 1, currency: 'EUR' })
  expect(store.get(id)?.usage).toEqual({ tokens: 360, cost: null, currency: null })
})

test('each agent’s own session is kept across a restart, with when it was opened, and goes with its conversation', () => {
  const { id } = store.create('claude')
  store.keepAgentSession(id, 'claude', 'a')
  const first = store.agentSession(id, 'claude')
  store.keepAgentSession(id, 'claude', 'a')
  store.keepAgentSession(id, 'codex', 'c')
  store.keepAgentSession('gone', 'claude', 'x')
  reopen()
  expect(store.agentSession(id, 'claude')).toEqual(first)
  expect(store.agentSession(id, 'codex')?.session).toBe('c')
  expect(store.agentSession('gone', 'claude')).toBeUndefined()
  store.keepAgentSession(id, 'claude', 'b')
  expect(store.agentSession(id, 'claude')?.session).toBe('b')
  store.remove(id)
  store.purge(id)
  expect(store.agentSession(id, 'claude')).toBeUndefined()
})
