import { afterEach, describe, expect, it, vi } from 'vitest'
import { TroubleError } from '../../../src/shared/agent.ts'
import { toolNamed } from '../../../src/tools/registry.ts'
import { type Script, turnBench } from './bench.ts'

const DONE = { outcome: 'done', trouble: null } as const
const client = { id: 'abc', name: 'Some CLI' }
const box = { width: 1, depth: 1, height: 1 }
const { signal } = new AbortController()
const full = new TroubleError({ title: 'Not kept', cause: 'The disk is full.', next: 'Free some space.' })
const createBox = toolNamed('create_box')!

let bench: Awaited<ReturnType<typeof turnBench>>
afterEach(() => bench?.close())

const boxMaker: Script = async ({ call }) => {
  await call('create_box', box)
  return DONE
}

const failingOnce = () =>
  vi.spyOn(bench.store, 'append').mockImplementationOnce(() => {
    throw full
  })

describe('a conversation that is deleted', () => {
  it('under an outside client ends its turn, and the next call begins a new one', async () => {
    bench = await turnBench(boxMaker)
    await bench.outside.callTool(client, createBox, box, signal)
    bench.store.remove(bench.store.list().find(({ title }) => title === 'Some CLI')!.id)
    await expect.poll(() => bench.gate.holder, { timeout: 20_000 }).toBeNull()
    await bench.outside.callTool(client, createBox, box, signal)
    expect(bench.store.list().map(({ title }) => title)).toContain('Some CLI')
    expect(await bench.objects()).toBe(2)
  })

  it('under a running turn ends that turn and leaves the way free', async () => {
    bench = await turnBench(async (stage) => {
      if (stage.prompt === 'other') return boxMaker(stage)
      bench.store.remove(bench.conversation)
      stage.emit({ type: 'notice', level: 'info', text: 'Anybody there?' })
      await stage.stopped
      return { outcome: 'stopped', trouble: null }
    })
    bench.turns.send(bench.conversation, 'x')
    await bench.turns.settled(bench.conversation)
    expect(bench.gate.holder).toBeNull()
    const { end } = await bench.run('other', bench.store.create('scripted').id)
    expect(end.outcome).toBe('done')
  })
})

describe('a store that fails', () => {
  it('at the prompt says so, and the prompt can be sent again', async () => {
    bench = await turnBench(boxMaker)
    failingOnce()
    expect(() => bench.turns.send(bench.conversation, 'x')).toThrow(full)
    expect((await bench.run('x')).end.outcome).toBe('done')
  })

  it('in mid-turn stops the turn, which ends with the cause', async () => {
    bench = await turnBench(async ({ emit, stopped }) => {
      failingOnce()
      emit({ type: 'text', text: 'This is lost.' })
      await stopped
      return { outcome: 'stopped', trouble: null }
    })
    const { end } = await bench.run('x')
    expect(end).toMatchObject({ outcome: 'failed', trouble: full.trouble })
    expect(bench.gate.holder).toBeNull()
  })

  it('at the end is tried again, so that no turn runs for ever', async () => {
    bench = await turnBench(async () => {
      failingOnce()
      return DONE
    })
    bench.turns.send(bench.conversation, 'x')
    await bench.turns.settled(bench.conversation)
    expect(bench.store.get(bench.conversation)).toMatchObject({ running: true })
    await expect.poll(() => bench.store.get(bench.conversation)?.running, { timeout: 20_000 }).toBe(false)
  })
})

describe('the end of a turn', () => {
  it('comes after every call, and none changes the document after it', async () => {
    let late: Promise<unknown> = Promise.resolve()
    let callAgain: () => Promise<unknown> = () => Promise.resolve()
    bench = await turnBench(async ({ call }) => {
      await call('create_box', box)
      callAgain = () => call('create_box', box)
      late = callAgain().catch((error: unknown) => error)
      return DONE
    })
    const { end } = await bench.run('x')
    await late
    await expect(callAgain()).rejects.toThrow('No turn')
    expect(bench.events().at(-1)).toEqual(end)
    expect(await bench.objects()).toBe(end.changes.counts.added)
    expect(bench.document.status?.objects).toBe(end.changes.counts.added)
  })

  it('comes at once when it is stopped before its agent has started', async () => {
    bench = await turnBench(boxMaker, { opening: new Promise(() => {}) })
    bench.turns.send(bench.conversation, 'x')
    await expect.poll(() => bench.document.status, { timeout: 20_000 }).not.toBeNull()
    expect(bench.turns.stop(bench.conversation)).toBe(true)
    await bench.turns.settled(bench.conversation)
    expect(bench.events().at(-1)).toMatchObject({ type: 'turn.end', outcome: 'stopped' })
  })

  it('comes for turns that wait in line when everything is closed', async () => {
    bench = await turnBench(async ({ stopped }) => {
      await stopped
      return { outcome: 'stopped', trouble: null }
    })
    bench.turns.send(bench.conversation, 'first')
    const other = bench.store.create('scripted').id
    bench.turns.send(other, 'second')
    await bench.turns.close()
    expect(bench.events(other).at(-1)).toMatchObject({ type: 'turn.end', outcome: 'stopped' })
    expect(() => bench.turns.send(other, 'third')).toThrow('closing')
  })
})

it('a host that is lost costs an outside client its turn, not its connection', async () => {
  bench = await turnBench(boxMaker, { pauseMs: 60_000 })
  await bench.outside.callTool(client, createBox, box, signal)
  process.kill(bench.sessions.current()!.processId!, 'SIGKILL')
  await expect.poll(() => bench.sessions.current()?.state, { timeout: 20_000 }).toBe('closed')
  await bench.sessions.restart()
  await bench.outside.callTool(client, createBox, box, signal)
  expect(await bench.objects()).toBe(1)
})
