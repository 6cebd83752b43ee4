import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { writeFileSafely } from '../../../src/home/write.ts'
import { Connection } from '../../../src/rhino/connection.ts'
import { settingsFromEnv } from '../../../src/rhino/settings.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import { WireClient } from '../../real/wire.ts'

const running: RunningPlugin[] = []
const started = async (...setup: Parameters<typeof RunningPlugin.start>): Promise<RunningPlugin> => {
  const rhino = await RunningPlugin.start(...setup)
  running.push(rhino)
  return rhino
}
afterEach(async () => {
  for (const rhino of running.splice(0)) await rhino.stop()
})

const connection = (rhino: RunningPlugin) =>
  new Connection({
    kind: 'rhino',
    port: rhino.port,
    processId: rhino.pid,
    secret: () => rhino.secret,
    settings: settingsFromEnv({}).settings,
  })

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port.')
  return address.port
}

describe.skipIf(PYTHON === null)('a session with Rhino', () => {
  it('is what Tickbird’s own connection takes it for', async () => {
    const session = connection(await started())
    try {
      await session.call('undo.begin_turn', { turn_id: 't', label: 'AI 1' })
      const { guid } = await session.call('geometry.create_point', { point: [1, 2, 3], name: 'Ä::b' })
      const { objects, host } = await session.call('context.get', {})
      expect(session.label).toBe('Rhino 8')
      expect(host).toEqual({ kind: 'rhino', label: 'Rhino 8' })
      expect(objects).toMatchObject([{ guid, name: 'Ä::b', kind: 'point' }])
      expect((await session.call('undo.end_turn', { turn_id: 't' })).changed).toBe(true)
      await expect(session.call('geometry.create_point', { layer: 'No::Such' })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: { parameter: 'layer' },
      })
    } finally {
      await session.close()
    }
  })

  it('lets clients without hello in only where the user’s settings say so', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tickbird-plugin-'))
    writeFileSafely(join(home, 'settings.json'), '{"allowLegacy": true}')
    const legacy = await WireClient.connect((await started({ home })).port)
    expect(await legacy.call('geometry.create_point', { x: 1, y: 2, z: 3 })).toMatchObject({ type: 'point' })
    legacy.close()
  })

  it('is answered on Grasshopper’s port too, by the same methods', async () => {
    const port = await freePort()
    const rhino = await started({ args: ['--grasshopper-port', String(port)] })
    const client = await WireClient.greeted({ port, secret: rhino.secret })
    await client.call('geometry.create_point')
    expect((await rhino.look()).objects).toBe(1)
    client.close()
    // A second Rhino does without it.
    const second = await started({ args: ['--grasshopper-port', String(port)] })
    const other = await second.greeted()
    expect(await other.call('ping')).toEqual({ alive: true })
    other.close()
  })

  it('works in the document that is asked for, and in the active one otherwise', async () => {
    const rhino = await started()
    const client = await rhino.greeted()
    const { doc: first } = await client.call('context.get')
    const second = await rhino.make<number>('new_document')
    await client.call('undo.begin_turn', { turn_id: 't', label: 'AI 1', doc: first })
    expect((await client.call('geometry.create_point', { doc: first })).doc).toBe(first)
    expect((await client.call('geometry.create_point')).doc).toBe(second)
    expect((await rhino.look(first)).recording).toBe('AI 1')
    expect((await rhino.look(second)).recording).toBe('AI 1')
    const { changes } = await client.call('undo.end_turn', { turn_id: 't', doc: first })
    expect(changes.counts.added).toBe(1)
    expect((await rhino.look(first)).recording).toBeNull()
    expect((await rhino.look(second)).recording).toBeNull()
    await client.call('undo.revert_turn', { turn_id: 't', doc: second })
    expect([(await rhino.look(first)).objects, (await rhino.look(second)).objects]).toEqual([1, 0])
    client.close()
  })
})
