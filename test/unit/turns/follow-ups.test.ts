import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '../../../src/shared/question.ts'
import { FollowUps } from '../../../src/turns/follow-ups.ts'
import { type Script, turnBench } from './bench.ts'

const QUESTION: Question = {
  id: 'q',
  kind: 'text',
  text: 'How many?',
  options: [],
  custom: false,
  min: null,
  max: null,
  optional: false,
}
const DONE = { outcome: 'done', trouble: null } as const
type Bench = Awaited<ReturnType<typeof turnBench>>
let bench: Bench
afterEach(() => bench?.close())

/** An agent whose turns end when the test says so; `fail` fails, `stop` waits to be stopped. */
function heldAgent() {
  const ends: ((outcome?: 'done' | 'failed') => void)[] = []
  const script: Script = async ({ stopped, prompt }) => {
    if (prompt === 'quick') return DONE
    const outcome = await Promise.race([
      new Promise<'done' | 'failed'>((resolve) => ends.push((how = 'done') => resolve(how))),
      stopped.then(() => 'stopped' as const),
    ])
    const trouble = outcome === 'failed' ? { title: 'No', cause: 'It broke.', next: 'Try again.' } : null
    return { outcome, trouble }
  }
  return { script, ends }
}

const prompts = () => bench.events().flatMap((event) => (event.type === 'turn.begin' ? [event.prompt] : []))
const state = () => bench.followUps.state(bench.conversation)
const waiting = () => state().items.map(({ prompt }) => prompt)
const begun = (...wanted: string[]) => expect.poll(prompts, { timeout: 20_000 }).toEqual(wanted)
const add = (prompt: string) => bench.followUps.add(bench.conversation, prompt, undefined)

describe('follow-ups', () => {
  it('go one after the other, each when the turn before it has ended well', async () => {
    const { script, ends } = heldAgent()
    bench = await turnBench(script)
    add('first')
    expect([prompts(), waiting()]).toEqual([['first'], []])
    const second = add('second')
    add('third')
    bench.store.queue.edit(second.id, 'second, edited')
    expect(waiting()).toEqual(['second, edited', 'third'])
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
    ends[0]!()
    await begun('first', 'second, edited')
    expect(bench.events().findLast(({ type }) => type === 'turn.begin')).toMatchObject({ queued: second.id })
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2)
    ends[1]!()
    await begun('first', 'second, edited', 'third')
    expect(waiting()).toEqual([])
    bench.turns.stop(bench.conversation)
    await bench.turns.settled(bench.conversation)
  })

  it.each([
    ['is stopped', 'stopped'],
    ['fails', 'failed'],
  ])('stand still when a turn %s, and say why, until the user lets them go on', async (_what, outcome) => {
    const { script, ends } = heldAgent()
    bench = await turnBench(script)
    add('first')
    add('quick')
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
    if (outcome === 'stopped') bench.turns.stop(bench.conversation)
    else ends[0]!('failed')
    await bench.turns.settled(bench.conversation)
    await expect.poll(() => state().paused).toContain(outcome)
    // Nor does a turn that the user sends by hand let them go.
    await bench.run('quick')
    expect(waiting()).toEqual(['quick'])
    bench.followUps.pause(bench.conversation, false)
    await begun('first', 'quick', 'quick')
    await bench.turns.settled(bench.conversation)
  })

  it('that are to go now stop the turn, and the others stay in their order', async () => {
    const { script, ends } = heldAgent()
    bench = await turnBench(script)
    add('first')
    add('second')
    const now = add('now')
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
    bench.followUps.sendNow(now.id)
    await begun('first', 'now')
    expect(bench.events()).toContainEqual(expect.objectContaining({ type: 'turn.end', outcome: 'stopped' }))
    expect(waiting()).toEqual(['second'])
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2)
    ends[1]!()
    await begun('first', 'now', 'second')
    bench.turns.stop(bench.conversation)
    await bench.turns.settled(bench.conversation)
    expect(() => bench.followUps.sendNow(now.id)).toThrow(/gone/)
  })

  it('are held by the user over the end of a turn', async () => {
    const { script, ends } = heldAgent()
    bench = await turnBench(script)
    add('first')
    add('quick')
    bench.followUps.pause(bench.conversation, true)
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
    ends[0]!()
    await bench.turns.settled(bench.conversation)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([waiting(), state().paused]).toEqual([['quick'], 'Held by you.'])
  })

  it('that waited when Tickbird ended are sent only when the user says so', async () => {
    bench = await turnBench(async () => DONE)
    bench.followUps.pause(bench.conversation, true)
    bench.store.queue.add(bench.conversation, 'left over', undefined)
    const later = new FollowUps({ store: bench.store, turns: bench.turns })
    expect(later.state(bench.conversation).paused).toContain('started anew')
    await bench.run('quick')
    later.add(bench.conversation, 'and another', undefined)
    expect(prompts()).toEqual(['quick'])
    later.pause(bench.conversation, false)
    await begun('quick', 'left over', 'and another')
    await bench.turns.settled(bench.conversation)
  })

  it('wait for the answer to a question, and go on after it', async () => {
    bench = await turnBench(async ({ prompt }) => {
      if (prompt === 'ask') bench.turns.ask(bench.conversation, [QUESTION])
      return DONE
    })
    add('ask')
    add('after')
    await expect.poll(() => state().paused, { timeout: 20_000 }).toContain('answer goes first')
    expect(waiting()).toEqual(['after'])
    await bench.run('the answer')
    await begun('ask', 'the answer', 'after')
    await bench.turns.settled(bench.conversation)
  })

  it('stand still where the store fails at the end of a turn, and nothing breaks', async () => {
    const { script, ends } = heldAgent()
    bench = await turnBench(script)
    add('first')
    add('quick')
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
    vi.spyOn(bench.store, 'page').mockImplementationOnce(() => {
      throw new Error('disk on fire')
    })
    ends[0]!()
    await expect.poll(() => state().paused, { timeout: 20_000 }).toContain('Not sent')
    expect(waiting()).toEqual(['quick'])
  })

  it('that cannot be sent stay, and say why', async () => {
    bench = await turnBench(async () => DONE)
    vi.spyOn(bench.store, 'append').mockImplementationOnce(() => {
      throw new Error('disk on fire')
    })
    add('first')
    expect(waiting()).toEqual(['first'])
    expect(state().paused).toContain('Not sent')
    bench.followUps.pause(bench.conversation, false)
    await begun('first')
    await bench.turns.settled(bench.conversation)
  })
})
