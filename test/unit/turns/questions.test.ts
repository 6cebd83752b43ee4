import { afterEach, expect, it } from 'vitest'
import type { TroubleError } from '../../../src/shared/agent.ts'
import type { ConversationEvent } from '../../../src/shared/event.ts'
import type { Question } from '../../../src/shared/question.ts'
import { type Script, turnBench } from './bench.ts'

/** The machine may be slow; nothing here is about time. */
const LATE = { timeout: 20_000 }
const DONE = { outcome: 'done', trouble: null } as const
const WIDTH: Question = {
  id: '0',
  kind: 'length',
  text: 'How wide?',
  options: [],
  custom: false,
  min: null,
  max: null,
  optional: false,
}

let bench: Awaited<ReturnType<typeof turnBench>>
afterEach(() => bench?.close())

const asks = () =>
  bench
    .events()
    .filter((event): event is Extract<ConversationEvent, { type: 'question.ask' }> => event.type === 'question.ask')
const request = () => asks().at(-1)?.request ?? ''
const prompts: string[] = []
/** Asks in its first turn, then tells what it was told. */
const asker: Script = async ({ prompt, call }) => {
  prompts.push(prompt)
  if (prompts.length === 1) {
    bench.turns.ask(bench.conversation, [WIDTH])
    await expect(call('create_box', { width: 1, depth: 1, height: 1 })).rejects.toThrow('Change nothing until')
    await call('get_context', {})
  } else await call('create_box', { width: 1, depth: 1, height: 1 })
  return DONE
}

async function failure(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return (error as TroubleError).trouble
}

it('outlives its turn; the answer is the next prompt, and is taken once', async () => {
  prompts.length = 0
  bench = await turnBench(asker)
  const first = await bench.run('a box')
  expect(await bench.objects()).toBe(0)
  expect(asks()).toMatchObject([{ turn: first.turn, questions: [WIDTH], waits: false }])
  expect(bench.turns.activityOf('scripted')).toBe('asking')
  const missing = await failure(bench.turns.answerQuestion(bench.conversation, request(), []))
  expect(missing.cause).toContain('“How wide?”')
  const turn = await bench.turns.answerQuestion(bench.conversation, request(), [
    { id: '0', kind: 'length', value: 4, unit: 'centimeters' },
  ])
  await bench.turns.settled(bench.conversation)
  expect(prompts[1]).toBe('How wide? 4 cm (40 mm)')
  expect(await bench.objects()).toBe(1)
  expect(bench.events()).toContainEqual(
    expect.objectContaining({ type: 'turn.begin', turn, prompt: 'How wide? 4 cm (40 mm)' }),
  )
  expect(bench.events()).toContainEqual(expect.objectContaining({ type: 'question.answer', turn: first.turn }))
  const again = await failure(bench.turns.answerQuestion(bench.conversation, request(), null))
  expect(again.cause).toBe('It was answered already.')
  expect(bench.turns.activityOf('scripted')).toBeNull()
})

it('an answer given while the turn that asked still runs waits for its end', async () => {
  prompts.length = 0
  let over = () => {}
  const end = new Promise<void>((resolve) => {
    over = resolve
  })
  bench = await turnBench(async (stage) => {
    if (prompts.length > 0) return await asker(stage)
    const done = await asker(stage)
    void bench.turns.answerQuestion(bench.conversation, request(), null)
    await end
    return done
  })
  const run = bench.run('a box')
  await expect.poll(() => asks().length, LATE).toBe(1)
  expect(prompts).toHaveLength(1)
  over()
  await run
  await expect.poll(() => prompts.length, LATE).toBe(2)
  expect(prompts[1]).toContain('do not want to answer')
  await bench.turns.settled(bench.conversation)
})

it('a later prompt closes the card', async () => {
  prompts.length = 0
  bench = await turnBench(asker)
  await bench.run('a box')
  await bench.run('never mind')
  const late = await failure(bench.turns.answerQuestion(bench.conversation, request(), null))
  expect(late.cause).toBe('The conversation went on without its answer.')
  expect((await failure(bench.turns.answerQuestion(bench.conversation, 'x', null))).title).toBe('This question is gone')
})

it('an agent that waits is answered within its turn', async () => {
  bench = await turnBench(async ({ emit, answered }) => {
    emit({ type: 'question', request: 'r1', questions: [WIDTH] })
    emit({ type: 'text', text: JSON.stringify(await answered('r1')) })
    return DONE
  })
  const run = bench.run('go')
  await expect.poll(() => asks().length, LATE).toBe(1)
  expect(asks()[0]).toMatchObject({ request: 'r1', waits: true })
  expect(bench.turns.activityOf('scripted')).toBe('asking')
  expect(bench.turns.activityOf('another')).toBeNull()
  const answers = [{ id: '0', kind: 'length', value: 4, unit: 'millimeters' } as const]
  expect(await bench.turns.answerQuestion(bench.conversation, 'r1', answers)).toBeNull()
  await run
  expect(bench.events()).toContainEqual(expect.objectContaining({ type: 'text', text: JSON.stringify(answers) }))
})
