import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  cutOff,
  delayed,
  doubled,
  lost,
  type Passing,
  pass,
  type Rule,
  reordered,
  split,
  theFirst,
  truncated,
} from '../../fakes/fault-proxy.ts'
import { HOST_KINDS, type HostKind } from '../../real/hosts.ts'
import { faultOf, type Line, line, objects, occupied, point, reaches } from './line.ts'

const asks = (method: string) => (passing: Passing) => passing.message.method === method
/** An answer that carries a new object's id. */
const makes = ({ message }: Passing) => typeof (message.result as { guid?: unknown } | null)?.guid === 'string'

const has = (result: unknown, key: string) => typeof result === 'object' && result !== null && key in result

const begin = ({ session }: Line, id: string) => session.call('undo.begin_turn', { turn_id: id, label: `AI: ${id}` })
const end = ({ session }: Line, id: string) => session.call('undo.end_turn', { turn_id: id })

/** The turn is one undo, and nothing in the document is the user's. */
async function isWhole(over: Line, id: string, added: number): Promise<void> {
  const { changes } = await end(over, id)
  expect(changes.counts).toEqual({ added, removed: 0, modified: 0 })
  expect((await over.session.call('undo.list', {})).foreign).toEqual([])
  expect(await objects(over)).toBe(added)
  expect(await over.session.call('undo.revert_turn', {})).toMatchObject({ reverted: [id] })
  expect(await objects(over)).toBe(0)
}

describe.each(HOST_KINDS)('a bad line to $name', (kind: HostKind) => {
  const its = test.skipIf(kind.absent)
  const rules: [string, () => Partial<Record<'up' | 'down', Rule>>][] = [
    ['slow', () => ({ up: delayed(30), down: delayed(30) })],
    ['in single bytes', () => ({ up: split(1), down: split(1) })],
    ['in odd pieces', () => ({ up: split(7), down: split(3) })],
    ['with answers twice', () => ({ down: doubled })],
    ['with answers in another order', () => ({ down: reordered(40) })],
  ]
  its('calls find their answers, however they come', { timeout: 120_000 }, async () => {
    const over = await line(kind)
    for (const [name, rule] of rules) {
      const before = await objects(over)
      Object.assign(over.proxy, { up: pass, down: pass }, rule())
      const names = ['ä', '🦏::x', 'c'.repeat(300), `${name}`]
      const made = await Promise.all(
        names.map((own, n) => over.session.callRaw('geometry.create_point', { x: n, name: own })),
      )
      Object.assign(over.proxy, { up: pass, down: pass })
      const ids = made.map((one) => (one as { guid: string }).guid)
      expect(new Set(ids).size, name).toBe(4)
      expect(await objects(over), name).toBe(before + 4)
      const found = await Promise.all(ids.map((guid) => over.session.callRaw('scene.get_object_info', { guid })))
      expect(found.map((one) => (one as { name: string }).name)).toEqual(names)
    }
    expect(over.session.state).toBe('ready')
  })

  its('the answer to a change is lost with the line: it is fetched, and the change was made once', async () => {
    const over = await line(kind)
    for (const [n, fault] of [truncated, cutOff].entries()) {
      over.proxy.down = theFirst(makes, fault)
      expect(await point(over)).toMatch(/^[0-9a-f-]{36}$/)
      expect(await objects(over)).toBe(n + 1)
    }
  })

  its('the answer is lost and the line stays: the call times out, and its result comes later', async () => {
    const over = await line(kind, { callMs: 300 })
    over.proxy.down = theFirst(makes, lost)
    const error = await faultOf(point(over))
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { running: true } })
    over.proxy.down = theFirst(makes, lost)
    const late = await over.session.callRaw('geometry.create_point', {}, { lateMs: 5000 })
    expect(late).toMatchObject({ guid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await objects(over)).toBe(2)
  })

  its('a change that never arrived is not made later, and not said to be done', async () => {
    const over = await line(kind)
    over.proxy.up = theFirst(asks('geometry.create_point'), cutOff)
    const error = await faultOf(point(over))
    expect(error.message).toMatch(/may have been done or not/)
    await wait(200)
    expect(await objects(over)).toBe(0)
  })

  its('a reading call is asked again', async () => {
    const over = await line(kind)
    over.proxy.down = theFirst(({ message }) => has(message.result, 'open_turn'), truncated)
    expect(await over.session.call('undo.list', {})).toMatchObject({ turns: [] })
  })

  its('lost and back in mid-turn: the turn goes on and is undone as one', async () => {
    const over = await line(kind)
    await begin(over, 't')
    await point(over)
    for (let n = 0; n < 3; n++) {
      over.proxy.cut()
      await reaches(over.session, 'lost')
      await point(over)
    }
    await isWhole(over, 't', 4)
  })

  its('lost while a call runs, in mid-turn: what it did belongs to the turn', async () => {
    const over = await line(kind)
    await begin(over, 't')
    over.proxy.down = theFirst(makes, cutOff)
    await point(over)
    await point(over)
    await isWhole(over, 't', 2)
  })

  its('begin and end of a turn hold over a line that breaks under them', async () => {
    const over = await line(kind)
    over.proxy.down = theFirst(({ message }) => has(message.result, 'turn_id'), cutOff)
    await begin(over, 't')
    await point(over)
    over.proxy.down = theFirst(({ message }) => has(message.result, 'changes'), truncated)
    await isWhole(over, 't', 1)
  })

  its('a line that breaks at our end only: the turn is taken over from the one the host still sees', async () => {
    const over = await line(kind)
    await begin(over, 't')
    await point(over)
    for (const link of over.proxy.links.splice(0)) link.halfOpen()
    await reaches(over.session, 'lost')
    await point(over)
    await isWhole(over, 't', 2)
  })

  its('a line that went mute is noticed, and work goes on over another one', async () => {
    const over = await line(kind, { heartbeatMs: 100, heavyMs: 200, callMs: 400 })
    await begin(over, 't')
    await point(over)
    for (const link of over.proxy.links.splice(0)) link.goMute()
    const gone = reaches(over.session, 'lost')
    await gone
    await point(over)
    await isWhole(over, 't', 2)
  })

  its(
    'the host is killed during a call and started again: nothing is said to be done, nothing lands in the new document',
    async () => {
      const over = await line(kind, {}, { own: true })
      await begin(over, 't')
      await point(over)
      over.proxy.down = theFirst(makes, lost)
      const call = faultOf(point(over))
      await wait(100)
      await over.host.kill()
      const again = await kind.start({ home: over.host.home })
      over.proxy.target = again.port
      try {
        expect((await call).message).toMatch(/may have been done or not/)
        const error = await faultOf(point(over))
        expect(error).toMatchObject({
          code: 'RHINO_BUSY',
          message: expect.stringMatching(/started anew in the middle/),
        })
        await over.session.call('rhino.list_documents', {}, { timeoutMs: 60_000 })
        expect(await objects(over)).toBe(0)
        await begin(over, 'next')
        await point(over)
        await isWhole(over, 'next', 1)
      } finally {
        await again.stop()
      }
    },
  )

  its(
    'work that takes longer than it may: what waits is given up and never runs, what runs is told about to its end',
    async () => {
      const over = await line(kind, { callMs: 700, heavyMs: 700 }, { seconds: 0.5 })
      const told: unknown[] = []
      const { release, running } = await occupied(over, (progress) => void told.push(progress))
      const given = await faultOf(point(over))
      expect(given).toMatchObject({ code: 'RHINO_BUSY', message: expect.stringMatching(/will not run/) })
      await reaches(over.session, 'busy')
      await wait(1100)
      await release()
      await running
      await wait(300)
      expect(await objects(over)).toBe(1)
      expect(over.session.state).toBe('ready')
      expect(told.length).toBeGreaterThan(0)
      expect(told.at(-1)).toMatchObject({
        done: expect.any(Number),
        text: expect.stringMatching(/is running \(\d+ s\)/),
      })
    },
  )

  its('another document in mid-turn: the turn goes on there, and says so', async () => {
    const over = await line(kind)
    await begin(over, 't')
    await point(over)
    if (over.host.plugin) {
      await over.host.plugin.make('close_document')
      await over.host.plugin.make('new_document')
    } else {
      await over.session.call('files.new_document', {})
    }
    over.proxy.cut()
    await reaches(over.session, 'lost')
    await point(over)
    const { changes } = await end(over, 't')
    expect(changes.counts.added).toBe(1)
    expect(changes.uncovered).toHaveLength(1)
    expect(await objects(over)).toBe(1)
  })
})
