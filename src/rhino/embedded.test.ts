import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from '../home/listeners.ts'
import { type ProcessExit, spawnNode } from '../node-child.ts'
import { EmbeddedHost, type EmbeddedOptions } from './embedded.ts'
import { DEFAULTS } from './settings.ts'

const entry = new URL('../../test/fakes/host-process.mjs', import.meta.url).pathname

let home: string
let hosts: EmbeddedHost[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-embedded-'))
  hosts = []
})
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()))
  rmSync(home, { recursive: true })
})

function embedded(behaviour = '', options: Partial<EmbeddedOptions> = {}): EmbeddedHost {
  const host = new EmbeddedHost({
    home,
    settings: { ...DEFAULTS, backoffMs: [5] },
    entry,
    spawn: (file, args, { env }) => spawnNode(file, args, { env: { ...env, TICKBIRD_FAKE: behaviour } }),
    ...options,
  })
  hosts.push(host)
  return host
}

test('starts one process, however many ask for it', async () => {
  const host = embedded('chatty')
  const [one, two] = await Promise.all([host.session(), host.session()])
  expect(one).toBe(two)
  expect(await one.callRaw('x', {})).toMatchObject({ pid: host.processId })
  expect(one).toMatchObject({ kind: 'embedded', label: 'Built-in modeller', processId: host.processId })
})

test('a crash ends the session with the reason, and the next one has a new process', async () => {
  const lost: ProcessExit[] = []
  const host = embedded('', { onLost: (exit) => lost.push(exit) })
  const first = await host.session()
  const pid = host.processId
  const closed = new Promise<string | null>((resolve) =>
    first.onState((state, why) => state === 'closed' && resolve(why)),
  )
  await expect(first.callRaw('crash', {})).rejects.toMatchObject({ code: 'OPERATION_FAILED' })
  expect(await closed).toMatch(/ended by itself \(signal SIGKILL\)/)
  await vi.waitFor(() => expect(lost).toEqual([{ code: null, signal: 'SIGKILL', failure: null }]))
  expect(host.processId).toBeNull()
  const second = await host.session()
  expect(await second.callRaw('x', {})).toMatchObject({ pid: host.processId })
  expect(host.processId).not.toBe(pid)
})

test('one that dies at once says so in its own words, and can be tried again', async () => {
  const host = embedded('dies')
  for (const _ of [1, 2]) {
    const error = await host.session().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'OPERATION_FAILED',
      message: expect.stringMatching(/did not start.*exit code 3/),
      details: { output: 'the kernel file is missing' },
    })
    await vi.waitFor(() => expect(host.processId).toBeNull())
  }
})

test('one that never says where it listens is given up and ended', async () => {
  const host = embedded('silent stubborn', { startMs: 300 })
  const started = host.session()
  const pid = host.processId
  await expect(started).rejects.toThrow(/within 0.3 s/)
  await vi.waitFor(() => expect(isAlive(pid ?? 0)).toBe(false))
})

test('a Node that is not there is a sentence too', async () => {
  const host = embedded('', { spawn: () => spawnNode('/no/such/file.js', [], { env: {} }) })
  await expect(host.session()).rejects.toMatchObject({ message: expect.stringMatching(/did not start/) })
})

test.each(['', 'stubborn'])('stopping leaves no process (%s)', async (behaviour) => {
  const lost: ProcessExit[] = []
  const host = embedded(behaviour, { stopMs: 300, onLost: (exit) => lost.push(exit) })
  const session = await host.session()
  await session.callRaw('x', {})
  const pid = host.processId ?? 0
  await host.stop()
  expect(isAlive(pid)).toBe(false)
  expect(session.state).toBe('closed')
  expect(lost).toEqual([])
})

test('asked for while it is being stopped, it starts again afterwards', async () => {
  const host = embedded()
  await host.session()
  const pid = host.processId
  const stopped = host.stop()
  const session = await host.session()
  await stopped
  expect(await session.callRaw('x', {})).toMatchObject({ pid: host.processId })
  expect(host.processId).not.toBe(pid)
})

test('it is told the data folder, to take any free port, and whose child it is', async () => {
  const told: unknown[] = []
  const host = embedded('', {
    spawn: (file, args, { env }) => {
      told.push(args, env.TICKBIRD_HOME)
      return spawnNode(file, args, { env })
    },
  })
  await host.session()
  expect(told).toEqual([['--port', '0', '--parent-pid', String(process.pid)], home])
})
