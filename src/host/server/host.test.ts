import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningHost, startHost } from '../../../test/real/host.ts'
import { slowCut } from '../../../test/real/slow.ts'
import { WireClient } from '../../../test/real/wire.ts'
import { listListeners } from '../../home/listeners.ts'
import { MAX_PAYLOAD_BYTES } from '../../wire/frame.ts'
import type { Answer } from '../../wire/message.ts'

let host: RunningHost
const clients: WireClient[] = []
const connect = async (): Promise<WireClient> => {
  const client = await WireClient.connect(host.port)
  clients.push(client)
  return client
}
const greeted = async (): Promise<WireClient> => {
  const client = await connect()
  await client.call('hello', { secret: host.secret })
  return client
}
beforeAll(async () => {
  host = await startHost()
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(() => host.stop())

const code = ({ error }: Answer) => error?.data?.code

describe('who may ask', () => {
  it('answers ping to everybody and nothing else before hello', async () => {
    const client = await connect()
    expect(await client.call('ping')).toEqual({ alive: true })
    for (const method of ['context.get', 'list_methods', 'shutdown', 'job.status', 'no.such_method']) {
      expect(code(await client.request(method))).toBe('UNAUTHORIZED')
    }
    expect(await client.call('hello', { secret: host.secret, client: 'test', protocol: 1 })).toMatchObject({
      host: 'embedded',
      rhino: null,
      pid: host.pid,
    })
    expect(await client.call('hello', { secret: host.secret })).toMatchObject({ host: 'embedded' })
    expect((await client.call('list_methods')).methods).toContain('geometry.create_box')
    expect(code(await client.request('no.such_method'))).toBe('NOT_FOUND')
  })

  it('closes after the third wrong secret, and a wrong one takes the welcome away', async () => {
    const client = await greeted()
    expect(code(await client.request('hello', { secret: 'wrong' }))).toBe('UNAUTHORIZED')
    expect(code(await client.request('list_methods'))).toBe('UNAUTHORIZED')
    expect(code(await client.request('hello', { secret: '' }))).toBe('UNAUTHORIZED')
    expect(code(await client.request('hello', { secret: `${host.secret}x` }))).toBe('UNAUTHORIZED')
    await once(client.socket, 'close')
  })
})

describe('frames', () => {
  const framed = (payload: Buffer) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(payload.length)
    return Buffer.concat([header, payload])
  }

  it.each([
    ['bad JSON', Buffer.from('{"id": 1,'), 'PARSE_ERROR', -32700],
    ['nothing', Buffer.alloc(0), 'PARSE_ERROR', -32700],
    ['a byte order mark', Buffer.from('\ufeff{"id":"a","method":"ping"}'), 'PARSE_ERROR', -32700],
    ['bad UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'PARSE_ERROR', -32700],
    ['an array', Buffer.from('[]'), 'INVALID_REQUEST', -32600],
    ['a number', Buffer.from('17'), 'INVALID_REQUEST', -32600],
    ['null', Buffer.from('null'), 'INVALID_REQUEST', -32600],
    ['an id that is an object', Buffer.from('{"id":{},"method":"ping"}'), 'INVALID_REQUEST', -32600],
  ])('%s costs one answer, not the connection', async (_what, payload, expected, number) => {
    const client = await connect()
    client.socket.write(framed(payload))
    const answer = await client.answer(null)
    expect(answer).toMatchObject({ id: null, result: null, error: { code: number, data: { code: expected } } })
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
})

describe('a turn over the wire', () => {
  it('makes a box, says what changed, takes it back and brings it again', async () => {
    const client = await greeted()
    await client.call('undo.begin_turn', { turn_id: 't1', label: 'AI 1: a box' })
    const { guid } = await client.call('geometry.create_box', { width: 4, depth: 2, height: 1 })
    const ended = await client.call('undo.end_turn', { turn_id: 't1' })
    expect(ended).toMatchObject({ changed: true, changes: { counts: { added: 1, removed: 0, modified: 0 } } })
    expect(ended.changes.added[0].size.map(Math.round)).toEqual([4, 2, 1])
    expect(ended.changes.volume_after).toBeCloseTo(8, 9)
    const undone = await client.call('undo.revert_turn', {})
    expect(undone).toMatchObject({ reverted: ['t1'], changes: { counts: { removed: 1 } } })
    expect((await client.call('context.get')).document.object_count).toBe(0)
    expect(await client.call('undo.redo_turn')).toMatchObject({ redone: ['t1'] })
    expect((await client.call('context.get')).objects).toMatchObject([{ guid, kind: 'brep' }])
    await client.call('undo.revert_turn', {})
  })

  it('an edit of another client stands in the way', async () => {
    const [agent, user] = [await greeted(), await greeted()]
    await agent.call('undo.begin_turn', { turn_id: 't2', label: 'AI 2' })
    await agent.call('geometry.create_point', {})
    await user.call('geometry.create_point', { x: 5 })
    const blocked = await agent.request('undo.revert_turn', { turn_id: 't2' })
    expect(blocked.error?.data).toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { foreign: ['geometry.create_point'] },
    })
    await agent.call('undo.revert_turn', { turn_id: 't2', include_foreign: true })
    expect((await agent.call('context.get')).document.object_count).toBe(0)
  })
})

describe('while the kernel works', () => {
  it('answers ping and the job methods, abandons what waits when told, and the work goes on', async () => {
    const [worker, other] = [await greeted(), await greeted()]
    const { params } = await slowCut(worker, 5)
    const order: string[] = []
    const cut = worker.request('operations.boolean_difference', params, 'the-cut').then((answer) => {
      order.push('cut')
      return answer
    })
    // Its answer comes after the cut was taken up: the frames of one connection are read in order.
    await worker.call('ping')
    order.push('ping')
    expect(await other.call('job.status', { job_id: 'the-cut' })).toMatchObject({ state: 'running' })
    const waiting = other.request('geometry.create_point', {}, 'the-point')
    expect(await other.call('rhino.cancel', {})).toEqual({ cancelled: ['the-point'], running: 'the-cut' })
    expect((await waiting).error?.data).toMatchObject({ code: 'RHINO_BUSY', details: { job_id: 'the-point' } })
    expect(await other.call('job.status', { job_id: 'the-point' })).toMatchObject({ state: 'abandoned' })
    expect((await cut).result).toMatchObject({ count: 1 })
    expect(order).toEqual(['ping', 'cut'])
    expect(await other.call('job.status', { job_id: 'the-cut' })).toMatchObject({ state: 'done', result: { count: 1 } })
    expect(code(await other.request('job.status', { job_id: 'nobody' }))).toBe('OBJECT_NOT_FOUND')
  })

  it('does not run what a lost connection left waiting', async () => {
    const [worker, leaver] = [await greeted(), await greeted()]
    const { params } = await slowCut(worker, 4)
    const cut = worker.request('operations.boolean_difference', params)
    await worker.call('ping')
    leaver.send({ id: 'never', method: 'geometry.create_text', params: { text: 'should not be there' } })
    await leaver.call('ping')
    leaver.close()
    await once(leaver.socket, 'close')
    await cut
    const { objects } = await worker.call('scene.list_objects', { object_type: 'annotation', limit: 0 })
    expect(objects).toEqual([])
  })
})

describe('the process', () => {
  it('says where it listens', () => {
    expect(listListeners(host.home)).toMatchObject([{ pid: host.pid, port: host.port, kind: 'embedded' }])
    expect(host.complaints()).toBe('')
  })
})
