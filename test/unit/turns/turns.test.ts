import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { toolNamed } from '../../../src/tools/registry.ts'
import { slowCut } from '../../real/slow.ts'
import { type Script, type Stage, turnBench } from './bench.ts'

const DONE = { outcome: 'done', trouble: null } as const
type Bench = Awaited<ReturnType<typeof turnBench>>

let bench: Bench
afterEach(() => bench?.close())

/** Makes one box a prompt. */
const boxMaker: Script = async ({ emit, call, prompt }) => {
  emit({ type: 'text', text: 'I make ' })
  emit({ type: 'text', text: 'a box.' })
  await call('create_box', { width: 10, depth: 20, height: Number(prompt) || 30 })
  emit({ type: 'text', text: 'Done.' })
  return DONE
}

describe('a turn', () => {
  it('is told in order: prompt, text, card, text, end with what changed', async () => {
    bench = await turnBench(boxMaker)
    const { turn, end } = await bench.run('30')
    expect(bench.events().map(({ type }) => type)).toEqual([
      'turn.begin',
      'text',
      'tool.begin',
      'tool.end',
      'text',
      'turn.end',
    ])
    expect(bench.events()[1]).toEqual({ type: 'text', turn, text: 'I make a box.' })
    expect(bench.events()[3]).toMatchObject({
      outcome: 'ok',
      sentence: 'Box 10 × 20 × 30 mm',
      objects: [expect.any(String)],
    })
    expect(end).toMatchObject({
      outcome: 'done',
      trouble: null,
      units: 'mm',
      changes: { counts: { added: 1, removed: 0, modified: 0 } },
    })
    expect(end.changes.volume_after).toBeCloseTo(6000, 6)
    expect(bench.document.status).toMatchObject({ objects: 1, unit: 'mm' })
    expect(bench.document.undo.undoable?.turn).toBe(turn)
  })

  it('keeps a failed call as a card and goes on', async () => {
    bench = await turnBench(async ({ call }) => {
      await expect(call('create_box', { width: 10, depth: 0, height: 1 })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
      })
      await call('create_box', { width: 1, depth: 1, height: 1 })
      return DONE
    })
    const { end } = await bench.run('x')
    const cards = bench.events().filter((event) => event.type === 'tool.end')
    expect(cards.map(({ outcome }) => outcome)).toEqual(['failed', 'ok'])
    expect(end).toMatchObject({ outcome: 'done', changes: { counts: { added: 1 } } })
  })

  it('that only looked leaves no trace to undo', async () => {
    bench = await turnBench(async ({ call }) => {
      await call('get_context', {})
      return DONE
    })
    const { end } = await bench.run('look')
    expect(end.changes.counts).toEqual({ added: 0, removed: 0, modified: 0 })
    expect(end.before).toBeNull()
    expect(bench.document.undo.undoable).toBeNull()
  })

  it('ends as stopped, says what it left, and leaves the way free for the next', async () => {
    let reached = () => {}
    const atWork = new Promise<void>((resolve) => {
      reached = resolve
    })
    bench = await turnBench(async (stage) => {
      if (stage.prompt !== 'slow') return boxMaker(stage)
      await stage.call('create_box', { width: 1, depth: 1, height: 1 })
      reached()
      await stage.stopped
      await expect(stage.call('create_box', { width: 2, depth: 2, height: 2 })).rejects.toThrow('stopped')
      return DONE
    })
    bench.turns.send(bench.conversation, 'slow')
    await atWork
    expect(bench.turns.stop(bench.conversation)).toBe(true)
    await bench.turns.settled(bench.conversation)
    expect(bench.events().at(-1)).toMatchObject({
      type: 'turn.end',
      outcome: 'stopped',
      changes: { counts: { added: 1 } },
    })
    expect(bench.gate.holder).toBeNull()
    expect(bench.turns.stop(bench.conversation)).toBe(false)
    expect((await bench.run('30')).end.outcome).toBe('done')
  })

  it('that fails says why in words', async () => {
    bench = await turnBench(async () => {
      throw new Error('the agent broke')
    })
    const { end } = await bench.run('x')
    expect(end).toMatchObject({ outcome: 'failed', trouble: { title: expect.any(String), next: expect.any(String) } })
  })

  it('is one at a time in a conversation, and waits for another conversation', async () => {
    const stages: Stage[] = []
    let let1Go = () => {}
    const hold = new Promise<void>((resolve) => {
      let1Go = resolve
    })
    bench = await turnBench(async (stage) => {
      stages.push(stage)
      if (stage.prompt === 'first') await hold
      return boxMaker(stage)
    })
    const other = bench.store.create('scripted').id
    bench.turns.send(bench.conversation, 'first')
    expect(() => bench.turns.send(bench.conversation, 'again')).toThrow(/still working/)
    const second = bench.run('second', other)
    expect(bench.events(other)).toMatchObject([
      { type: 'turn.begin' },
      { type: 'notice', text: expect.stringContaining('first') },
    ])
    let1Go()
    await second
    expect(stages.map(({ prompt }) => prompt)).toEqual(['first', 'second'])
    expect(await bench.objects()).toBe(2)
  })
})

describe('undo', () => {
  it('takes a turn back, brings it back, and tells the agent', async () => {
    const notes: (readonly string[])[] = []
    bench = await turnBench(async (stage) => {
      notes.push(stage.notes)
      return boxMaker(stage)
    })
    const { turn } = await bench.run('30')
    const preview = await bench.history.preview(turn)
    expect(preview).toMatchObject({ turns: [{ turn, number: 1, changes: { counts: { added: 1 } } }], foreign: [] })
    expect(await bench.history.revert(turn)).toEqual({ turns: [turn], copy: null })
    expect(await bench.objects()).toBe(0)
    expect(bench.events().at(-1)).toEqual({ type: 'turn.reverted', turns: [turn] })
    expect(bench.document.undo).toMatchObject({ undoable: null, redoable: { turn } })
    expect(await bench.history.redo()).toEqual([turn])
    expect(await bench.objects()).toBe(1)
    await bench.history.revert(turn)
    await bench.run('40')
    expect(notes).toEqual([[], [expect.stringContaining('AI 1: 30')]])
  })

  it('of an older turn takes the newer ones along', async () => {
    bench = await turnBench(boxMaker)
    const first = (await bench.run('10')).turn
    const second = (await bench.run('20')).turn
    expect((await bench.history.preview(first)).turns.map(({ turn }) => turn)).toEqual([second, first])
    expect((await bench.history.revert(first)).turns).toEqual([second, first])
    expect(await bench.objects()).toBe(0)
  })

  it("is blocked by the user's own edits until they may go too", async () => {
    bench = await turnBench(boxMaker)
    const { turn } = await bench.run('10')
    const session = await bench.sessions.ready()
    await session.call('geometry.create_box', { width: 1, depth: 1, height: 1 })
    expect((await bench.history.preview(turn)).foreign).toHaveLength(1)
    await expect(bench.history.revert(turn)).rejects.toMatchObject({
      trouble: { title: 'The turn was not taken back' },
    })
    expect(await bench.objects()).toBe(2)
    expect((await bench.history.revert(turn, { includeForeign: true })).turns).toEqual([turn])
    expect(await bench.objects()).toBe(0)
  })

  it('waits for a running turn', async () => {
    let turn = ''
    bench = await turnBench(async (stage) => {
      if (stage.prompt === 'second')
        await expect(bench.history.revert(turn)).rejects.toMatchObject({
          trouble: { title: 'A turn is running' },
        })
      return boxMaker(stage)
    })
    turn = (await bench.run('first')).turn
    expect((await bench.run('second')).end.outcome).toBe('done')
    await expect(bench.history.revert('no such turn')).rejects.toThrow()
  })
})

describe('an outside client', () => {
  const client = { id: 'abc', name: 'Some CLI' }
  const { signal } = new AbortController()
  const box = { width: 1, depth: 1, height: 1 }

  it('has consecutive changes in one turn, which ends after a pause and can be taken back', async () => {
    bench = await turnBench(boxMaker)
    const { sentence } = await bench.outside.callTool(client, toolNamed('create_box')!, box, signal)
    expect(sentence).toBe('Box 1 × 1 × 1 mm')
    await bench.outside.callTool(client, toolNamed('create_box')!, box, signal)
    await expect.poll(() => bench.gate.holder, { timeout: 20_000 }).toBeNull()
    const head = bench.store.list().find(({ title }) => title === 'Some CLI')!
    const events = bench.events(head.id)
    expect(events.filter(({ type }) => type === 'turn.begin')).toHaveLength(1)
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'turn.end', outcome: 'done', changes: { counts: { added: 2 } } })
    await bench.history.revert((end as { turn: string }).turn)
    expect(await bench.objects()).toBe(0)
  })

  it('gives way at once to a prompt of the panel and to an undo', async () => {
    bench = await turnBench(boxMaker, { pauseMs: 60_000 })
    await bench.outside.callTool(client, toolNamed('create_box')!, box, signal)
    expect(bench.gate.holder).toBe('Some CLI')
    const { turn } = await bench.run('30')
    await bench.outside.callTool(client, toolNamed('create_box')!, box, signal)
    expect((await bench.history.revert(turn)).turns).toHaveLength(2)
    expect(await bench.objects()).toBe(1)
  })

  it('reads without opening a turn', async () => {
    bench = await turnBench(boxMaker)
    const { output } = await bench.outside.callTool(client, toolNamed('get_context')!, {}, signal)
    expect(output).toMatchObject({ document: { object_count: 0 } })
    expect(bench.store.list().map(({ title }) => title)).not.toContain('Some CLI')
  })
})

describe('a step that nothing can stop', () => {
  it('is stopped after: its change belongs to its turn, and the next turn begins', async () => {
    const limits = { GOLEM_TIMEOUT: '1', GOLEM_HEAVY_TIMEOUT: '1' }
    Object.assign(process.env, limits)
    let cut: Record<string, unknown> = {}
    bench = await turnBench(async ({ call, prompt, stopped }) => {
      if (prompt === 'box') await call('create_box', { width: 1, depth: 1, height: 1 })
      else {
        call('boolean_difference', cut).catch(() => undefined)
        await stopped
      }
      return DONE
    })
    try {
      const session = await bench.sessions.ready()
      const isUp = () =>
        session.call('context.get', {}).then(
          () => true,
          () => false,
        )
      await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
      cut = (await slowCut({ call: (method, params) => session.callRaw(method, params as never) as never }, 9)).params
      const running = bench.run('cut')
      await expect.poll(() => bench.events().some(({ type }) => type === 'tool.begin')).toBe(true)
      await wait(300)
      bench.turns.stop(bench.conversation)
      const { end } = await running
      expect(end).toMatchObject({ outcome: 'stopped', changes: { counts: { added: 1, removed: 513 } } })
      expect(bench.events().filter(({ type }) => type === 'notice')).toHaveLength(1)
      // Its pictures take longer than a call may wait here.
      await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
      expect((await bench.run('box')).end).toMatchObject({ outcome: 'done', changes: { counts: { added: 1 } } })
      const { turns } = await session.call('undo.list', {})
      expect(turns.map(({ state, counts }) => [state, counts.added])).toEqual([
        ['live', 1],
        ['live', 1],
      ])
    } finally {
      for (const name of Object.keys(limits)) delete process.env[name]
    }
  })

  it('that kept its turn open is no reason to refuse the next', async () => {
    bench = await turnBench(boxMaker)
    const session = await bench.sessions.ready()
    await session.call('undo.begin_turn', { turn_id: 'left-open', label: 'Left open' })
    expect((await bench.run('30')).end).toMatchObject({ outcome: 'done', changes: { counts: { added: 1 } } })
  })
})
