import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noChange } from '../../../src/shared/change.ts'
import { type ConversationEvent, conversationEvent, type StoredEvent } from '../../../src/shared/event.ts'
import { fold, foldPage, withEarlier } from './fold.ts'
import { type Conversation, emptyConversation, openQuestion, openQuestions, openTurn } from './model.ts'

const stored = (events: ConversationEvent[], from = 1): StoredEvent[] =>
  events.map((event, i) => ({ seq: from + i, at: 1000 + i, event }))

const begin = (turn: string, number = 1): ConversationEvent => ({
  type: 'turn.begin',
  turn,
  number,
  prompt: `Prompt ${turn}`,
  agent: 'practice',
})
const text = (turn: string, words: string): ConversationEvent => ({ type: 'text', turn, text: words })
const toolBegin = (turn: string, call: string): ConversationEvent => ({
  type: 'tool.begin',
  turn,
  call,
  tool: 'create_box',
  title: 'Box',
  input: { size: [1, 2, 3] },
})
const toolEnd = (turn: string, call: string): ConversationEvent => ({
  type: 'tool.end',
  turn,
  call,
  outcome: 'ok',
  sentence: `Box ${call}`,
  output: null,
  pictures: [],
  objects: ['a'],
  ms: 5,
})
const ask = (turn: string): ConversationEvent => ({
  type: 'permission.ask',
  turn,
  request: 'r1',
  title: 'Run it?',
  detail: '',
  options: [{ id: 'yes', label: 'Yes', kind: 'allow_once' }],
})
const end = (turn: string): ConversationEvent => ({
  type: 'turn.end',
  turn,
  outcome: 'done',
  trouble: null,
  changes: noChange(),
  before: null,
  after: null,
  units: 'mm',
  ms: 9,
})

const all = (...events: ConversationEvent[]): Conversation => fold(emptyConversation, stored(events))

/** What a reader sees of a turn's blocks, the growing text included. */
function seen(state: Conversation): string[][] {
  return state.turns.map((turn) =>
    turn.blocks.map((block) => {
      if (block.kind === 'text' || block.kind === 'thought') {
        const growing = state.tail?.turn === turn.id && state.tail.key === block.key ? state.tail.text : block.text
        return `${block.kind} ${growing}`
      }
      return block.kind === 'tool' ? `tool ${block.end?.sentence ?? '…'}` : block.kind
    }),
  )
}

describe('folding events', () => {
  test('text grows in the tail and leaves the turns as they are', () => {
    const first = all(begin('t'), text('t', 'I '))
    const second = fold(first, stored([text('t', 'make')], 3))
    expect(second.turns).toBe(first.turns)
    expect(second.tail?.text).toBe('I make')
    expect(seen(second)).toEqual([['text I make']])
  })

  test('a card settles the text before it; text after it is a new block', () => {
    const state = all(
      begin('t'),
      text('t', 'a'),
      toolBegin('t', '1'),
      text('t', 'b'),
      toolEnd('t', '1'),
      text('t', 'c'),
    )
    expect(seen(state)).toEqual([['text a', 'tool Box 1', 'text bc']])
    expect(state.turns[0]?.blocks[0]).toMatchObject({ text: 'a' })
  })

  test('the end of a turn settles its text', () => {
    const state = all(begin('t'), text('t', 'done'), end('t'))
    expect(state.tail).toBeNull()
    expect(state.turns[0]).toMatchObject({ blocks: [{ text: 'done' }], end: { outcome: 'done', ms: 9 } })
    expect(openTurn(state.turns)).toBeNull()
  })

  test('text after the end goes on where the block was', () => {
    expect(seen(all(begin('t'), text('t', 'a'), end('t'), text('t', 'b')))).toEqual([['text ab']])
  })

  test('a plan is replaced where it stands', () => {
    const plan = (state: 'running' | 'done'): ConversationEvent => ({
      type: 'plan',
      turn: 't',
      steps: [{ text: 'one', state }],
    })
    const state = all(begin('t'), plan('running'), toolBegin('t', '1'), plan('done'))
    expect(state.turns[0]?.blocks.map((block) => block.kind)).toEqual(['plan', 'tool'])
    expect(state.turns[0]?.blocks[0]).toMatchObject({ steps: [{ state: 'done' }] })
  })

  test('a question is open until it is answered, or its turn ends', () => {
    const asked = all(begin('t'), ask('t'))
    expect(openQuestion(asked.turns)?.request).toBe('r1')
    const answered = fold(asked, stored([{ type: 'permission.answer', turn: 't', request: 'r1', option: null }], 3))
    expect(openQuestion(answered.turns)).toBeNull()
    expect(answered.turns[0]?.blocks[0]).toMatchObject({ answer: null })
    expect(openQuestion(fold(asked, stored([end('t')], 3)).turns)).toBeNull()
  })

  test('turns are taken back and redone, unknown ones are passed over', () => {
    const state = all(begin('a'), end('a'), begin('b', 2), end('b'), {
      type: 'turn.reverted',
      turns: ['b', 'nobody', 'a'],
    })
    expect(state.turns.map((turn) => turn.reverted)).toEqual([true, true])
    const back = fold(state, stored([{ type: 'turn.redone', turns: ['a'] }], 6))
    expect(back.turns.map((turn) => turn.reverted)).toEqual([false, true])
  })

  test('a card with questions outlives its turn, until it is answered or a later turn begins', () => {
    const asked = (waits: boolean): ConversationEvent => ({
      type: 'question.ask',
      turn: 't',
      request: 'q1',
      questions: [],
      waits,
    })
    const answered: ConversationEvent = { type: 'question.answer', turn: 't', request: 'q1', answers: [], words: '' }
    const open = (...events: ConversationEvent[]) => openQuestions(all(begin('t'), ...events).turns)?.request
    expect(open(asked(false))).toBe('q1')
    expect(open(asked(false), end('t'))).toBe('q1')
    expect(open(asked(true))).toBe('q1')
    expect(open(asked(true), end('t'))).toBeUndefined()
    expect(open(asked(false), answered)).toBeUndefined()
    expect(open(asked(false), end('t'), begin('u'))).toBeUndefined()
  })

  test('events that are in already change nothing', () => {
    const state = all(begin('t'), text('t', 'a'))
    expect(fold(state, stored([begin('t'), text('t', 'a')]))).toBe(state)
  })

  test('what has no beginning is shown all the same', () => {
    const state = all(text('lost', 'hello'), toolEnd('lost', '9'))
    expect(seen(state)).toEqual([['text hello', 'tool Box 9']])
    expect(state.turns[0]?.number).toBe(0)
    expect(fold(state, stored([begin('lost', 4)], 3)).turns[0]).toMatchObject({ number: 4, prompt: 'Prompt lost' })
  })

  test('kinds of a newer core are passed over', () => {
    const newer = { type: 'hologram', turn: 't' } as unknown as ConversationEvent
    expect(seen(all(begin('t'), newer, text('t', 'a')))).toEqual([['text a']])
  })
})

const turnId = fc.constantFrom('a', 'b', 'c')
const call = fc.constantFrom('1', '2')
const anyEvent: fc.Arbitrary<ConversationEvent> = fc.oneof(
  turnId.map((turn) => begin(turn)),
  fc.record({ type: fc.constantFrom('text' as const, 'thought' as const), turn: turnId, text: fc.string() }),
  fc.tuple(turnId, call).map(([turn, c]) => toolBegin(turn, c)),
  fc.tuple(turnId, call).map(([turn, c]) => toolEnd(turn, c)),
  turnId.map((turn) => ask(turn)),
  turnId.map((turn): ConversationEvent => ({ type: 'plan', turn, steps: [] })),
  turnId.map((turn): ConversationEvent => ({ type: 'permission.answer', turn, request: 'r1', option: 'yes' })),
  turnId.map((turn): ConversationEvent => ({ type: 'question.ask', turn, request: 'q1', questions: [], waits: false })),
  turnId.map((turn): ConversationEvent => ({ type: 'question.answer', turn, request: 'q1', answers: null, words: '' })),
  fc.record({
    type: fc.constant('notice' as const),
    turn: turnId,
    level: fc.constant('info' as const),
    text: fc.string(),
  }),
  turnId.map((turn) => end(turn)),
  fc.record({
    type: fc.constantFrom('turn.reverted' as const, 'turn.redone' as const),
    turns: fc.array(turnId, { maxLength: 3 }),
  }),
)

test('the generator makes events of the contract, of every kind', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(anyEvent, (event) => {
      kinds.add(conversationEvent.parse(event).type)
    }),
    { numRuns: 500 },
  )
  expect(kinds.size).toBe(conversationEvent.options.length)
})

test('any order, gap or repetition folds without a throw, in batches as at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 3 })), { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
      (steps, cuts) => {
        let seq = 1
        const events = steps.map(([event, jump], i): StoredEvent => {
          seq += jump
          return { seq, at: i, event }
        })
        const atOnce = fold(emptyConversation, events)
        let inBatches = emptyConversation
        for (let at = 0, n = 0; at < events.length; n++) {
          const size = cuts[n % cuts.length] ?? 1
          inBatches = fold(inBatches, events.slice(at, at + size))
          at += size
        }
        expect(inBatches).toEqual(atOnce)
        expect(fold(atOnce, events)).toBe(atOnce)
      },
    ),
  )
})

test('no word of any text is lost', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const state = all(...events)
      const written = events.map((event) => (event.type === 'text' ? event.text : '')).join('').length
      const shown = seen(state)
        .flat()
        .filter((line) => line.startsWith('text '))
      expect(shown.reduce((sum, line) => sum + line.length - 5, 0)).toBe(written)
    }),
  )
})

describe('pages', () => {
  const turnOf = (id: string, number: number, open = false): ConversationEvent[] => [
    begin(id, number),
    text(id, 'Some '),
    text(id, 'words.'),
    toolBegin(id, `${id}-call`),
    toolEnd(id, `${id}-call`),
    text(id, 'And an answer'),
    ...(open ? [] : [end(id)]),
  ]
  const page = (events: StoredEvent[], reverted: string[] = []) => ({ events, first: 0, more: false, reverted })

  test('of the past, put before each other, are what all at once is', () => {
    const all = stored([
      ...turnOf('t1', 1),
      ...turnOf('t2', 2),
      { type: 'turn.reverted', turns: ['t2', 't1'] },
      { type: 'turn.redone', turns: ['t1'] },
      ...turnOf('t3', 3),
      ...turnOf('t4', 4, true),
    ])
    const begins = all.flatMap(({ event }, at) => (event.type === 'turn.begin' ? [at] : []))
    for (const cut of begins.slice(1)) {
      const newest = foldPage(page(all.slice(cut), ['t2']), true)
      const whole = withEarlier(newest, foldPage(page(all.slice(0, cut), ['t2']), false).turns)
      expect(whole).toEqual(fold(emptyConversation, all))
    }
  })

  test('that tell of one turn on both sides show it once', () => {
    const older = foldPage(page(stored([begin('t1'), text('t1', 'a')])), false)
    const newer = foldPage(page(stored([begin('t2', 2), text('t1', 'b'), end('t1')], 3)), true)
    const { turns } = withEarlier(newer, older.turns)
    expect(turns.map(({ id, number, end: ended }) => [id, number, ended !== null])).toEqual([
      ['t1', 1, true],
      ['t2', 2, false],
    ])
    expect(turns[0]?.blocks.map((block) => (block.kind === 'text' ? block.text : ''))).toEqual(['a', 'b'])
    expect(new Set(turns[0]?.blocks.map(({ key }) => key)).size).toBe(2)
  })
})
