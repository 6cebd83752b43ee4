import type { ConversationEvent, StoredEvent } from '../../../src/shared/event.ts'
import type { EventPage } from '../../../src/shared/history.ts'
import { type Block, type Conversation, emptyConversation, type Tail, type TextBlock, type Turn } from './model.ts'

type EventOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>

/** What is being built from the last state: copied where it is first touched, the rest shared. */
interface Draft {
  turns: Turn[]
  tail: Tail | null
  shared: boolean
}

/**
 * Adds a batch of events. Events that are in already are skipped; a gap, an unknown turn or an unknown call is no
 * error: what can be shown is shown. Folding in batches gives the same as folding at once.
 */
export function fold(state: Conversation, batch: readonly StoredEvent[]): Conversation {
  const draft: Draft = { turns: state.turns as Turn[], tail: state.tail, shared: true }
  let seq = state.seq
  for (const stored of batch) {
    if (stored.seq <= seq) continue
    seq = stored.seq
    apply(draft, stored.event, stored.at)
  }
  return seq === state.seq ? state : { seq, turns: draft.turns, tail: draft.tail }
}

/** A page of the past by itself. Only the newest page can end in text that still grows. */
export function foldPage({ events, reverted }: EventPage, newest: boolean): Conversation {
  const { seq, turns, tail } = fold(emptyConversation, events)
  const draft: Draft = { turns: turns as Turn[], tail, shared: true }
  if (!newest) settle(draft)
  mark(draft, reverted, true)
  return { seq, turns: draft.turns, tail: draft.tail }
}

/** What is older, before what is here. A turn that was told of on both sides is one. */
export function withEarlier(state: Conversation, earlier: readonly Turn[]): Conversation {
  const here = new Map(state.turns.map((turn) => [turn.id, turn]))
  const parted = new Set(earlier.filter(({ id }) => here.has(id)).map(({ id }) => id))
  const old = earlier.map((turn) => joined(turn, here.get(turn.id)))
  return { ...state, turns: [...old, ...state.turns.filter(({ id }) => !parted.has(id))] }
}

function joined(turn: Turn, later: Turn | undefined): Turn {
  if (!later) return turn
  const added = later.blocks.map((block, index) => ({ ...block, key: String(turn.blocks.length + index) }))
  return { ...turn, blocks: [...turn.blocks, ...added], end: later.end ?? turn.end }
}

function apply(draft: Draft, event: ConversationEvent, at: number): void {
  switch (event.type) {
    case 'turn.begin':
      begin(draft, event, at)
      break
    case 'text':
    case 'thought':
      write(draft, event, at)
      break
    case 'tool.begin':
      beginTool(draft, event, at)
      break
    case 'tool.end':
      endTool(draft, event, at)
      break
    case 'plan':
      plan(draft, event, at)
      break
    case 'permission.ask':
      question(draft, event, at)
      break
    case 'permission.answer':
      answer(draft, event)
      break
    case 'question.ask':
      ask(draft, event, at)
      break
    case 'question.answer':
      editBlock(draft, event.turn, (block) =>
        block.kind === 'question' && block.request === event.request ? { ...block, answers: event.answers } : null,
      )
      break
    case 'notice':
      add(draft, event.turn, at, (key) => ({ kind: 'notice', key, level: event.level, text: event.text }))
      break
    case 'turn.end':
      end(draft, event, at)
      break
    case 'turn.reverted':
      mark(draft, event.turns, true)
      break
    case 'turn.redone':
      mark(draft, event.turns, false)
      break
    // A newer core may send kinds this panel does not know: they are passed over.
  }
}

function begin(draft: Draft, event: EventOf<'turn.begin'>, at: number): void {
  const { turn: id, number, prompt, agent, again = null } = event
  if (indexOf(draft, id) >= 0) {
    change(draft, id, (turn) => ({ ...turn, number, prompt, agent, at, again }))
    return
  }
  settle(draft)
  own(draft).push({ id, number, prompt, agent, at, blocks: [], end: null, reverted: false, again })
}

/** Text grows the tail; a new tail leaves an empty block in its turn that holds its place. */
function write(draft: Draft, event: EventOf<'text' | 'thought'>, at: number): void {
  const last = draft.turns[indexOf(draft, event.turn)]?.blocks.at(-1)
  if (last?.kind !== event.type) {
    add(draft, event.turn, at, (key) => ({ kind: event.type, key, text: '' }))
    const block = draft.turns[indexOf(draft, event.turn)]?.blocks.at(-1)
    draft.tail = { turn: event.turn, key: block?.key ?? '', text: event.text }
    return
  }
  if (draft.tail?.turn === event.turn && draft.tail.key === last.key) {
    draft.tail = { ...draft.tail, text: draft.tail.text + event.text }
    return
  }
  settle(draft)
  draft.tail = { turn: event.turn, key: last.key, text: last.text + event.text }
}

function beginTool(draft: Draft, { turn, call, tool, title, input }: EventOf<'tool.begin'>, at: number): void {
  add(draft, turn, at, (key) => ({ kind: 'tool', key, call, tool, title, input, at, end: null }))
}

function endTool(draft: Draft, event: EventOf<'tool.end'>, at: number): void {
  const { outcome, sentence, output, pictures, objects, ms } = event
  const done = { outcome, sentence, output, pictures, objects, ms }
  const found = editBlock(draft, event.turn, (block) =>
    block.kind === 'tool' && block.call === event.call ? { ...block, end: done } : null,
  )
  if (found) return
  const { call } = event
  add(draft, event.turn, at, (key) => ({
    kind: 'tool',
    key,
    call,
    tool: '',
    title: '',
    input: undefined,
    at,
    end: done,
  }))
}

function plan(draft: Draft, { turn, steps }: EventOf<'plan'>, at: number): void {
  if (editBlock(draft, turn, (block) => (block.kind === 'plan' ? { ...block, steps } : null))) return
  add(draft, turn, at, (key) => ({ kind: 'plan', key, steps }))
}

function question(draft: Draft, event: EventOf<'permission.ask'>, at: number): void {
  const { request, title, detail, options, effect = null, warning = null } = event
  const answer = undefined
  add(draft, event.turn, at, (key) => ({
    kind: 'permission',
    key,
    request,
    title,
    detail,
    options,
    effect,
    warning,
    answer,
  }))
}

function answer(draft: Draft, { turn, request, option }: EventOf<'permission.answer'>): void {
  editBlock(draft, turn, (block) =>
    block.kind === 'permission' && block.request === request ? { ...block, answer: option } : null,
  )
}

function ask(draft: Draft, { turn, request, questions, waits }: EventOf<'question.ask'>, at: number): void {
  add(draft, turn, at, (key) => ({ kind: 'question', key, request, questions, waits, answers: undefined }))
}

function end(draft: Draft, event: EventOf<'turn.end'>, at: number): void {
  settle(draft)
  const { outcome, trouble, changes, before, after, units, ms, left = null, usage = null } = event
  ensure(draft, event.turn, at)
  change(draft, event.turn, (turn) => ({
    ...turn,
    end: { outcome, trouble, changes, before, after, units, ms, left, usage },
  }))
}

function mark(draft: Draft, turns: readonly string[], reverted: boolean): void {
  for (const id of turns) {
    const turn = draft.turns[indexOf(draft, id)]
    if (turn && turn.reverted !== reverted) change(draft, id, (old) => ({ ...old, reverted }))
  }
}

/** Puts the tail's text into its block. */
function settle(draft: Draft): void {
  const { tail } = draft
  if (!tail) return
  draft.tail = null
  editBlock(draft, tail.turn, (block) =>
    block.key === tail.key && isText(block) ? { ...block, text: tail.text } : null,
  )
}

const isText = (block: Block): block is TextBlock => block.kind === 'text' || block.kind === 'thought'

function add(draft: Draft, id: string, at: number, make: (key: string) => Block): void {
  settle(draft)
  ensure(draft, id, at)
  change(draft, id, (turn) => ({ ...turn, blocks: [...turn.blocks, make(String(turn.blocks.length))] }))
}

/** Replaces the newest block that `edit` has a new version of; false where it has none. */
function editBlock(draft: Draft, id: string, edit: (block: Block) => Block | null): boolean {
  const turn = draft.turns[indexOf(draft, id)]
  if (!turn) return false
  for (let i = turn.blocks.length - 1; i >= 0; i--) {
    const block = turn.blocks[i]
    const edited = block && edit(block)
    if (!edited) continue
    change(draft, id, (old) => ({ ...old, blocks: old.blocks.with(i, edited) }))
    return true
  }
  return false
}

function ensure(draft: Draft, id: string, at: number): void {
  if (indexOf(draft, id) >= 0) return
  own(draft).push({ id, number: 0, prompt: '', agent: '', at, blocks: [], end: null, reverted: false, again: null })
}

function change(draft: Draft, id: string, edit: (turn: Turn) => Turn): void {
  const index = indexOf(draft, id)
  const turn = draft.turns[index]
  if (turn) own(draft)[index] = edit(turn)
}

/** From the end: what happens, happens in the newest turns. */
function indexOf(draft: Draft, id: string): number {
  return draft.turns.findLastIndex((turn) => turn.id === id)
}

function own(draft: Draft): Turn[] {
  if (draft.shared) {
    draft.turns = [...draft.turns]
    draft.shared = false
  }
  return draft.turns
}
