import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../../../src/mcp/guard.ts'
import { serveFake, until } from './fake-caller.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

const list = rpc('tools/list')

describe('who may call', () => {
  test.each([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a foreign Host that looks like ours', { host: '127.0.0.1.evil.example' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['a page of another program on this machine', { origin: 'http://127.0.0.1:3000' }, 403],
    ['the Origin null', { origin: 'null' }, 403],
    ['an Origin that is no URL', { origin: 'tickbird' }, 403],
    ['no token', { authorization: undefined }, 401],
    ['a wrong token', { authorization: 'Bearer outside-token-for-tes' }, 401],
    ['a token in another scheme', { authorization: 'Basic outside-token-for-tests' }, 401],
  ])('%s is turned away with a sentence', async (_what, headers, status) => {
    const reply = await post(fake.port, { headers, body: list })
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.text).error.message).toMatch(/^[A-Z].*\.$/)
    expect(reply.text).not.toContain('outside-token')
  })

  test('a removed token opens nothing any more', async () => {
    fake.tokens.add('short-lived', { kind: 'conversation', conversation: 'c2' })
    const headers = { authorization: 'Bearer short-lived' }
    expect((await post(fake.port, { headers, body: list })).status).toBe(200)
    fake.tokens.remove('short-lived')
    expect((await post(fake.port, { headers, body: list })).status).toBe(401)
  })

  test.each(['localhost', '127.0.0.1', '[::1]'])('our own address may be written %s', async (name) => {
    const headers = { host: `${name}:${fake.port}`, origin: `http://${name}:${fake.port}` }
    expect((await post(fake.port, { headers, body: list })).status).toBe(200)
  })
})

describe('bad input', () => {
  test('a body over the limit is 413, told before or found while reading', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, 0x20)
    const told = await post(fake.port, { headers: { 'content-length': String(body.length) }, body })
    expect(told.status).toBe(413)
    expect(JSON.parse(told.text).error.message).toContain('4 MiB')
    const chunked = await post(fake.port, { headers: { 'transfer-encoding': 'chunked' }, body })
    expect(chunked.status).toBe(413)
    expect((await post(fake.port, { body: list })).status).toBe(200)
  })

  test('a body at the limit is read', async () => {
    const text = callTool('create_box', { width: 1, depth: 1, height: 1, name: 'x' })
    const reply = await post(fake.port, { body: text + ' '.repeat(MAX_BODY_BYTES - Buffer.byteLength(text)) })
    expect(messageIn(reply).result.structuredContent.type).toBe('brep')
  })

  test.each(['', '{', '[1,', 'null', '42', '"x"', '[]', '{"jsonrpc":"1.0"}', '\ufeff{}'])(
    'the body %j is an error',
    async (body) => {
      const reply = await post(fake.port, { body })
      expect(reply.status).toBe(400)
      expect(JSON.parse(reply.text).error.message).toMatch(/\w/)
    },
  )

  test('GET and DELETE are 405, another content type 415, an unknown set 400', async () => {
    expect(await post(fake.port, { method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect((await post(fake.port, { method: 'DELETE' })).status).toBe(405)
    expect((await post(fake.port, { headers: { 'content-type': 'text/plain' }, body: list })).status).toBe(415)
    const wrong = await post(fake.port, { path: '/mcp?tools=most', body: list })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('essentials')
  })

  test('an unknown tool is a protocol error that does not echo its name at length', async () => {
    const reply = messageIn(await post(fake.port, { body: callTool(`evil\n${'x'.repeat(10_000)}`) }))
    expect(reply.error.code).toBe(-32602)
    expect(reply.error.message).toContain('evil?xxx')
    expect(reply.error.message.length).toBeLessThan(250)
  })

  test('an unknown method is -32601, in the newer protocol with 404', async () => {
    const old = await post(fake.port, { body: rpc('tools/steal') })
    expect([old.status, messageIn(old).error.code]).toEqual([200, -32601])
    const claim = 'io.modelcontextprotocol'
    const info = { [`${claim}/protocolVersion`]: '2026-07-28', [`${claim}/clientCapabilities`]: {} }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/steal' }
    const recent = await post(fake.port, { headers, body: rpc('tools/steal', { _meta: info }) })
    expect([recent.status, messageIn(recent).error.code]).toEqual([404, -32601])
  })
})

describe('calls', () => {
  test('a batch of the 2025-03-26 protocol is answered', async () => {
    const body = `[${callTool('create_box', { width: 1, depth: 1, height: 1 }, 'a')},${rpc('ping', {}, 'b')}]`
    const reply = await post(fake.port, { headers: { 'mcp-protocol-version': '2025-03-26' }, body })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('"id":"a"')
    expect(reply.text).toContain('"id":"b"')
  })

  test('a client that vanishes aborts its call', async () => {
    let aborted = false
    fake.caller.answers.create_box = (_tool, _input, { signal }) =>
      new Promise((_answer, fail) =>
        signal.addEventListener('abort', () => {
          aborted = true
          fail(new Error('aborted'))
        }),
      )
    const client = new AbortController()
    const gone = post(fake.port, {
      body: callTool('create_box', { width: 1, depth: 1, height: 1 }),
      signal: client.signal,
    })
    gone.catch(() => undefined)
    await until(() => fake.caller.calls.length === 1)
    client.abort()
    await until(() => aborted)
    await expect(gone).rejects.toThrow()
    expect(fake.errors).toEqual([])
  })

  test('notifications/cancelled aborts the call of the same client, not another’s', async () => {
    const aborted: string[] = []
    fake.caller.answers.create_box = (_tool, input, { signal }) =>
      new Promise((_answer, fail) =>
        signal.addEventListener('abort', () => {
          aborted.push(String(input.name))
          fail(new Error('aborted'))
        }),
      )
    const as = async (name: string) => {
      const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } }
      const { headers } = await post(fake.port, { body: rpc('initialize', hello) })
      return { 'mcp-session-id': String(headers['mcp-session-id']) }
    }
    const [ann, bob] = [await as('ann'), await as('bob')]
    const box = (name: string) => callTool('create_box', { width: 1, depth: 1, height: 1, name }, 7)
    const calls = [
      post(fake.port, { headers: ann, body: box('ann') }),
      post(fake.port, { headers: bob, body: box('bob') }),
    ]
    await until(() => fake.caller.calls.length === 2)
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } })
    expect((await post(fake.port, { headers: bob, body: cancel })).status).toBe(202)
    expect(await calls[1]).toMatchObject({ status: 200, text: '' })
    expect(aborted).toEqual(['bob'])
    await post(fake.port, { headers: ann, body: cancel })
    await calls[0]
    expect(aborted).toEqual(['bob', 'ann'])
  })

  test('progress reaches a client that asked for it, rising only', async () => {
    fake.caller.answers.create_box = (_tool, _input, { onProgress }) => {
      for (const done of [1, 3, 2, 4]) onProgress?.({ done, total: 4, text: `step ${done}` })
      return { output: { guid: 'g', type: 'brep', bounding_box: null }, sentence: 'Box' }
    }
    const params = { name: 'create_box', arguments: { width: 1, depth: 1, height: 1 }, _meta: { progressToken: 'p' } }
    const reply = await post(fake.port, { body: rpc('tools/call', params) })
    const events = reply.text.split('\n').filter((line) => line.startsWith('data: '))
    const seen = events.map((line) => JSON.parse(line.slice(6)).params?.progress).filter(Boolean)
    expect(seen).toEqual([1, 3, 4])
    expect(messageIn(reply).result.content[0]?.text).toBe('Box')
  })

  test('what a proper client would never send gets an answer, never silence', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const params = { name: 'create_box', arguments: {} }
    const odd = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: 5 } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: { progressToken: {} } } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: meta } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', id: 1.5, method: 'tools/call', params },
      { jsonrpc: '2.0', id: null, method: 'tools/call', params },
      { jsonrpc: '2.0', id: {}, method: 'tools/call', params },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params, extra: true },
      { jsonrpc: '2.0', id: 1, method: 5 },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]
    for (const message of odd) {
      const body = JSON.stringify(message)
      const reply = await post(fake.port, { body })
      expect([200, 202, 400], body).toContain(reply.status)
      if (reply.status !== 202) expect(messageIn(reply), body).toMatchObject({ jsonrpc: '2.0' })
    }
  })

  test('fifty clients at once each get their own answer', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        post(fake.port, { body: callTool('create_box', { width: i + 1, depth: 1, height: 1 }, i) }),
      ),
    )
    replies.map(messageIn).forEach((message, i) => {
      expect(message).toMatchObject({ id: i, result: { structuredContent: { bounding_box: { max: [i + 1, 1, 1] } } } })
    })
  })
})
