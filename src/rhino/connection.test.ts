import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { greeting, greets, type Script, ScriptedHost, SECRET } from '../../test/fakes/scripted-host.ts'
import { Fault } from '../wire/fault.ts'
import { encodeFrame } from '../wire/frame.ts'
import { Channel, openSocket } from './channel.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import type { SessionState } from './session.ts'
import { DEFAULTS, type WireSettings } from './settings.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const quick: Partial<WireSettings> = { backoffMs: [5], graceMs: 0 }

async function host(script: Script, port?: number): Promise<ScriptedHost> {
  const made = await new ScriptedHost(script).listen(port)
  closing.push(() => made.close())
  return made
}

function session(
  port: number,
  settings: Partial<WireSettings> = {},
  options: Partial<ConnectionOptions> = {},
): Connection {
  const made = new Connection({
    kind: 'rhino',
    port,
    processId: null,
    secret: () => SECRET,
    settings: { ...DEFAULTS, ...quick, ...settings },
    ...options,
  })
  closing.push(() => made.close())
  return made
}

const reaches = (connection: Connection, state: SessionState): Promise<string | null> =>
  new Promise((resolve) => {
    if (connection.state === state) return resolve(connection.why)
    const leave = connection.onState((now, why) => {
      if (now !== state) return
      leave()
      resolve(why)
    })
  })

const fault = async (promise: Promise<unknown>): Promise<Fault> => {
  const error = await promise.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Fault)
  return error as Fault
}

test('says hello, learns who answers, and calls', async () => {
  const rhino = await host(greets((asked) => asked.answer({ echo: asked.params })))
  const rhinoSession = session(rhino.port)
  expect(rhinoSession.state).toBe('connecting')
  expect(await rhinoSession.callRaw('scene.list_layers', { a: 'ü' })).toEqual({ echo: { a: 'ü' } })
  expect(rhinoSession).toMatchObject({
    state: 'ready',
    label: 'Rhino 8',
    processId: 4711,
    capabilities: ['undo.pictures'],
  })
  expect(rhino.asked[0]).toMatchObject({ method: 'hello', params: { secret: SECRET, protocol: 1 } })
  expect(rhino.asked[1]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
})

test('hands on the fault of the host with its code and details', async () => {
  const rhino = await host(
    greets((asked) =>
      asked.refuse({
        code: -32000,
        message: 'No such object.',
        data: { code: 'OBJECT_NOT_FOUND', details: { id: 'x' } },
      }),
    ),
  )
  const error = await fault(session(rhino.port).call('context.get', {}))
  expect(error).toMatchObject({ code: 'OBJECT_NOT_FOUND', message: 'No such object.', details: { id: 'x' } })
})

describe('matching', () => {
  test('takes answers in any order, whole or in single bytes', async () => {
    const held: (() => Buffer)[] = []
    const rhino = await host(
      greets(({ id, params }) => held.push(() => encodeFrame({ id, result: params, error: null }))),
    )
    const connection = session(rhino.port)
    const calls = [1, 2, 3].map((n) => connection.callRaw('x', { n }))
    const { socket } = await rhino.request('x', 3)
    const bytes = Buffer.concat(held.reverse().map((frame) => frame()))
    for (const byte of bytes) socket.write(Uint8Array.of(byte))
    expect(await Promise.all(calls)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('drops and counts late answers, doubled ones, strangers and garbage, and goes on', async () => {
    const rhino = await host(greets((asked) => asked.method === 'quick' && asked.answer({ n: asked.params.n })))
    const connection = session(rhino.port)
    expect(await fault(connection.callRaw('slow', {}, { timeoutMs: 20 }))).toMatchObject({
      code: 'TIMEOUT',
      details: { running: true },
    })
    const slow = await rhino.request('slow')
    slow.answer({ late: true })
    slow.answer({ late: true })
    slow.socket.write(encodeFrame({ id: 'nobody', result: {}, error: null }))
    slow.socket.write(encodeFrame({ id: null, result: null, error: { code: -32700, message: 'What?' } }))
    slow.socket.write(encodeFrame([1, 2, 3]))
    slow.socket.write(Buffer.from([0, 0, 0, 2, 0x7b, 0x7b, 0, 0, 0, 0]))
    expect(await connection.callRaw('quick', { n: 1 })).toEqual({ n: 1 })
    expect(connection.dropped).toBe(7)
    expect(connection.state).toBe('ready')
  })

  test('a timed-out call names the job that its result can be fetched from', async () => {
    const rhino = await host(greets())
    const { details } = await fault(session(rhino.port).callRaw('slow', {}, { timeoutMs: 20 }))
    expect(details.job_id).toBe((await rhino.request('slow')).id)
  })

  test('an answer announced larger than anything may be ends the connection, not the session', async () => {
    let first = true
    const rhino = await host(
      greets((asked) => {
        if (!first) return asked.answer({ ok: true })
        first = false
        asked.socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff]))
      }),
    )
    const connection = session(rhino.port)
    expect((await fault(connection.call('undo.redo_turn', {}))).message).toMatch(/over the limit/)
    expect(await connection.callRaw('x', {})).toEqual({ ok: true })
  })

  test('a result that is no object is not taken for one', async () => {
    const rhino = await host(greets((asked) => asked.answer([1])))
    expect(await fault(session(rhino.port).call('context.get', {}))).toMatchObject({ code: 'INTERNAL_ERROR' })
  })

  test('nothing to say is an empty object', async () => {
    const rhino = await host(greets((asked) => asked.answer(null)))
    expect(await session(rhino.port).callRaw('x', {})).toEqual({})
  })

  test('what is too large is not sent, and costs nothing', async () => {
    const rhino = await host(greets((asked) => asked.answer({})))
    const connection = session(rhino.port)
    const error = await fault(connection.callRaw('files.open', { data: 'x'.repeat(65 * 1024 * 1024) }))
    expect(error).toMatchObject({ code: 'TOO_LARGE', message: expect.stringMatching(/files\.open was not sent/) })
    expect(await connection.callRaw('x', {})).toEqual({})
  })
})

describe('a lost connection', () => {
  test.each(['end', 'reset'] as const)('a reading call is asked again after %s', async (how) => {
    let times = 0
    const rhino = await host(
      greets((asked) => {
        times += 1
        if (times < 3) rhino.cut(how)
        else asked.answer({ turns: [], open_turn: null, foreign: [] })
      }),
    )
    expect(await session(rhino.port).call('undo.list', {})).toMatchObject({ turns: [] })
    expect(rhino.count('undo.list')).toBe(3)
  })

  test.each(['undo.redo_turn', 'geometry.create_box', 'viewport.set_view', 'made.up'])(
    '%s is sent once, whatever happens',
    async (method) => {
      const rhino = await host(greets(() => rhino.cut()))
      const connection = session(rhino.port)
      const error = await fault(connection.callRaw(method, {}))
      expect(error).toMatchObject({ code: 'OPERATION_FAILED', details: { tried: method } })
      expect(error.message).toMatch(/may have been done or not/)
      await reaches(connection, 'ready')
      expect(rhino.count(method)).toBe(1)
    },
  )

  test('a reading call gives up after three times', async () => {
    const rhino = await host(greets(() => rhino.cut()))
    expect(await fault(session(rhino.port).call('undo.list', {}))).toMatchObject({ code: 'RHINO_BUSY' })
    expect(rhino.count('undo.list')).toBe(3)
  })

  test('a call that changes something waits for the connection, because it has not left yet', async () => {
    const spare = await host(() => undefined)
    const { port } = spare
    await spare.close()
    const connection = session(port, { backoffMs: [20] })
    await reaches(connection, 'lost')
    const call = connection.callRaw('geometry.create_box', {})
    const rhino = await host(
      greets((asked) => asked.answer({ guid: 'g' })),
      port,
    )
    expect(await call).toEqual({ guid: 'g' })
    expect(rhino.count('geometry.create_box')).toBe(1)
  })

  test('a call does not sit out the pause between two tries', async () => {
    const spare = await host(() => undefined)
    const { port } = spare
    await spare.close()
    const connection = session(port, { backoffMs: [600_000] })
    await reaches(connection, 'lost')
    await host(
      greets((asked) => asked.answer({})),
      port,
    )
    expect(await connection.callRaw('x', {})).toEqual({})
  })

  test('a connection that ends in the breath of its greeting is not kept', async () => {
    const rhino = await host((asked) => {
      if (asked.method !== 'hello') return asked.answer({ turns: [] })
      if (rhino.count('hello') > 1) return greets()(asked)
      const greeted = encodeFrame({ id: asked.id, result: greeting(), error: null })
      asked.socket.write(Buffer.concat([greeted, Buffer.from([0xff, 0xff, 0xff, 0xff])]))
    })
    const connection = session(rhino.port)
    expect(await connection.call('undo.list', {})).toEqual({ turns: [] })
    expect(rhino.count('hello')).toBe(2)
  })

  test('a channel that has ended takes no more', async () => {
    const rhino = await host(greets())
    const channel = new Channel(await openSocket('127.0.0.1', rhino.port, 1000), () => undefined)
    channel.close('over')
    await expect(channel.request('x', {}, { timeoutMs: 600_000 })).rejects.toThrow('over')
  })

  test('without a host a call fails after three tries, and says what to do', async () => {
    const spare = await host(() => undefined)
    const { port } = spare
    await spare.close()
    const error = await fault(session(port).call('undo.redo_turn', {}))
    expect(error).toMatchObject({
      code: 'RHINO_BUSY',
      message: expect.stringMatching(/cannot be reached: Nothing listens/),
    })
    expect(error.details.next).toMatch(/Nothing was changed/)
  })

  test('comes back by itself, with a new hello, and tells every change of state', async () => {
    const rhino = await host(greets((asked) => asked.answer({})))
    const connection = session(rhino.port)
    await reaches(connection, 'ready')
    const states: string[] = []
    connection.onState((state) => states.push(state))
    rhino.cut('end')
    await reaches(connection, 'lost')
    await reaches(connection, 'ready')
    expect(states).toEqual(['lost', 'ready'])
    expect(rhino.count('hello')).toBe(2)
  })
})

describe('who answers', () => {
  test('a wrong secret is said at once', async () => {
    const rhino = await host(greets())
    const error = await fault(session(rhino.port, {}, { secret: () => 'wrong' }).call('undo.list', {}))
    expect(error.code).toBe('UNAUTHORIZED')
  })

  test('the secret is read anew for every hello', async () => {
    const rhino = await host(greets((asked) => asked.answer({})))
    let secret = 'old'
    const connection = session(rhino.port, {}, { secret: () => secret })
    await reaches(connection, 'lost')
    secret = SECRET
    await reaches(connection, 'ready')
  })

  test('another process on the port is not taken for the one that was chosen', async () => {
    const rhino = await host(greets((asked) => asked.answer({}), 1))
    const error = await fault(session(rhino.port, {}, { processId: 2 }).call('undo.list', {}))
    expect(error.message).toMatch(/Another program answers/)
    expect(rhino.count('undo.list')).toBe(0)
  })

  test('something else on the port is said to be something else', async () => {
    const rhino = await host((asked) => asked.answer({ hello: 'world' }))
    expect((await fault(session(rhino.port).call('undo.list', {}))).message).toMatch(/no Rhino that Tickbird knows/)
  })

  test('a host that takes the connection and says nothing is busy with someone else', async () => {
    const rhino = await host(() => undefined)
    const error = await fault(session(rhino.port, { connectMs: 30 }).call('undo.list', {}))
    expect(error).toMatchObject({ code: 'RHINO_BUSY', message: expect.stringMatching(/said nothing/) })
  })

  test('GOLEM’s plugin knows no hello and reports failures as results', async () => {
    const rhino = await host((asked) => {
      if (asked.method === 'hello') asked.refuse({ code: -32000, message: 'Unknown method: hello' })
      else if (asked.method === 'ping') asked.answer({ alive: true })
      else asked.answer({ code: 'OBJECT_NOT_FOUND', message: 'No object x', details: { id: 'x' } })
    })
    const connection = session(rhino.port)
    expect(await connection.call('ping', {})).toEqual({ alive: true })
    expect(await fault(connection.callRaw('operations.trim', {}))).toMatchObject({ code: 'OBJECT_NOT_FOUND' })
    expect(connection).toMatchObject({
      label: 'Rhino with GOLEM’s plugin',
      legacy: true,
      processId: rhino.port,
      capabilities: [],
    })
  })
})

describe('waiting', () => {
  test('is busy while a call takes long, and says which, since when', async () => {
    const rhino = await host(greets())
    const connection = session(rhino.port, { busyAfterMs: 20 })
    const call = connection.callRaw('geometry.create_box', {})
    expect(await reaches(connection, 'busy')).toBe('“Create box” is running.')
    expect(connection.since).toBeLessThan(Date.now())
    ;(await rhino.request('geometry.create_box')).answer({})
    await call
    expect(connection).toMatchObject({ state: 'ready', why: null })
  })

  test('pings an idle host, and is busy while that goes unanswered', async () => {
    const rhino = await host(greets())
    const connection = session(rhino.port, { heartbeatMs: 20, busyAfterMs: 20 })
    expect(await reaches(connection, 'busy')).toBe('It does not answer at the moment.')
    ;(await rhino.request('ping')).answer({ alive: true })
    await reaches(connection, 'ready')
  })

  test('a host that has been mute for longer than any call may take is lost', async () => {
    const rhino = await host(greets())
    const connection = session(rhino.port, { heartbeatMs: 20, busyAfterMs: 20, heavyMs: 20 })
    expect(await reaches(connection, 'lost')).toMatch(/Nothing was heard/)
  })

  test.each([
    ['undo.list', { callMs: 20 }],
    ['viewport.display_meshes', { heavyMs: 20 }],
  ])('%s keeps its own limit', async (method, limits) => {
    const rhino = await host(greets())
    expect(await fault(session(rhino.port, limits).callRaw(method, {}))).toMatchObject({ code: 'TIMEOUT' })
  })

  test('an aborted call ends with the signal’s reason, and the host is asked not to begin it', async () => {
    const rhino = await host(greets())
    const connection = session(rhino.port)
    const abort = new AbortController()
    const call = connection.callRaw('geometry.create_box', {}, { signal: abort.signal })
    const asked = await rhino.request('geometry.create_box')
    abort.abort(new Error('stopped'))
    await expect(call).rejects.toThrow('stopped')
    expect((await rhino.request('rhino.cancel')).params).toEqual({ job_id: asked.id })
    await expect(connection.callRaw('x', {}, { signal: abort.signal })).rejects.toThrow('stopped')
    expect(rhino.count('x')).toBe(0)
  })

  test('an abort also ends the wait for a connection', async () => {
    const mute = createServer()
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    closing.push(async () => void mute.close())
    const { port } = mute.address() as { port: number }
    const connection = session(port)
    const abort = new AbortController()
    const call = connection.callRaw('x', {}, { signal: abort.signal })
    abort.abort(new Error('stopped'))
    await expect(call).rejects.toThrow('stopped')
  })
})

test('closing ends what waits, and nothing comes back', async () => {
  const rhino = await host(greets())
  const connection = session(rhino.port)
  const call = connection.callRaw('x', {})
  const { socket } = await rhino.request('x')
  const states: SessionState[] = []
  connection.onState((state) => states.push(state))
  const ended = once(socket, 'close')
  await connection.close()
  await connection.close()
  await fault(call)
  await ended
  expect(states).toEqual(['closed'])
  expect(await fault(connection.call('undo.list', {}))).toMatchObject({ code: 'RHINO_BUSY' })
  expect(rhino.count('hello')).toBe(1)
})
