import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noChange } from '../shared/change.ts'
import type { ConversationEvent } from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import { openConversationStore } from './store.ts'

let folder: string
let store: ConversationStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-history-'))
  store = openConversationStore(folder)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})
const reopen = (): void => {
  store.close()
  store = openConversationStore(folder)
  expect(store.trouble).toBeNull()
}

const end = (turn: string): ConversationEvent => ({
  type: 'turn.end',
  turn,
  outcome: 'done',
  trouble: null,
  changes: noChange(),
  before: null,
  after: null,
  units: 'mm',
  ms: 1,
})

/** One turn, its answer streamed in the pieces that are given. */
function tell(conversation: string, turn: string, prompt: string, ...pieces: string[]): void {
  const number = (store.get(conversation)?.turns ?? 0) + 1
  store.append(conversation, { type: 'turn.begin', turn, number, prompt, agent: 'practice' })
  for (const text of pieces) store.append(conversation, { type: 'text', turn, text })
  store.append(conversation, end(turn))
}

const marked = (query: string) =>
  store.search(query, 10).hits.map(({ turn, where, snippet }) => {
    const text = snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')
    return `${turn ?? '-'} ${where}: ${text}`
  })

describe('search', () => {
  test('finds prompts, answers that were streamed in pieces, and titles', () => {
    const { id } = store.create('practice')
    tell(id, 't1', 'Round the top edges', 'I fil', 'let four edges. ', 'Größe 2 mm')
    expect(marked('fillet')).toEqual(['t1 answer: I [fillet] four edges. Größe 2 mm'])
    expect(marked('GROSSE')).toEqual([])
    expect(marked('grÖße 2')).toEqual(['t1 answer: I fillet four edges. [Größe] [2] mm'])
    expect(marked('grosse OR')).toEqual([])
    expect(marked('Grö')).toHaveLength(1)
    expect(marked('gro')).toHaveLength(1)
    store.rename(id, 'Bracket for Ada')
    expect(marked('ada')).toEqual(['- title: Bracket for [Ada]'])
    expect(marked('round fillet')).toEqual(['t1 prompt: [Round] the top edges'])
    expect(marked('round chamfer')).toEqual([])
  })

  test('finds pieces of words, words of one or two signs, phrases, and scripts without blanks', () => {
    const { id } = store.create('practice')
    tell(id, 't1', 'Kantenverrundung', 'r 2')
    tell(id, 't2', '对上边缘倒角', '각도 45°')
    tell(id, 't3', 'two plates', 'plates two')
    expect(marked('verrundung')).toEqual(['t1 prompt: Kanten[verrundung]'])
    expect(marked('倒角')).toEqual(['t2 prompt: 对上边缘[倒角]'])
    expect(marked('각도')).toEqual(['t2 answer: [각도] 45°'])
    expect(marked('r')).toHaveLength(1)
    expect(marked('"two plates"')).toEqual(['t3 prompt: [two plates]'])
    expect(marked('"plates tw')).toEqual(['t3 answer: [plates tw]o'])
  })

  test.each([
    '',
    '   ',
    '"',
    '""',
    '*',
    "'; DROP TABLE texts; --",
    'a OR b',
    'NEAR(x y)',
    'prompt:x',
    '\u0000',
    '(',
    '-x',
  ])('takes %j for words, not for commands', (query) => {
    const { id } = store.create('practice')
    tell(id, 't1', 'nothing of it', 'at all')
    expect(store.search(query, 10).hits).toEqual([])
    expect(marked('nothing')).toHaveLength(1)
  })

  test('shows a long text from shortly before what was found, and is cut at no half sign', () => {
    const { id } = store.create('practice')
    tell(id, 't1', 'x', `${'🦏'.repeat(300)}needle${'🦏'.repeat(300)}`)
    const [hit] = store.search('needle', 10).hits
    const text = hit!.snippet.map((part) => part.text).join('')
    expect(hit!.snippet.find((part) => part.hit)?.text).toBe('needle')
    expect(text.length).toBeLessThan(200)
    expect(text).not.toMatch(/\p{Cs}/u)
  })

  test('comes newest first in pages, leaves deleted ones out, and knows archived ones', () => {
    const [a, b] = [store.create('practice').id, store.create('practice').id]
    for (let n = 1; n <= 5; n += 1) tell(a, `a${n}`, `plate ${n}`)
    tell(b, 'b1', 'plate of b')
    store.archive(b, true)
    const first = store.search('plate', 4)
    // Titles that came from a prompt that is found are not told twice.
    expect(first.hits.map(({ turn }) => turn)).toEqual(['b1', 'a5', 'a4', 'a3'])
    expect(first).toMatchObject({ more: true, hits: [{ archived: true }, { archived: false }, {}, {}] })
    store.remove(b)
    expect(store.search('plate of b', 4).hits).toEqual([])
    store.restore(b)
    expect(store.search('plate of b', 4).hits).toMatchObject([{ turn: 'b1' }])
    store.remove(b)
    store.purge(b)
    expect(store.search('plate of b', 4).hits).toEqual([])
  })

  test('of a page asks for what is older', async () => {
    const { id } = store.create('practice')
    for (let n = 1; n <= 3; n += 1) {
      tell(id, `t${n}`, `plate ${n}`)
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    const first = store.search('plate', 2)
    const next = store.search('plate', 2, first.hits.at(-1)!.at)
    expect(next).toMatchObject({ hits: [{ turn: 't1', where: 'prompt' }], more: false })
  })
})

describe('pages', () => {
  const seqs = (limit: number, before?: number) => {
    const { events, first, more } = store.page(id, limit, before)
    return { from: events[0]?.seq, to: events.at(-1)?.seq, first, more }
  }
  let id: string
  beforeEach(() => {
    id = store.create('practice').id
    // Four turns of five events each; three pieces of text are one.
    for (let n = 1; n <= 4; n += 1) tell(id, `t${n}`, `plate ${n}`, 'a', 'b', 'c')
  })

  test('begin with a turn, newest first, and join what was streamed', () => {
    expect(store.page(id, 7).events.map(({ seq, event }) => [seq, event.type])).toEqual([
      [16, 'turn.begin'],
      [19, 'text'],
      [20, 'turn.end'],
    ])
    expect(store.page(id, 7).events[1]?.event).toMatchObject({ text: 'abc' })
    expect(seqs(7)).toEqual({ from: 16, to: 20, first: 16, more: true })
    expect(seqs(10, 16)).toEqual({ from: 6, to: 15, first: 6, more: true })
    expect(seqs(7, 6)).toEqual({ from: 1, to: 5, first: 0, more: false })
  })

  test('hold a turn that is longer than a page whole', () => {
    expect(seqs(2)).toEqual({ from: 16, to: 20, first: 16, more: true })
    expect(seqs(1, 6)).toEqual({ from: 1, to: 5, first: 0, more: false })
  })

  test('of an empty conversation, and of one that is nowhere', () => {
    const none = { events: [], first: 0, more: false, reverted: [] }
    expect(store.page(store.create('practice').id, 10)).toEqual(none)
    expect(store.page('nowhere', 10)).toEqual(none)
  })

  test('say which of their turns are taken back, wherever that was told', () => {
    store.append(id, { type: 'turn.reverted', turns: ['t4', 't3', 't2'] })
    store.append(id, { type: 'turn.redone', turns: ['t2'] })
    expect(store.page(id, 100).reverted).toEqual(['t3', 't4'])
    expect(store.page(id, 5, 16).reverted).toEqual(['t3'])
    expect(store.findTurn('t4')?.reverted).toBe(true)
    expect(store.findTurn('t2')?.reverted).toBe(false)
  })
})

describe('deleting', () => {
  test('takes a conversation out of everything, and restoring brings all of it back', () => {
    const { id } = store.create('practice')
    tell(id, 't1', 'plate')
    const head = store.get(id)
    store.remove(id)
    expect([store.get(id), store.list(), store.search('plate', 9).hits]).toEqual([undefined, [], []])
    expect(() => store.append(id, { type: 'text', turn: 't1', text: 'x' })).toThrow(/gone/)
    expect(() => store.remove(id)).toThrow(/gone/)
    expect(store.deleted()).toMatchObject([{ id, title: 'plate', deletedAt: expect.any(Number) }])
    // The document knows the turn still.
    store.append(id, { type: 'turn.reverted', turns: ['t1'] })
    reopen()
    store.restore(id)
    expect(store.get(id)).toMatchObject({ ...head, updatedAt: expect.any(Number) })
    expect(store.page(id, 10).reverted).toEqual(['t1'])
    expect(() => store.restore(id)).toThrow(/gone/)
    expect(() => store.purge(id)).toThrow(/gone/)
  })

  test('of one with a running turn leaves that turn ended after a kill', () => {
    const { id } = store.create('practice')
    store.append(id, { type: 'turn.begin', turn: 't1', number: 1, prompt: 'plate', agent: 'practice' })
    store.remove(id)
    reopen()
    expect(store.restore(id)).toMatchObject({ running: false })
    expect(store.turnEnd('t1')?.outcome).toBe('failed')
  })

  test('is for good after a week, at the next start', () => {
    const [old, fresh] = [store.create('practice').id, store.create('practice').id]
    tell(old, 't1', 'plate')
    store.remove(old)
    store.remove(fresh)
    store.close()
    const database = new DatabaseSync(join(folder, 'conversations.db'))
    database.exec(`UPDATE conversations SET deleted_at = deleted_at - 8 * 86400000 WHERE id = '${old}'`)
    database.close()
    store = openConversationStore(folder)
    expect(store.deleted().map(({ id }) => id)).toEqual([fresh])
  })
})

describe('retention', () => {
  const ago = (days: number, ...ids: string[]) => {
    store.close()
    const database = new DatabaseSync(join(folder, 'conversations.db'))
    for (const id of ids) {
      database.exec(`UPDATE conversations SET updated_at = updated_at - ${days} * 86400000 WHERE id = '${id}'`)
    }
    database.close()
    store = openConversationStore(folder)
  }
  const made = (weight: number) => {
    const { id } = store.create('practice')
    tell(id, `t${id}`, 'plate', 'x'.repeat(weight))
    return id
  }

  test('removes nothing where nothing is set, whatever there is', () => {
    ago(10_000, made(1000))
    expect(store.clean({ maxDays: null, maxBytes: null }, new Set())).toBeNull()
    expect(store.list()).toHaveLength(1)
  })

  test('removes by age all but what is in use, and says what', () => {
    const [a, b, c] = [made(10), made(10), made(10)]
    ago(40, a, b)
    store.rename(a, 'Old one')
    const policy = { maxDays: 30, maxBytes: null }
    expect(store.expiring(policy, new Set([b])).map(({ conversation }) => conversation)).toEqual([a])
    expect(store.list()).toHaveLength(3)
    expect(store.clean(policy, new Set([b]))).toMatchObject({ conversations: 1, titles: ['Old one'] })
    expect(
      store
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([b, c].sort())
    reopen()
    expect(store.lastCleaning()).toMatchObject({ conversations: 1, titles: ['Old one'], bytes: expect.any(Number) })
    expect(store.clean(policy, new Set([b]))).toBeNull()
  })

  test('removes the oldest until the rest fits, pictures weighed too', () => {
    const [a, b, c] = [made(1_500_000), made(1_500_000), made(10)]
    ago(3, a)
    ago(2, b)
    const picture = store.putPicture('image/png', new Uint8Array(400_000))
    store.append(c, { ...end('x'), before: picture } as ConversationEvent)
    const weighed = new Map(store.weigh().conversations.map(({ conversation, bytes }) => [conversation, bytes]))
    expect(weighed.get(c)).toBeGreaterThan(400_000)
    expect(weighed.get(c)).toBeLessThan(410_000)
    expect(store.expiring({ maxDays: null, maxBytes: 2_000_000 }, new Set()).map((each) => each.conversation)).toEqual([
      a,
    ])
    const before = store.weigh().bytes
    store.clean({ maxDays: null, maxBytes: 1_048_576 }, new Set())
    expect(store.list().map(({ id }) => id)).toEqual([c])
    // Both can be brought back, and then give their space back.
    expect(
      store
        .deleted()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([a, b].sort())
    expect(store.clean({ maxDays: null, maxBytes: 1_048_576 }, new Set())).toBeNull()
    for (const id of [a, b]) store.purge(id)
    expect(store.weigh().bytes).toBeLessThan(before / 2)
  })
})

describe('the queue', () => {
  test('keeps its order over a restart, and changes as it is told', () => {
    const { id } = store.create('practice')
    const told: string[] = []
    store.queue.onChange((conversation) => told.push(conversation))
    const [a, b, c] = ['a', 'b', 'c'].map((prompt) => store.queue.add(id, prompt, undefined).id) as [
      string,
      string,
      string,
    ]
    store.queue.move(c, a)
    store.queue.edit(b, 'B')
    store.queue.move(a, null)
    expect(told).toEqual(Array(6).fill(id))
    reopen()
    expect(store.queue.list(id).map(({ prompt }) => prompt)).toEqual(['c', 'B', 'a'])
    expect(store.queue.remove(b).prompt).toBe('B')
    for (const ask of [() => store.queue.remove(b), () => store.queue.edit(b, 'x'), () => store.queue.move(a, b)]) {
      expect(ask).toThrow(/gone/)
    }
    expect(store.queue.list(id).map(({ prompt }) => prompt)).toEqual(['c', 'a'])
  })

  test('loses an item with the very event of its turn', () => {
    const { id } = store.create('practice')
    const item = store.queue.add(id, 'next', 'gemini')
    const begin = {
      type: 'turn.begin',
      turn: 't1',
      number: 1,
      prompt: 'next',
      agent: 'gemini',
      queued: item.id,
    } as const
    tell(id, 't0', 'first')
    expect(() => store.append(id, { ...begin, turn: 't0' })).toThrow()
    expect(store.queue.list(id)).toMatchObject([{ prompt: 'next', agent: 'gemini' }])
    store.append(id, begin)
    expect(store.queue.list(id)).toEqual([])
  })

  test('has an end', () => {
    const { id } = store.create('practice')
    for (let n = 0; n < 50; n += 1) store.queue.add(id, 'x', undefined)
    expect(() => store.queue.add(id, 'x', undefined)).toThrow(/full/)
  })
})

test.each([1, 2])('a store that version %i wrote is brought up to date and loses nothing', (version) => {
  store.close()
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  cpSync(join(import.meta.dirname, `fixtures/version-${version}.db`), join(folder, 'conversations.db'))
  store = openConversationStore(folder)
  expect(store.trouble).toBeNull()
  const heads = store.list()
  expect(heads.map(({ title, turns }) => [title, turns])).toEqual([
    ['倒角 the Kantenverrundung', 1],
    ['Empty one', 0],
    ['Round the top edges, 2 mm.', 3],
  ])
  expect(heads[0]).toMatchObject({ running: false, archived: false, document: null })
  if (version > 1) {
    expect(heads[1]?.archived).toBe(true)
    expect(heads[2]?.document).toEqual({ name: 'bracket.3dm', path: null })
    expect(store.queue.list(heads[2]!.id)).toMatchObject([{ prompt: 'then the sides' }])
    // Deleted, and a week after this fixture was made gone for good.
    expect(store.search('Deleted one', 9).hits).toEqual([])
  }
  const id = heads[2]!.id
  expect(store.read(id, 0, 100)).toHaveLength(14)
  expect(store.page(id, 100).reverted).toEqual(['a3'])
  expect(marked('fillet')).toEqual(['a1 answer: I [fillet] the four edges. Done, größer.'])
  expect(marked('倒角')).toEqual(['c1 prompt: [倒角] the Kantenverrundung'])
  const names = store.read(id, 0, 100).flatMap(({ event }) => {
    if (event.type === 'tool.end') return event.pictures
    return event.type === 'turn.end' && event.before && event.after ? [event.before, event.after] : []
  })
  expect(names.map((name) => store.picture(name)?.bytes.length)).toEqual([64, 64, 64])
  store.remove(id)
  store.purge(id)
  expect(names.map((name) => store.picture(name))).toEqual([undefined, undefined, undefined])
})
