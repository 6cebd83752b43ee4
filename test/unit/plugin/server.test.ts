import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listListeners } from '../../../src/home/listeners.ts'
import { MAX_PAYLOAD_BYTES } from '../../../src/wire/frame.ts'
import type { Answer } from '../../../src/wire/message.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import { WireClient } from '../../real/wire.ts'

let rhino: RunningPlugin
const clients: WireClient[] = []
const connect = async (): Promise<WireClient> => {
  const client = await WireClient.connect(rhino.port)
  clients.push(client)
  return client
}
const greeted = async (): Promise<WireClient> => {
  const client = await connect()
  await client.call('hello', { secret: rhino.secret })
  return client
}
const code = ({ error }: Answer) => error?.data?.code

describe.skipIf(PYTHON === null)('the Rhino plugin serves its clients', () => {
  beforeAll(async () => {
    rhino = await RunningPlugin.start()
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })
  afterAll(async () => {
    expect((await rhino.look()).faults).toEqual([])
    expect(await rhino.stop()).toBe(0)
    expect(rhino.complaints()).toBe('')
  })

  it('answers ping to everybody and nothing else before hello', async () => {
    const client = await connect()
    expect(await client.call('ping')).toEqual({ alive: true })
    for (const method of ['context.get', 'list_methods', 'shutdown', 'job.status', 'no.such_method']) {
      expect(code(await client.request(method))).toBe('UNAUTHORIZED')
    }
    expect(await client.call('hello', { secret: rhino.secret, client: 'test', protocol: 1 })).toMatchObject({
      host: 'rhino',
      rhino: expect.stringMatching(/^8\./),
      pid: rhino.pid,
    })
    expect(await client.call('hello', { secret: rhino.secret })).toMatchObject({ host: 'rhino' })
    expect((await client.call('list_methods')).methods).toContain('geometry.create_box')
    const unknown = await client.request('geometry.create_bax')
    expect(unknown.error).toMatchObject({
      code: -32601,
      data: { code: 'NOT_FOUND', details: { next: 'Did you mean geometry.create_box?' } },
    })
  })

  it('closes after the third wrong secret, and a wrong one takes the welcome away', async () => {
    const client = await greeted()
    expect(code(await client.request('hello', { secret: 'wrong' }))).toBe('UNAUTHORIZED')
    expect(code(await client.request('list_methods'))).toBe('UNAUTHORIZED')
    expect(code(await client.request('hello', { secret: '' }))).toBe('UNAUTHORIZED')
    expect(code(await client.request('hello', { secret: `${rhino.secret}ü` }))).toBe('UNAUTHORIZED')
    await once(client.socket, 'close')
  })

  const framed = (payload: Buffer) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(payload.length)
    return Buffer.concat([header, payload])
  }

  it.each([
    ['bad JSON', Buffer.from('{"id": 1,'), 'PARSE_ERROR', -32700],
    ['nothing', Buffer.alloc(0), 'PARSE_ERROR', -32700],
    ['bare NaN', Buffer.from('{"a": NaN}'), 'PARSE_ERROR', -32700],
    ['a byte order mark', Buffer.from('\ufeff{"id":"a","method":"ping"}'), 'PARSE_ERROR', -32700],
    ['bad UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'PARSE_ERROR', -32700],
    ['endless nesting', Buffer.from('['.repeat(200_000)), 'PARSE_ERROR', -32700],
    [
      'a number longer than Python reads',
      Buffer.from(`{"id":"a","method":"ping","x":${'9'.repeat(10_000)}}`),
      undefined,
      0,
    ],
    ['an array', Buffer.from('[]'), 'INVALID_REQUEST', -32600],
    ['a number', Buffer.from('17'), 'INVALID_REQUEST', -32600],
    ['null', Buffer.from('null'), 'INVALID_REQUEST', -32600],
    ['an id that is an object', Buffer.from('{"id":{},"method":"ping"}'), 'INVALID_REQUEST', -32600],
    ['an id that is true', Buffer.from('{"id":true,"method":"ping"}'), 'INVALID_REQUEST', -32600],
  ])('%s costs one answer, not the connection', async (_what, payload, expected, number) => {
    const client = await connect()
    client.socket.write(framed(payload))
    if (expected !== undefined) {
      const answer = await client.answer(null)
      expect(answer).toMatchObject({ id: null, result: null, error: { code: number, data: { code: expected } } })
    }
    expect(await client.call('ping')).toEqual({ alive: true })
  })

  it('keeps the id of a request without a method, and numbers as numbers', async () => {
    const client = await connect()
    client.send({ id: 'x', method: 7 })
    expect(code(await client.answer('x'))).toBe('INVALID_REQUEST')
    client.send({ id: 12, method: 'ping', params: 'nonsense' })
    expect(await client.answer(12)).toEqual({ id: 12, result: { alive: true }, error: null })
  })

  it('answers a length over the limit, then closes', async () => {
    const client = await connect()
    const header = Buffer.alloc(4)
    header.writeUInt32BE(MAX_PAYLOAD_BYTES + 1)
    client.socket.write(header)
    expect(code(await client.answer(null))).toBe('TOO_LARGE')
    await once(client.socket, 'close')
  })

  it('takes a stream cut anywhere, and many requests at once', async () => {
    const client = await connect()
    const ids = Array.from({ length: 50 }, () => client.nextId())
    const stream = Buffer.concat(ids.map((id) => framed(Buffer.from(JSON.stringify({ id, method: 'ping' })))))
    for (let at = 0; at < stream.length; at += 7) client.socket.write(stream.subarray(at, at + 7))
    const answers = await Promise.all(ids.map((id) => client.answer(id)))
    expect(answers.every(({ result }) => (result as { alive: boolean }).alive)).toBe(true)
  })

  it('takes a message of many megabytes, and half a surrogate pair', async () => {
    const client = await greeted()
    const ids = Array.from({ length: 100_001 }, () => '5f0c6a53-8f39-4bd1-9a55-0c0f3f1f2a11')
    const refused = await client.request('manipulation.delete', { ids, padding: 'x'.repeat(10_000_000) })
    expect(refused.error?.data).toMatchObject({ code: 'INVALID_PARAMS', details: { parameter: 'ids' } })
    client.socket.write(framed(Buffer.from('{"id":"half \\ud800","method":"ping"}')))
    expect(await client.answer('half \ufffd')).toMatchObject({ result: { alive: true } })
  })

  it('names the parameter that is wrong, and what was probably meant', async () => {
    const client = await greeted()
    const wrong = await client.request('manipulation.delete', { ids: [] })
    expect(wrong.error).toMatchObject({
      message: 'manipulation.delete: ids must be a list of object ids, at least 1, not [].',
      data: { code: 'INVALID_PARAMS', details: { parameter: 'ids', expected: 'a list of object ids, at least 1' } },
    })
    const misspelt = await client.request('undo.begin_turn', { trun_id: 'x', label: 'y' })
    expect(misspelt.error?.data?.details).toMatchObject({ next: 'Did you mean turn_id where you sent trun_id?' })
  })

  it('says which document it worked in, and which are open where the asked one is not', async () => {
    const client = await greeted()
    const { documents, doc } = await client.call('rhino.list_documents')
    expect(documents).toMatchObject([{ serial: doc, active: true, name: 'Untitled', units: 'millimeters' }])
    for (const asked of [99, 'nonsense', [1], true]) {
      const { error } = await client.request('context.get', { doc: asked })
      expect(error?.data).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', details: { open: [doc] } })
    }
    expect((await client.call('context.get', { doc: String(doc) })).doc).toBe(doc)
  })

  it('two clients work side by side', async () => {
    const [one, other] = [await greeted(), await greeted()]
    const answers = await Promise.all(
      [one, other, one, other].map((client, x) => client.call('geometry.create_point', { x })),
    )
    expect(new Set(answers.map(({ guid }) => guid)).size).toBe(4)
    const { deleted_count } = await one.call('manipulation.delete', {
      ids: answers.map(({ guid }) => `{${guid.toUpperCase()}}`),
    })
    expect(deleted_count).toBe(4)
  })

  it('says where it listens, and nothing once it has ended', async () => {
    const own = await RunningPlugin.start()
    expect(listListeners(own.home)).toMatchObject([{ pid: own.pid, port: own.port, kind: 'rhino' }])
    const client = await own.greeted()
    expect(await client.call('shutdown')).toMatchObject({ shutdown: expect.any(String) })
    await once(client.socket, 'close')
    expect(existsSync(join(own.home, 'listeners', `${own.pid}.json`))).toBe(false)
    expect((await own.look()).handlers).toBe(0)
    await expect(WireClient.connect(own.port)).rejects.toThrow('ECONNREFUSED')
    await own.stop()
  })

  it('a port that was named and is taken is an error, said in one sentence', async () => {
    const args = ['--port', String(rhino.port)]
    await expect(RunningPlugin.start({ args })).rejects.toThrow(`Port ${rhino.port} is taken.`)
  })
})
