import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OUTSIDE_TOKEN, serveFake } from './fake-caller.ts'
import { messageIn, plainHeaders, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
let changed = () => {}
beforeEach(async () => {
  fake = await serveFake({
    changes: {
      onChange(listener) {
        changed = listener
        return () => undefined
      },
    },
  })
})
afterEach(() => fake.close())

test('a client of 2025 hears of the resources it named, and of no others', async () => {
  const client = new OldClient({ name: 'old', version: '1' })
  const heard: string[] = []
  let next = () => {}
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    heard.push(params.uri)
    next()
  })
  const requestInit = { headers: { authorization: `Bearer ${OUTSIDE_TOKEN}` } }
  await client.connect(new OldTransport(new URL(fake.url), { requestInit }) as never)
  expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true })
  await client.subscribeResource({ uri: 'rhino://layers' })
  await client.subscribeResource({ uri: 'rhino://selection' })
  await client.unsubscribeResource({ uri: 'rhino://selection' })
  await expect(client.subscribeResource({ uri: 'rhino://nothing' })).rejects.toThrow('no such resource')
  for (let round = 1; round <= 2; round++) {
    const told = new Promise<void>((resolve) => {
      next = resolve
    })
    // Two changes at once are told once.
    changed()
    changed()
    await told
  }
  expect(heard).toEqual(['rhino://layers', 'rhino://layers'])
  await client.close()
})

test('a client of 2026 hears by its stream', async () => {
  const gone = new AbortController()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const stream = await fetch(fake.url, {
    method: 'POST',
    headers: { ...plainHeaders, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    body: rpc('subscriptions/listen', { notifications: { resourceSubscriptions: ['rhino://object/7'] }, _meta }),
    signal: gone.signal,
  })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('notifications/subscriptions/acknowledged')
  changed()
  const { value } = await reader.read()
  expect(value).toContain('notifications/resources/updated')
  expect(value).toContain('rhino://object/7')
  gone.abort()
})

test('a stream is only for clients that have introduced themselves', async () => {
  const accept = 'text/event-stream'
  expect((await post(fake.port, { method: 'GET', headers: { accept } })).status).toBe(405)
  const nobody = { accept, 'mcp-session-id': 'a.b', authorization: 'Bearer wrong' }
  expect((await post(fake.port, { method: 'GET', headers: nobody })).status).toBe(401)
})

test('completion knows views and layers, the ones that start with it first', async () => {
  fake.caller.answers.list_layers = () => ({
    output: { layers: ['Roof::Arch', 'Default', 'Arch::Walls'].map((full_path) => ({ full_path })) },
    sentence: '',
  })
  const ask = async (uri: string, name: string, value: string) => {
    const params = { ref: { type: 'ref/resource', uri }, argument: { name, value } }
    const { result } = messageIn(await post(fake.port, { body: rpc('completion/complete', params) }))
    return (result as unknown as { completion: { values: string[] } }).completion
  }
  expect(await ask('rhino://layer/{path}/objects', 'path', 'ARCH')).toEqual({
    values: ['Arch::Walls', 'Roof::Arch'],
    total: 2,
    hasMore: false,
  })
  // The host here has no named views: that is no failure.
  expect((await ask('rhino://view/{name}', 'name', 'to')).values).toEqual(['Top', 'Bottom'])
  expect((await ask('rhino://nothing/{x}', 'x', '')).values).toEqual([])
})
