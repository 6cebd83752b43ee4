import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/wire/message.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import type { WireClient } from '../../real/wire.ts'

let rhino: RunningPlugin
const clients: WireClient[] = []
const greeted = async (): Promise<WireClient> => {
  const client = await rhino.greeted()
  clients.push(client)
  return client
}
const code = ({ error }: Answer) => error?.data?.code
const count = async () => (await rhino.look()).objects

describe.skipIf(PYTHON === null)('calls wait for Rhino, and ping does not', () => {
  beforeAll(async () => {
    // Short, so that what must time out does so soon; nothing is measured.
    rhino = await RunningPlugin.start({ args: ['--seconds', '0.4', '--heavy-seconds', '0.4'] })
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
  })
  afterAll(async () => {
    expect((await rhino.look()).faults).toEqual([])
    await rhino.stop()
    expect(rhino.complaints()).toBe('')
  })

  it('a change that timed out while Rhino was blocked never happens', async () => {
    const [client, other] = [await greeted(), await greeted()]
    const before = await count()
    await rhino.make('hold')
    const refused = await client.request('geometry.create_point', { x: 1 }, 'late')
    expect(refused.error?.data).toMatchObject({ code: 'RHINO_BUSY', details: { job_id: 'late' } })
    // Nobody waits for Rhino to ask these.
    expect(await other.call('ping')).toEqual({ alive: true })
    expect(await other.call('hello', { secret: rhino.secret })).toMatchObject({ host: 'rhino' })
    expect((await other.call('list_methods')).methods.length).toBeGreaterThan(100)
    expect(await other.call('job.status', { job_id: 'late' })).toEqual({
      job_id: 'late',
      state: 'abandoned',
    })
    expect(await other.call('rhino.cancel')).toEqual({ cancelled: [], running: null })
    expect(code(await client.request('geometry.create_point', { x: 'far' }))).toBe('INVALID_PARAMS')
    await rhino.make('release')
    // The posted call has come and gone by the time this one is answered.
    expect((await client.call('context.get')).document.object_count).toBe(before)
    await client.call('geometry.create_point', { x: 1 })
    expect(await count()).toBe(before + 1)
  })

  it('ping is answered while a modal dialog is open, and the work goes on after it', async () => {
    const [client, other] = [await greeted(), await greeted()]
    const before = await count()
    await rhino.make('modal', { open: true })
    const made = client.request('geometry.create_point', {}, 'behind-the-dialog')
    expect(await other.call('ping')).toEqual({ alive: true })
    expect(await other.call('job.status', { job_id: 'behind-the-dialog' })).toMatchObject({ state: 'pending' })
    await rhino.make('modal', { open: false })
    expect((await made).error).toBeNull()
    expect(await count()).toBe(before + 1)
  })

  it('what was cancelled, or left behind by a lost connection, does not run', async () => {
    const [client, leaver] = [await greeted(), await greeted()]
    const before = await count()
    await rhino.make('modal', { open: true })
    const waiting = client.request('geometry.create_point', {}, 'cancelled')
    leaver.send({ id: 'left', method: 'geometry.create_point', params: {} })
    await leaver.call('ping')
    leaver.close()
    await once(leaver.socket, 'close')
    expect(await client.call('rhino.cancel')).toEqual({ cancelled: ['cancelled'], running: null })
    expect((await waiting).error).toMatchObject({ data: { code: 'RHINO_BUSY', details: { job_id: 'cancelled' } } })
    await rhino.make('modal', { open: false })
    expect((await client.call('context.get')).document.object_count).toBe(before)
  })

  it('while a command waits for input one may look, but changes wait, and say what for', async () => {
    const [client, reader] = [await greeted(), await greeted()]
    const before = await count()
    await rhino.make('begin_command', { name: 'Line', prompt: 'Start of line' })
    const refused = client.request('geometry.create_point', {})
    expect(await reader.call('context.get')).toMatchObject({ busy: 'Rhino is waiting in a command: “Start of line”.' })
    expect(await refused).toMatchObject({
      error: {
        message: expect.stringContaining('Rhino is waiting in a command: “Start of line”.'),
        data: { code: 'RHINO_BUSY' },
      },
    })
    await rhino.make('end_command')
    expect((await client.call('context.get')).busy).toBeNull()
    expect(await count()).toBe(before)
  })

  it('calls of one client keep their order, also past a command', async () => {
    const client = await greeted()
    const before = await count()
    await rhino.make('begin_command', { name: 'Line' })
    const order: string[] = []
    const made = client.call('geometry.create_point').then(() => order.push('change'))
    const seen = client.call('context.get').then((context) => {
      order.push('read')
      return context
    })
    await client.call('ping')
    await rhino.make('end_command')
    await made
    expect((await seen).document.object_count).toBe(before + 1)
    expect(order).toEqual(['change', 'read'])
  })

  it('one that times out while it runs goes on, says so, and its result can be fetched', async () => {
    const [client, other] = [await greeted(), await greeted()]
    const before = await count()
    await rhino.make('hold_in_add')
    const { error } = await client.request('geometry.create_point', {}, 'slow')
    expect(error?.data).toMatchObject({ code: 'TIMEOUT', details: { running: true, job_id: 'slow' } })
    expect(await other.call('job.status', { job_id: 'slow' })).toEqual({ job_id: 'slow', state: 'running' })
    const behind = await other.request('geometry.create_point', {}, 'behind')
    expect(behind.error?.message).toBe(
      'geometry.create_point waited too long and will not run. geometry.create_point is running.',
    )
    await rhino.make('release')
    await client.call('context.get')
    expect(await other.call('job.status', { job_id: 'slow' })).toMatchObject({
      state: 'done',
      result: { type: 'point' },
    })
    expect(await count()).toBe(before + 1)
  })

  it('a client killed while its call runs: the call ends, in its turn, and its record closes', async () => {
    const [client, witness] = [await greeted(), await greeted()]
    await client.call('undo.begin_turn', { turn_id: 'killed', label: 'AI 9' })
    await rhino.make('hold_in_add')
    client.send({ id: 'last', method: 'geometry.create_point', params: {} })
    await client.call('ping')
    client.close()
    await once(client.socket, 'close')
    await rhino.make('release')
    await witness.call('context.get')
    expect((await rhino.look()).recording).toBeNull()
    const { turns } = await witness.call('undo.list')
    expect(turns).toContainEqual(
      expect.objectContaining({ turn_id: 'killed', counts: { added: 1, removed: 0, modified: 0 } }),
    )
  })

  it('tells of a job that it does not know', async () => {
    const client = await greeted()
    expect(code(await client.request('job.status', { job_id: 'nobody' }))).toBe('OBJECT_NOT_FOUND')
    const { guid } = await client
      .request('geometry.create_point', {}, 'known')
      .then(({ result }) => result as { guid: string })
    expect(await client.call('job.status', { job_id: 'known' })).toMatchObject({ state: 'done', result: { guid } })
  })
})
