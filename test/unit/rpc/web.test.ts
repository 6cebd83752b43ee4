import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openConversationStore } from '../../../src/conversation/store.ts'
import type { CoreApi } from '../../../src/rpc/api.ts'
import { servePort } from '../../../src/rpc/port.ts'
import { createRouter } from '../../../src/rpc/router.ts'
import { serveWeb, type Web } from '../../../src/rpc/web.ts'
import { TroubleError } from '../../../src/shared/agent.ts'
import type { StoredEvent } from '../../../src/shared/event.ts'
import type { contract } from '../../../src/shared/rpc.ts'
import { settings } from '../../../src/shared/settings.ts'

type Api = ContractRouterClient<typeof contract>

const NO_LIMITS = { maxBytes: null, maxDays: null }
const TOKEN = 'panel-token'
const PRESENCE = 'presence-token'

/** A core with a real store; what needs a host says so. */
function coreWith(store: ReturnType<typeof openConversationStore>): CoreApi {
  const trouble = new TroubleError({ title: 'No host', cause: 'None in this test.', next: 'Start one.' })
  const no = async () => {
    throw trouble
  }
  return {
    store,
    outside: { list: no, connect: no },
    traffic: { after: () => null, onCall: () => () => undefined },
    status: {
      get: () => ({
        version: '0',
        host: { state: 'ready', kind: 'embedded', label: 'Built-in modeller', processId: 1, trouble: null },
        document: null,
        agents: ['practice', 'a'].map(
          (id) => ({ id, title: id, practice: id === 'practice', state: 'ready' }) as never,
        ),
        mcpUrl: '',
        storeTrouble: null,
        documentTrouble: null,
        undoableTurn: null,
        redoableTurn: null,
      }),
      onChange: () => () => undefined,
    },
    turns: {
      send: (conversation, prompt, agent) => {
        store.append(conversation, { type: 'turn.begin', turn: 't', number: 1, prompt, agent: agent ?? 'a' })
        return 't'
      },
      stop: () => false,
      answerPermission: () => undefined,
      answerQuestion: no,
      forget: async () => undefined,
      preview: no,
      revert: no,
      redo: no,
      regenerate: no,
    },
    exportConversation: no,
    keeping: {
      report: () => ({ ...store.weigh(), deletedBytes: 0, copyBytes: 0, retention: NO_LIMITS, lastCleaning: null }),
      expiring: () => [],
      shown: () => () => undefined,
    },
    followUps: {
      state: (conversation) => ({ items: store.queue.list(conversation), paused: null }),
      onChange: (listener) => store.queue.onChange(listener),
      add: store.queue.add.bind(store.queue),
      sendNow: () => undefined,
      pause: () => undefined,
    },
    copies: { list: () => [], open: no, remove: () => undefined },
    openDocument: () => null,
    agents: { defaultAgent: () => 'practice', prepare: () => undefined, refresh: async () => undefined },
    settings: {
      view: async () => ({ settings: settings.parse({}), problems: [], secretsSet: {}, secretStore: 'file', file: '' }),
      onChange: () => () => undefined,
      change: () => undefined,
      setSecret: no,
    },
    view: { onChange: () => () => undefined, difference: async () => null, select: no },
    document: { create: no, open: no, download: no },
    host: { restart: no, list: no, choose: no },
  }
}

let web: Web
let core: CoreApi
let counts: number[]

beforeEach(async () => {
  const root = mkdtempSync(join(tmpdir(), 'tickbird-web-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Tickbird</title>')
  core = coreWith(openConversationStore(mkdtempSync(join(tmpdir(), 'tickbird-store-'))))
  counts = []
  web = await serveWeb({
    router: createRouter(core),
    root,
    token: TOKEN,
    presenceToken: PRESENCE,
    onClients: (count) => counts.push(count),
    mcp: (_request, response) => response.writeHead(204).end(),
  })
})
afterEach(async () => {
  await web.close()
  core.store.close()
})

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: web.port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

function socket(options: { protocols?: string[]; origin?: string; host?: string; path?: string } = {}): WebSocket {
  const { protocols = ['tickbird', TOKEN], origin = web.origin, path = '/rpc' } = options
  const headers = options.host ? { host: options.host } : {}
  return new WebSocket(`ws://127.0.0.1:${web.port}${path}`, protocols, { origin, headers })
}

const opened = (client: WebSocket) =>
  new Promise<'open' | number>((resolve) => {
    client.on('open', () => resolve('open'))
    client.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    client.on('error', () => undefined)
  })

async function api(): Promise<{ api: Api; close(): void }> {
  const client = socket()
  await opened(client)
  return { api: createORPCClient(new SocketLink({ websocket: client as never })), close: () => client.close() }
}

describe('the web server', () => {
  it('serves the panel under a policy that runs nothing else', async () => {
    const page = await get('/')
    expect(page.status).toBe(200)
    expect(page.body).toContain('<title>Tickbird</title>')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['/nothing.js', {}, 'GET', 404],
    ['/../../etc/passwd', {}, 'GET', 404],
    ['/..%2f..%2fetc%2fpasswd', {}, 'GET', 404],
    ['/%00', {}, 'GET', 404],
    ['/%E0%A4%A', {}, 'GET', 404],
    ['/', { host: 'evil.example' }, 'GET', 421],
    ['/', { host: 'localhost' }, 'GET', 421],
    ['/', {}, 'POST', 405],
    ['/presence', {}, 'GET', 401],
    ['/presence', { authorization: 'Bearer wrong' }, 'GET', 401],
  ])('%s with %j by %s is %i', async (path, headers, method, status) => {
    expect((await get(path, headers as Record<string, string>, method)).status).toBe(status)
  })

  it('hands /mcp over whatever the method', async () => {
    expect((await get('/mcp?tools=full', {}, 'POST')).status).toBe(204)
  })

  it('survives a request that is no HTTP', async () => {
    const raw = connect(web.port, '127.0.0.1')
    raw.resume()
    raw.end('\x00\x01 nonsense\r\n\r\n')
    await new Promise((resolve) => raw.on('close', resolve))
    expect((await get('/')).status).toBe(200)
  })

  it.each([
    ['our own page with the token', {}, 'open'],
    ['a wrong token', { protocols: ['tickbird', 'wrong'] }, 401],
    ['no token', { protocols: ['tickbird'] }, 401],
    ['no protocol', { protocols: [] }, 401],
    ['a foreign origin', { origin: 'https://evil.example' }, 401],
    ['the origin null', { origin: 'null' }, 401],
    ['a rebound host', { host: 'evil.example' }, 401],
    ['another path', { path: '/other' }, 401],
  ])('knows what to do with a socket of %s', async (_who, options, outcome) => {
    const client = socket(options)
    expect(await opened(client)).toBe(outcome)
    client.terminate()
  })

  it('survives sockets that break off while they are turned away', async () => {
    for (let time = 0; time < 40; time++) {
      const raw = connect(web.port, '127.0.0.1')
      raw.on('error', () => undefined)
      await new Promise((resolve) => raw.on('connect', resolve))
      const gone = new Promise((resolve) => raw.on('close', resolve))
      raw.write(`GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${web.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      raw.resetAndDestroy()
      await gone
    }
    expect((await get('/')).status).toBe(200)
  })

  it('survives frames that are none', async () => {
    const client = socket()
    await opened(client)
    const closed = new Promise((resolve) => client.on('close', resolve))
    const raw = (client as unknown as { _socket: import('node:net').Socket })._socket
    raw.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]))
    await closed
    expect((await get('/')).status).toBe(200)
  })

  it('counts panels and bridges as they come and go', async () => {
    const client = socket()
    await opened(client)
    const held = request({
      host: '127.0.0.1',
      port: web.port,
      path: '/presence',
      headers: { authorization: `Bearer ${PRESENCE}` },
    })
    held.on('error', () => undefined)
    held.end()
    await expect.poll(() => counts).toEqual([1, 2])
    held.destroy()
    await expect.poll(() => counts).toEqual([1, 2, 1])
    client.close()
    await expect.poll(() => counts).toEqual([1, 2, 1, 0])
  })
})

describe('the contract', () => {
  it('goes over a socket and over a port alike', async () => {
    const over = await api()
    const made = await over.api.conversations.create({})
    expect(made).toMatchObject({ agent: 'practice', turns: 0, running: false })
    over.close()
    const { port1, port2 } = new MessageChannel()
    servePort(createRouter(core), port1 as never)
    port1.start()
    const overPort: Api = createORPCClient(new PortLink({ port: port2 as never }))
    port2.start()
    expect(await overPort.conversations.list()).toEqual([made])
    port1.close()
  })

  it('tells a trouble with its cause and next step, and hides nothing else', async () => {
    const over = await api()
    await expect(over.api.turn.redo()).rejects.toMatchObject({
      code: 'TROUBLE',
      data: { title: 'No host', cause: 'None in this test.', next: 'Start one.' },
    })
    await expect(over.api.conversations.events({ conversation: 'nope', after: 0 })).rejects.toMatchObject({
      code: 'TROUBLE',
    })
    // No conversation is left behind that nobody could ever answer in.
    const before = await over.api.conversations.list()
    const nobody = { code: 'TROUBLE', data: { title: 'This agent is not known', next: 'Choose one of practice, a.' } }
    await expect(over.api.conversations.create({ agent: 'nobody' })).rejects.toMatchObject(nobody)
    const { id } = await over.api.conversations.create({ agent: 'a' })
    const send = over.api.turn.send({ conversation: id, prompt: 'A box', agent: '__proto__' })
    await expect(send).rejects.toMatchObject({ ...nobody, data: { ...nobody.data, cause: expect.anything() } })
    expect(await over.api.conversations.list()).toHaveLength(before.length + 1)
    await expect(over.api.picture.get({ picture: 'nope' })).rejects.toMatchObject({ code: 'TROUBLE' })
    over.close()
  })

  it('refuses what does not fit', async () => {
    const over = await api()
    const { id } = await over.api.conversations.create({})
    const wrong = [
      over.api.turn.send({ conversation: id, prompt: '   ' }),
      over.api.turn.send({ conversation: id, prompt: 'x'.repeat(100_001) }),
      over.api.turn.send({ conversation: 1, prompt: 'x' } as never),
      over.api.conversations.rename({ conversation: id, title: '' }),
      over.api.conversations.events({ conversation: id, after: -1 }),
      over.api.view.select({ guids: 'all' } as never),
    ]
    for (const attempt of wrong) await expect(attempt).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    over.close()
  })

  it('streams events from where the panel left off, and what comes while it listens', async () => {
    const over = await api()
    const { id } = await over.api.conversations.create({})
    for (let n = 0; n < 1203; n++) core.store.append(id, { type: 'text', turn: 't', text: String(n) })
    const seen: StoredEvent[] = []
    const stream = await over.api.conversations.events({ conversation: id, after: 3 })
    for await (const batch of stream) {
      expect(batch.length).toBeLessThanOrEqual(500)
      seen.push(...batch)
      if (seen.length === 1200) core.store.append(id, { type: 'text', turn: 't', text: 'live' })
      if (seen.at(-1)?.seq === 1204) break
    }
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 1201 }, (_, n) => n + 4))
    over.close()
  })
})
