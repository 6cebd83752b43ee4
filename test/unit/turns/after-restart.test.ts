import { rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Script, turnBench } from './bench.ts'

const DONE = { outcome: 'done', trouble: null } as const
let bench: Awaited<ReturnType<typeof turnBench>>
afterEach(() => bench?.close())

const boxes: Script = async ({ call, prompt }) => {
  if (prompt === 'look') await call('get_context', {})
  else await call('create_box', { width: 1, depth: 1, height: Number(prompt) })
  return DONE
}

/** The host ends as with the whole of Tickbird, and a new one opens the kept document. */
async function restart() {
  await bench.autosave.settled()
  process.kill(bench.sessions.current()!.processId!, 'SIGKILL')
  await expect.poll(() => bench.sessions.current()?.state, { timeout: 20_000 }).toBe('closed')
  await bench.sessions.restart()
  await bench.document.look()
}

it('turns of before can be taken back by opening the state before them, and brought back from the copy', async () => {
  bench = await turnBench(boxes, { keeps: true })
  const one = await bench.run('1')
  const look = await bench.run('look')
  const two = await bench.run('2')
  await restart()
  const three = await bench.run('3')
  expect(await bench.objects()).toBe(3)
  // Of this host's own, undo.
  expect(await bench.history.preview(three.turn)).toMatchObject({ way: 'undo', turns: [{ turn: three.turn }] })
  const preview = await bench.history.preview(two.turn)
  expect(preview).toMatchObject({
    way: 'copy',
    turns: [
      { turn: three.turn, label: '3', changes: { counts: { added: 1 } } },
      { turn: two.turn, label: '2', number: 3, changes: { counts: { added: 1 } } },
    ],
    foreign: [],
    picture: two.end.before,
    copy: { kept: true },
  })
  expect((await bench.history.preview(look.turn)).turns.map(({ turn }) => turn)).toEqual([three.turn, two.turn])
  const { turns, copy } = await bench.history.revert(two.turn)
  expect(turns).toEqual([three.turn, two.turn])
  expect(await bench.objects()).toBe(1)
  expect(bench.events().at(-1)).toEqual({ type: 'turn.reverted', turns: [three.turn, two.turn] })
  expect(copy).toMatchObject({ why: 'Before 2 turns were taken back' })
  await expect(bench.history.preview(two.turn)).rejects.toThrow(/taken back/)

  // It goes on: further back from there, also after one more restart.
  await restart()
  const four = await bench.run('4')
  expect((await bench.history.revert(one.turn)).turns).toEqual([four.turn, one.turn])
  expect(await bench.objects()).toBe(0)
})

it('what was not kept is told as not kept', async () => {
  bench = await turnBench(boxes, { keeps: true })
  const one = await bench.run('1')
  await bench.run('2')
  await restart()
  const checkpoints = join(bench.home, 'autosave/checkpoints')
  for (const name of await readdir(checkpoints)) rmSync(join(checkpoints, name))
  await expect(bench.history.preview(one.turn)).rejects.toMatchObject({
    trouble: { cause: expect.stringContaining('no state from before it was kept') },
  })
  expect(await bench.objects()).toBe(2)
})

it('another document that was opened is none that these turns could be taken from', async () => {
  bench = await turnBench(boxes, { keeps: true })
  const one = await bench.run('1')
  await restart()
  await (await bench.sessions.ready()).callRaw('files.new_document', {})
  await expect(bench.history.preview(one.turn)).rejects.toThrow(/cannot be taken back/)
  const own = await bench.run('5')
  expect(await bench.history.preview(own.turn)).toMatchObject({ way: 'undo' })
})

it('edits by hand stand in the way of an earlier state, until they may go too', async () => {
  bench = await turnBench(boxes, { keeps: true })
  const one = await bench.run('1')
  await restart()
  await (await bench.sessions.ready()).callRaw('geometry.create_point', { point: [0, 0, 0] })
  await bench.run('2')
  expect((await bench.history.preview(one.turn)).foreign).toHaveLength(1)
  await expect(bench.history.revert(one.turn)).rejects.toMatchObject({
    trouble: { title: 'Your own edits stand in the way' },
  })
  await bench.history.revert(one.turn, { includeForeign: true })
  expect(await bench.objects()).toBe(0)
})

it('a document that cannot be kept is told of in the turn that changed it, and where it is taken back', async () => {
  bench = await turnBench(boxes, { keeps: true })
  await bench.sessions.ready()
  rmSync(join(bench.home, 'autosave'), { recursive: true, force: true })
  writeFileSync(join(bench.home, 'autosave'), 'in the way')
  const notices = () => bench.events().filter((event) => event.type === 'notice')
  const { end, turn } = await bench.run('10')
  expect(end.outcome).toBe('done')
  const warning = expect.stringMatching(/could not keep this document in case of a crash \(.*EEXIST.*\)\. Save it/)
  expect(notices()).toMatchObject([{ turn, level: 'warning', text: warning }])
  await bench.history.revert(turn)
  expect(notices()).toHaveLength(2)
})
