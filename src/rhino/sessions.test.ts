import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { greets, ScriptedHost } from '../../test/fakes/scripted-host.ts'
import { isAlive, removeListener, writeListener } from '../home/listeners.ts'
import { secretFile } from '../home/secret.ts'
import { spawnNode } from '../node-child.ts'
import type { RhinoSession } from './session.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'
import { DEFAULTS, type WireSettings } from './settings.ts'

const entry = new URL('../../test/fakes/host-process.mjs', import.meta.url).pathname
const SECRET = 'x'.repeat(64)

let home: string
let closing: (() => unknown)[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-sessions-'))
  writeFileSync(secretFile(home), SECRET)
  closing = []
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(home, { recursive: true })
})

function sessions(settings: Partial<WireSettings> = {}, options: Partial<SessionsOptions> = {}): Sessions {
  const made = new Sessions({
    home,
    settings: { ...DEFAULTS, backoffMs: [5], ...settings },
    embedded: { entry },
    pollMs: 10,
    ...options,
  })
  closing.push(() => made.close())
  return made
}

/** A process to be the Rhino that a listener file names. */
function someProcess(): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  closing.push(() => child.kill('SIGKILL'))
  return child as ChildProcess & { pid: number }
}

async function rhino(pid: number): Promise<ScriptedHost> {
  const greeted = greets((asked) => asked.answer({ from: pid }), pid)
  const host = await new ScriptedHost((asked) => {
    if (asked.method === 'hello') asked.params.secret = asked.params.secret === SECRET ? 'a secret of the test' : ''
    greeted(asked)
  }).listen()
  closing.push(() => host.close())
  writeListener({ pid, port: host.port, kind: 'rhino', version: '0.1.0', startedAt: '2026-01-01' }, home)
  return host
}

const until = (list: Sessions, holds: (current: RhinoSession | null) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!holds(list.current())) return
      leave()
      resolve()
    }
    const leave = list.onChange(look)
    look()
  })

const onRhino = (pid: number) => (current: RhinoSession | null) =>
  current?.kind === 'rhino' && current.processId === pid && current.state === 'ready'

test('starts the embedded host where no Rhino listens, once', async () => {
  const list = sessions()
  expect(list.current()).toBeNull()
  const [one, two] = await Promise.all([list.ready(), list.ready()])
  expect(one).toBe(two)
  expect(one).toMatchObject({ kind: 'embedded', state: 'ready' })
  expect(list.current()).toBe(one)
  expect(list.all).toEqual([one])
})

test('prefers a Rhino that listens', async () => {
  const { pid } = someProcess()
  await rhino(pid)
  const list = sessions({}, { spawn: () => expect.fail('The embedded host was started.') })
  const session = await list.ready()
  expect(session).toMatchObject({ kind: 'rhino', label: 'Rhino 8', processId: pid })
  expect(await session.callRaw('x', {})).toEqual({ from: pid })
})

test('prefers a Rhino that comes while the embedded host is being started', async () => {
  const { pid } = someProcess()
  const list = sessions(
    {},
    {
      prepare: async () => {
        await rhino(pid)
        await until(list, () => list.all.some(({ state }) => state === 'ready'))
      },
    },
  )
  expect(await list.ready()).toMatchObject({ kind: 'rhino', processId: pid })
})

test('does not wait for a Rhino that hangs', async () => {
  const { pid } = someProcess()
  const hung = await new ScriptedHost(() => undefined).listen()
  closing.push(() => hung.close())
  writeListener({ pid, port: hung.port, kind: 'rhino', version: '0.1.0', startedAt: '2026-01-01' }, home)
  expect(await sessions().ready()).toMatchObject({ kind: 'embedded' })
})

test('moves to a Rhino that comes while nothing was done yet', async () => {
  const list = sessions()
  await (await list.ready()).callRaw('context.get', {})
  const { pid } = someProcess()
  await rhino(pid)
  await until(list, onRhino(pid))
})

test('stays with the embedded host once something was made in it, and goes when asked', async () => {
  const list = sessions()
  const embedded = await list.ready()
  await embedded.callRaw('geometry.create_box', {})
  const { pid } = someProcess()
  await rhino(pid)
  await until(list, () => list.all.some(({ processId, state }) => processId === pid && state === 'ready'))
  expect(list.current()).toBe(embedded)
  expect(list.all).toHaveLength(2)
  expect(await list.choose(pid)).toBe(list.current())
  expect(list.current()?.kind).toBe('rhino')
  expect(await list.choose('embedded')).toBe(embedded)
  await expect(list.choose(1)).rejects.toThrow(/No Rhino with process 1/)
})

test('a Rhino that is gone is not replaced by another document until someone says so', async () => {
  const { pid } = someProcess()
  await rhino(pid)
  const list = sessions()
  await until(list, onRhino(pid))
  removeListener(pid, home)
  await until(list, (current) => current?.state === 'closed')
  await expect(list.ready()).rejects.toMatchObject({ code: 'RHINO_BUSY', message: /Rhino was closed/ })
  expect(await list.restart()).toMatchObject({ kind: 'embedded' })
})

test('a Rhino that comes anew takes the place of one that is gone', async () => {
  const [first, second] = [someProcess(), someProcess()]
  await rhino(first.pid)
  const list = sessions()
  await until(list, onRhino(first.pid))
  first.kill('SIGKILL')
  await until(list, (current) => current?.state === 'closed')
  await rhino(second.pid)
  await until(list, onRhino(second.pid))
})

test('the same process on another port is a new session', async () => {
  const { pid } = someProcess()
  await rhino(pid)
  const list = sessions()
  await until(list, onRhino(pid))
  const before = list.current()
  const host = await rhino(pid)
  await until(list, (current) => current !== before && onRhino(pid)(current))
  await list.current()?.callRaw('x', {})
  expect(host.count('x')).toBe(1)
  expect(before?.state).toBe('closed')
})

test('an embedded host that crashed says so, and starts again when asked, with what was prepared', async () => {
  const prepared: (number | null)[] = []
  const lost: unknown[] = []
  const list = sessions(
    {},
    {
      prepare: async (session) => void prepared.push(session.processId),
      onLost: ({ signal }) => lost.push(signal),
    },
  )
  const first = await list.ready()
  await expect(first.callRaw('crash', {})).rejects.toMatchObject({ code: 'OPERATION_FAILED' })
  await until(list, (current) => current?.state === 'closed')
  await expect(list.ready()).rejects.toThrow(/ended by itself/)
  const second = await list.restart()
  expect(second).not.toBe(first)
  expect(prepared).toEqual([first.processId, second.processId])
  expect(lost).toEqual(['SIGKILL'])
})

test('restart ends an embedded host that hangs', async () => {
  const list = sessions(
    {},
    {
      embedded: { entry, stopMs: 100 },
      spawn: (file, args, { env }) => spawnNode(file, args, { env: { ...env, TICKBIRD_FAKE: 'stubborn' } }),
    },
  )
  const first = await list.ready()
  const second = await list.restart()
  expect(second.processId).not.toBe(first.processId)
  expect(first.state).toBe('closed')
  expect(isAlive(first.processId ?? 0)).toBe(false)
})

test('a named port is the only Rhino there is', async () => {
  const { pid } = someProcess()
  await rhino(pid)
  const named = await rhino(4711)
  const list = sessions({ port: named.port })
  await until(list, onRhino(4711))
  expect(list.all).toHaveLength(1)
})

test('a data folder that cannot be used is said when the host is asked for, not before', async () => {
  rmSync(secretFile(home))
  mkdirSync(secretFile(home))
  const list = sessions()
  await expect(list.ready()).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: expect.stringMatching(/secret/) })
})

test('closing ends every session and the process, and starts nothing', async () => {
  const list = sessions({}, { spawn: (file, args, options) => spawnNode(file, args, options) })
  const session = await list.ready()
  await list.close()
  expect(session.state).toBe('closed')
  await expect(list.ready()).rejects.toThrow(/closing/)
})

test('a host that is lost while it is prepared is no session; a restart starts another one', async () => {
  let lose = true
  const list = sessions(
    {},
    {
      prepare: async (session) => {
        if (!lose) return
        const closed = new Promise<void>((resolve) => session.onState((state) => state === 'closed' && resolve()))
        await session.callRaw('crash', {}).catch(() => undefined)
        await closed
      },
      onLost: () => undefined,
    },
  )
  await expect(list.ready()).rejects.toMatchObject({ code: 'RHINO_BUSY' })
  lose = false
  expect((await list.restart()).state).toBe('ready')
})

test('a restart does not wait for a host that hangs while it is prepared', async () => {
  let reached = () => {}
  const hanging = new Promise<void>((resolve) => {
    reached = resolve
  })
  let hang = true
  const list = sessions(
    {},
    {
      prepare: (session) => {
        if (!hang) return Promise.resolve()
        reached()
        return new Promise((_resolve, reject) => session.onState(() => reject(new Error('gone'))))
      },
    },
  )
  const first = list.ready()
  await hanging
  hang = false
  const [outcome] = await Promise.allSettled([first, list.restart()])
  expect(outcome.status).toBe('rejected')
  expect(list.current()?.state).toBe('ready')
})

test('where only the embedded host is wanted, a Rhino that listens is left alone', async () => {
  const { pid } = someProcess()
  const host = await rhino(pid)
  const list = sessions({}, { embeddedOnly: true })
  expect((await list.ready()).kind).toBe('embedded')
  expect(host.asked).toEqual([])
})

test('of several Rhinos the one that was asked for is worked in, and no other takes its place', async () => {
  const [one, two] = [someProcess(), someProcess()]
  await rhino(one.pid)
  await rhino(two.pid)
  const list = sessions({}, { wanted: two.pid })
  expect((await list.ready()).processId).toBe(two.pid)
  expect(list.all.map(({ processId }) => processId).sort()).toEqual([one.pid, two.pid].sort())
  await list.choose(one.pid)
  expect(list.current()?.processId).toBe(one.pid)
  await expect(list.choose(1)).rejects.toThrow('No Rhino with process 1 listens.')
  expect(list.current()?.processId).toBe(one.pid)
})

test('a Rhino that was asked for and is not there is said, not replaced', async () => {
  const one = someProcess()
  await rhino(one.pid)
  await expect(sessions({}, { wanted: 1 }).ready()).rejects.toThrow('No Rhino with process 1 listens.')
})

test('who chose the built-in modeller stays in it when a Rhino comes', async () => {
  const list = sessions({}, { wanted: 'embedded' })
  expect((await list.ready()).kind).toBe('embedded')
  const one = someProcess()
  await rhino(one.pid)
  await until(list, () => list.all.some(({ processId, state }) => processId === one.pid && state === 'ready'))
  expect(list.current()?.kind).toBe('embedded')
})
