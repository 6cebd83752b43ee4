import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Copies } from '../../../src/core/copies.ts'
import { Documents } from '../../../src/core/documents.ts'
import { openCopy } from '../../../src/core/open-copy.ts'
import { toolNamed } from '../../../src/tools/registry.ts'
import { sendAgain } from '../../../src/turns/again.ts'
import { type Script, turnBench } from './bench.ts'

const DONE = { outcome: 'done', trouble: null } as const
type Bench = Awaited<ReturnType<typeof turnBench>>
let bench: Bench
afterEach(() => bench?.close())

/** One box a prompt, as high as the prompt says; "look" only looks, "fail" and "halt" break off after their box. */
const boxes: Script = async ({ call, prompt, stopped }) => {
  if (prompt === 'look') await call('get_context', {})
  else await call('create_box', { width: 1, depth: 1, height: Number(prompt) || 5 })
  if (prompt === 'halt') {
    bench.turns.stop(bench.conversation)
    await stopped
  }
  if (prompt === 'fail') return { outcome: 'failed', trouble: { title: 'No', cause: 'It broke.', next: 'Try again.' } }
  return DONE
}

const again = (turn: string, model: 'take_back' | 'keep', prompt?: string, agent?: string) =>
  sendAgain({ ...bench, canRun: (id) => id !== 'gone' }, turn, {
    model,
    prompt,
    agent,
    includeForeign: false,
    withoutCopy: false,
  })

const editByHand = async () => {
  const session = await bench.sessions.ready()
  await session.callRaw('geometry.create_point', { point: [0, 0, 0] })
}

describe('a rewind', () => {
  it('tells beforehand what goes and how the model was, and keeps a copy first', async () => {
    bench = await turnBench(boxes)
    const first = await bench.run('1')
    await bench.run('look')
    const third = await bench.run('3')
    await editByHand()
    const preview = await bench.history.preview(first.turn)
    expect(preview).toMatchObject({
      turns: [
        {
          turn: third.turn,
          number: 3,
          label: '3',
          conversation: bench.conversation,
          changes: { counts: { added: 1 } },
        },
        { turn: first.turn, number: 1, label: '1' },
      ],
      foreign: [expect.stringMatching(/point/i)],
      picture: first.end.before,
      way: 'undo',
      copy: { kept: true },
    })
    expect(first.end.before).not.toBeNull()
    await expect(bench.history.revert(first.turn)).rejects.toMatchObject({
      trouble: { cause: expect.stringContaining('by hand') },
    })
    expect(bench.copies.list()).toEqual([])
    const { turns, copy } = await bench.history.revert(first.turn, { includeForeign: true })
    expect(turns).toEqual([third.turn, first.turn])
    expect(bench.copies.list()).toEqual([copy])
    expect(copy).toMatchObject({ name: 'Untitled', why: 'Before 2 turns were taken back', bytes: expect.any(Number) })
    expect(await bench.objects()).toBe(0)
    await bench.history.redo()
    expect(await bench.objects()).toBe(3)
  })

  it('to a turn that only looked takes what came after it', async () => {
    bench = await turnBench(boxes)
    await bench.run('1')
    const look = await bench.run('look')
    const third = await bench.run('3')
    expect((await bench.history.preview(look.turn)).turns.map(({ turn }) => turn)).toEqual([third.turn])
    expect((await bench.history.revert(look.turn)).turns).toEqual([third.turn])
    await expect(bench.history.preview(look.turn)).rejects.toThrow(/cannot be taken back/)
    await expect(bench.history.preview('no such turn')).rejects.toThrow(/cannot be taken back/)
  })

  it('of the newest turn alone keeps no copy: redo brings it back', async () => {
    bench = await turnBench(boxes)
    const { turn } = await bench.run('1')
    expect((await bench.history.preview(turn)).copy).toMatchObject({
      kept: false,
      why: expect.stringContaining('Redo'),
    })
    expect(await bench.history.revert(turn)).toEqual({ turns: [turn], copy: null })
    expect(bench.copies.list()).toEqual([])
  })

  it('without room for a copy takes nothing back, unless it is told to', async () => {
    bench = await turnBench(boxes)
    const { turn } = await bench.run('1')
    await bench.run('2')
    vi.spyOn(bench.copies, 'keep').mockRejectedValue(new Error('The disk is full.'))
    await expect(bench.history.revert(turn)).rejects.toMatchObject({
      trouble: { title: 'Nothing was taken back', cause: expect.stringContaining('The disk is full.') },
    })
    expect(await bench.objects()).toBe(2)
    expect((await bench.history.revert(turn, { withoutCopy: true })).copy).toBeNull()
    expect(await bench.objects()).toBe(0)
  })

  it('is refused while a turn runs', async () => {
    bench = await turnBench(async (stage) => {
      if (stage.prompt !== 'wait') return boxes(stage)
      await stage.stopped
      return { outcome: 'stopped', trouble: null }
    })
    const { turn } = await bench.run('1')
    const running = bench.turns.send(bench.conversation, 'wait')
    await expect(bench.history.revert(turn)).rejects.toMatchObject({ trouble: { title: 'A turn is running' } })
    await expect(again(turn, 'take_back')).rejects.toMatchObject({ trouble: { title: 'The agent is still working' } })
    bench.turns.stop(bench.conversation)
    await bench.turns.settled(bench.conversation)
    expect(running).toBeTruthy()
    expect(await bench.objects()).toBe(1)
  })
})

describe('a copy', () => {
  const documents = () =>
    new Documents({
      home: mkdtempSync(join(tmpdir(), 'tickbird-documents-')),
      sessions: bench.sessions,
      document: bench.document,
      gate: bench.gate,
      onChanged: async () => undefined,
    })

  it('opens in place of the document, and turns say again where they are', async () => {
    bench = await turnBench(boxes)
    const one = await bench.run('1')
    const two = await bench.run('2')
    const { copy } = await bench.history.revert(one.turn)
    const other = await bench.run('7')
    expect(await bench.objects()).toBe(1)
    const opened = await openCopy({ ...bench, documents: documents() }, copy!.id)
    expect(opened.objects).toBe(2)
    expect(await bench.objects()).toBe(2)
    expect(bench.events().slice(-2)).toEqual([
      { type: 'turn.reverted', turns: [other.turn] },
      { type: 'turn.redone', turns: [one.turn, two.turn] },
    ])
    // What was replaced can be opened in turn.
    expect(bench.copies.list().map(({ why }) => why)).toEqual([
      'Before the copy “Before 2 turns were taken back” was opened',
      'Before 2 turns were taken back',
    ])
    bench.copies.remove(copy!.id)
    await expect(openCopy({ ...bench, documents: documents() }, copy!.id)).rejects.toThrow(/gone/)
    await expect(openCopy({ ...bench, documents: documents() }, '../../secret')).rejects.toThrow(/gone/)
  })

  it('is opened after an outside client in its pause has given way, and its turn is told of', async () => {
    bench = await turnBench(boxes, { pauseMs: 60_000 })
    const one = await bench.run('1')
    await bench.run('2')
    const { copy } = await bench.history.revert(one.turn)
    const client = { id: 'abc', name: 'Some CLI' }
    const box = { width: 1, depth: 1, height: 1 }
    await bench.outside.callTool(client, toolNamed('create_box')!, box, new AbortController().signal)
    expect((await openCopy({ ...bench, documents: documents() }, copy!.id)).objects).toBe(2)
    const other = bench.store.list().find(({ title }) => title === 'Some CLI')!
    expect(bench.events(other.id).at(-1)).toMatchObject({ type: 'turn.reverted' })
  })

  it('goes when newer ones are too many, too heavy or it is too old, and what a kill left goes too', async () => {
    bench = await turnBench(boxes)
    await bench.run('1')
    const home = mkdtempSync(join(tmpdir(), 'tickbird-copies-'))
    const session = await bench.sessions.ready()
    const copies = new Copies(home, async () => [], { count: 3 })
    for (const why of ['a', 'b', 'c', 'd']) {
      await copies.keep(session, why)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(copies.list().map(({ why }) => why)).toEqual(['d', 'c', 'b'])
    const folder = join(home, 'copies')
    const left = ['3dm', 'json'].map((ending) => `00000000-0000-4000-8000-00000000000${ending.length}.${ending}`)
    for (const name of [...left, '.draft-00000000-0000-4000-8000-000000000000.3dm'])
      writeFileSync(join(folder, name), '{')
    writeFileSync(join(folder, 'mine.3dm'), 'kept')
    expect(copies.list()).toHaveLength(3)
    const heavy = new Copies(home, async () => [], { bytes: copies.list()[0]!.bytes * 2 + 10 })
    await heavy.keep(session, 'e')
    expect(heavy.list().map(({ why }) => why)).toEqual(['e', 'd'])
    expect(readdirSync(folder)).toHaveLength(5)
    expect(existsSync(join(folder, 'mine.3dm'))).toBe(true)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 86_400_000)
    await heavy.keep(session, 'f')
    expect(heavy.list().map(({ why }) => why)).toEqual(['f'])
    vi.restoreAllMocks()
  })
})

describe('a prompt that is sent again', () => {
  it('takes back first what its turn and later ones made, or leaves it, as it is told', async () => {
    bench = await turnBench(boxes)
    const one = await bench.run('1')
    const two = await bench.run('2')
    const anew = await again(one.turn, 'take_back', '4')
    await bench.turns.settled(bench.conversation)
    expect(anew.reverted.turns).toEqual([two.turn, one.turn])
    expect(bench.events().findLast(({ type }) => type === 'turn.begin')).toMatchObject({
      turn: anew.turn,
      number: 3,
      prompt: '4',
      again: one.turn,
    })
    expect(await bench.objects()).toBe(1)
    expect((await again(anew.turn, 'keep')).reverted.turns).toEqual([])
    await bench.turns.settled(bench.conversation)
    expect(await bench.objects()).toBe(2)
    expect(bench.events().findLast(({ type }) => type === 'turn.begin')).toMatchObject({
      prompt: '4',
      again: anew.turn,
    })
  })

  it('needs no undo where nothing was changed, or it was taken back already', async () => {
    bench = await turnBench(boxes)
    const look = await bench.run('look')
    expect((await again(look.turn, 'take_back')).reverted.turns).toEqual([])
    await bench.turns.settled(bench.conversation)
    const box = await bench.run('1')
    await bench.history.revert(box.turn)
    expect((await again(box.turn, 'take_back')).reverted.turns).toEqual([])
    await bench.turns.settled(bench.conversation)
    expect(await bench.objects()).toBe(1)
  })

  it('takes nothing back for an agent that is not there', async () => {
    bench = await turnBench(boxes)
    const one = await bench.run('1')
    await expect(again(one.turn, 'take_back', undefined, 'gone')).rejects.toMatchObject({
      trouble: { title: 'This agent cannot take it', cause: expect.stringContaining('gone') },
    })
    expect(await bench.objects()).toBe(1)
    expect(bench.events().filter(({ type }) => type === 'turn.begin')).toHaveLength(1)
  })

  it('is not sent where what it made cannot go, and says so; nor from a conversation that is gone', async () => {
    bench = await turnBench(boxes)
    const one = await bench.run('1')
    const session = await bench.sessions.ready()
    await session.callRaw('files.new_document', {})
    await expect(again(one.turn, 'take_back')).rejects.toMatchObject({
      trouble: { cause: expect.stringContaining('opened anew') },
    })
    expect(bench.events().filter(({ type }) => type === 'turn.begin')).toHaveLength(1)
    bench.store.remove(bench.conversation)
    await expect(again(one.turn, 'keep')).rejects.toThrow(/gone/)
    await expect(again('nowhere', 'keep')).rejects.toThrow(/gone/)
  })
})

it.each(['fail', 'halt'])('a turn that ends badly (%s) says what it left, and that goes with undo', async (prompt) => {
  bench = await turnBench(boxes)
  const { turn, end } = await bench.run(prompt)
  expect(end.left).toBe('What it did is still in the model: 1 object added. Undo takes that back.')
  await bench.history.revert(turn)
  expect(await bench.objects()).toBe(0)
  expect((await bench.run('1')).end.left).toBeUndefined()
})

it('a conversation is about the document of its first turn, and says when it goes on in another', async () => {
  bench = await turnBench(boxes)
  await bench.run('1')
  expect(bench.store.get(bench.conversation)?.document).toEqual({ name: 'Untitled', path: null })
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-about-'))
  const session = await bench.sessions.ready()
  const [bracket, plate] = [join(folder, 'bracket.3dm'), join(folder, 'plate.3dm')]
  const saveAs = (file_path: string) => session.callRaw('files.save_document_as', { file_path })
  await saveAs(bracket)
  const other = bench.store.create('scripted').id
  const notices = () => bench.events(other).flatMap((event) => (event.type === 'notice' ? [event.text] : []))
  await bench.run('1', other)
  await bench.run('1', other)
  expect(bench.store.get(other)?.document).toEqual({ name: 'bracket.3dm', path: bracket })
  expect(notices()).toEqual([])
  await saveAs(plate)
  await bench.run('1', other)
  expect(notices()).toEqual(['This conversation is about bracket.3dm; it goes on in plate.3dm.'])
})
