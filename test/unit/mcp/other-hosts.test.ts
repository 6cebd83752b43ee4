import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { inputRequired, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../src/entries.ts'
import { OtherHosts } from '../../../src/mcp/other-hosts/hosts.ts'
import { readSocketName, socketFolder } from '../../../src/mcp/other-hosts/sources.ts'
import { readSettings } from '../../../src/settings/read.ts'
import { OUTSIDE_TOKEN, serveFake } from './fake-caller.ts'
import { callTool, messageIn, post } from './post.ts'

let folder = ''
let sockets = ''
let others: OtherHosts
let fake: Awaited<ReturnType<typeof serveFake>>
let revit: { server: NetServer; open: Set<Socket> } | null = null

async function start(mcpServers: object = {}) {
  const { settings } = readSettings(JSON.stringify({ mcpServers }), 'settings.json')
  others = new OtherHosts({ servers: () => settings.mcpServers, version: '1', sockets })
  fake = await serveFake({ others })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tb-'))
  sockets = join(folder, 's')
  mkdirSync(sockets)
})
afterEach(async () => {
  await others.close()
  await fake.close()
  endRevit()
  rmSync(folder, { recursive: true, force: true })
})

/** A host of another program on a Unix socket, named as they are. */
async function startRevit(): Promise<void> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    void serveStdio(revitServer, { transport: new StdioServerTransport(socket, socket) })
  })
  await new Promise<void>((listening) =>
    server.listen(join(sockets, `DevToolsMcp_Revit_2027_${process.pid}`), listening),
  )
  revit = { server, open }
  others.look()
}

function endRevit(): void {
  revit?.server.close()
  for (const socket of revit?.open ?? []) socket.destroy()
  revit = null
}

function revitServer(): McpServer {
  const server = new McpServer({ name: 'revit', version: '1' })
  server.registerTool('count_walls', { description: 'Counts the walls of the building' }, async () => ({
    content: [{ type: 'text', text: '12 walls' }],
    structuredContent: { walls: 12, odd: { kept: [null] } },
    _meta: { 'revit/own': true },
  }))
  server.registerTool('delete_walls', { description: 'Deletes all walls' }, async (context) => {
    const answer = context.mcpReq.inputResponses?.sure as { content?: { yes?: boolean } } | undefined
    if (answer?.content?.yes) return { content: [{ type: 'text', text: `Gone (${context.mcpReq.requestState()})` }] }
    const requestedSchema = { type: 'object', properties: { yes: { type: 'boolean' } } } as const
    return inputRequired({
      requestState: 'revit-state',
      inputRequests: { sure: inputRequired.elicit({ message: 'Sure?', requestedSchema }) },
    })
  })
  return server
}

const call = async (name: string, args: object) =>
  messageIn(await post(fake.port, { body: callTool(name, args) })).result as unknown as {
    isError?: boolean
    content: { text: string }[]
    structuredContent: {
      items: { id: string; host?: string; args: string }[]
      processes: { label: string; trouble?: string }[]
    }
  }
const found = async (query: string, target: string) =>
  (await call('search_dynamic', { query })).structuredContent.items.find(({ id }) => id.endsWith(`.${target}`))
/** Looks again until it is there; the test's own time is the limit. */
async function waitFor(query: string, target: string) {
  for (;;) {
    const item = await found(query, target)
    if (item) return item
    await new Promise((soon) => setTimeout(soon, 20))
  }
}

test('a program on a socket is found, and its answers come through untouched', async () => {
  await start()
  await startRevit()
  const item = await waitFor('count the walls', 'count_walls')
  expect(item).toMatchObject({ host: 'Revit 2027', processId: process.pid })
  expect(await call('invoke_dynamic', { id: item.id })).toMatchObject({
    content: [{ type: 'text', text: '12 walls' }],
    structuredContent: { walls: 12, odd: { kept: [null] } },
    _meta: { 'revit/own': true },
  })
  expect(await found('create a box', 'create_box')).toBeDefined()
})

test('its questions reach the client, and the answers reach it', async () => {
  await start()
  await startRevit()
  const { id } = await waitFor('delete all walls', 'delete_walls')
  const client = new Client(
    { name: 'new', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  )
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { yes: true } }))
  const requestInit = { headers: { authorization: `Bearer ${OUTSIDE_TOKEN}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(fake.url), { requestInit }))
  const result = await client.callTool({ name: 'invoke_dynamic', arguments: { id } })
  expect(result.content).toEqual([{ type: 'text', text: 'Gone (revit-state)' }])
  await client.close()
})

test('one that ends is told of, and found again when it is back', async () => {
  await start()
  await startRevit()
  const { id } = await waitFor('count walls', 'count_walls')
  endRevit()
  for (;;) {
    const gone = await call('invoke_dynamic', { id })
    if (gone.content[0]?.text.includes('host_disconnected')) break
    expect(gone.content[0]?.text).toMatch(/12 walls|invocation_failed|not given out/)
  }
  await startRevit()
  expect((await waitFor('count walls', 'count_walls')).id).toBe(id)
  expect((await call('invoke_dynamic', { id })).content[0]?.text).toBe('12 walls')
})

test('servers of the settings join, and a broken one hides nothing', async () => {
  const everything = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
  await start({
    everything: { command: process.execPath, args: [everything, 'stdio'] },
    missing: { command: join(folder, 'no-such-program') },
    nonsense: { port: 1 },
    off: { command: 'x', disabled: true },
  })
  const sum = await waitFor('returns the sum of two numbers', 'get-sum')
  expect(sum).toMatchObject({ host: 'everything', args: 'a, b' })
  expect((await call('invoke_dynamic', { id: sum.id, arguments: { a: 2, b: 3 } })).content[0]?.text).toContain('5')
  const { processes } = (await call('list_processes', {})).structuredContent
  expect(processes.map(({ label }) => label)).toEqual(['Built-in modeller', 'everything', 'missing'])
  expect(processes[2]?.trouble).toEqual(expect.any(String))
})

test.each([
  ['DevToolsMcp_Revit_2027_4711', { label: 'Revit 2027', processId: 4711 }],
  ['DevToolsMcp_AutoCAD_2026.1_99', { label: 'AutoCAD 2026.1', processId: 99 }],
  ['AcadMcp_Civil3D_2027_1.sock', { label: 'Civil3D 2027', processId: 1 }],
  ['DevTools_Revit_2027_4711', undefined],
  ['DevToolsMcp_Revit_2027_0', undefined],
  ['DevToolsMcp_Revit_2027_-5', undefined],
  ['DevToolsMcp_Revit_20_27_5', undefined],
  ['DevToolsMcp_Revit__5', undefined],
  ['DevToolsMcp_..\\..\\evil_1_5', undefined],
  ['DevToolsMcp_Revit_2027_99999999999', undefined],
  ['mojo.1234.5678', undefined],
  ['', undefined],
])('the name %s says what it is, on Windows and elsewhere', (name, said) => {
  const windows = readSocketName(name, socketFolder('win32'), 'win32')
  expect(windows).toEqual(said && { ...said, path: `\\\\.\\pipe\\${name}` })
  expect(readSocketName(name, '/run/hosts', 'linux')).toEqual(said && { ...said, path: `/run/hosts/${name}` })
})

test('a server over HTTP joins with its headers, and one that turns us away is told of', async () => {
  const remote = await serveFake()
  await start({
    remote: { url: `${remote.url}?tools=full`, headers: { authorization: `Bearer ${OUTSIDE_TOKEN}` } },
    wrong: { url: remote.url, headers: { authorization: 'Bearer no' } },
    nobody: { url: 'http://127.0.0.1:9/mcp' },
  })
  // Its tools are ours here; what tells them apart is the host.
  const box = await (async () => {
    for (;;) {
      const { items } = (await call('search_dynamic', { query: 'create a box', limit: 32 })).structuredContent
      const item = items.find(({ id, host }) => host === 'remote' && id.endsWith('.create_box'))
      if (item) return item
      await new Promise((soon) => setTimeout(soon, 20))
    }
  })()
  const result = await call('invoke_dynamic', { id: box.id, arguments: { width: 1, depth: 2, height: 3 } })
  expect(result.content[0]?.text).toBe('Box 1 × 2 × 3 mm')
  expect(remote.caller.calls).toHaveLength(1)
  expect(fake.caller.calls).toHaveLength(0)
  const { processes } = (await call('list_processes', {})).structuredContent
  const troubles = Object.fromEntries(processes.map(({ label, trouble }) => [label, trouble]))
  expect(troubles.remote).toBeUndefined()
  expect(troubles.wrong).toEqual(expect.any(String))
  expect(troubles.nobody).toEqual(expect.any(String))
  await remote.close()
  const gone = await call('invoke_dynamic', { id: box.id, arguments: { width: 1, depth: 2, height: 3 } })
  expect(gone.isError).toBe(true)
  expect(JSON.parse(gone.content[0]?.text ?? '')).toMatchObject({ ok: false })
})
