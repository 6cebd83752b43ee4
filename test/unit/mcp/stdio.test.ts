import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveStdio } from '../../../src/mcp/stdio.ts'
import { Toolsets } from '../../../src/mcp/toolsets/toolsets.ts'
import { OUTSIDE_TOKEN, serveFake, until } from './fake-caller.ts'
import { callTool, rpc } from './post.ts'

let folder: string
let main: string
let fake: Awaited<ReturnType<typeof serveFake>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickbird-stdio-'))
  main = join(folder, 'main.mjs')
  const bundle = await rolldown({ input: new URL('./stdio-main.ts', import.meta.url).pathname, platform: 'node' })
  await bundle.write({ file: main, format: 'esm', codeSplitting: false })
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

const LIST_CHANGED = 'notifications/tools/list_changed'
const environment = () => ({ PATH: process.env.PATH ?? '', CORE_URL: fake.url, CORE_TOKEN: OUTSIDE_TOKEN })
const command = () => ({ command: process.execPath, args: [main], env: environment(), stderr: 'pipe' as const })
const box = { name: 'create_box', arguments: { width: 40, depth: 25, height: 10 } }

describe('as a process', () => {
  test('answers both of two requests that a careless client gave the same id', async () => {
    const child = spawn(process.execPath, [main], { env: environment(), stdio: ['pipe', 'pipe', 'ignore'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'careless', version: '1' }
    send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
    await until(() => said.includes('"id":0'))
    send({ method: 'notifications/initialized' })
    send({ id: 7, method: 'tools/call', params: box })
    send({ id: 7, method: 'ping' })
    const answers = () =>
      said
        .trim()
        .split('\n')
        .filter((line) => line.includes('"id":7'))
    await until(() => answers().length === 2)
    expect(answers().filter((line) => line.includes('"structuredContent"'))).toHaveLength(1)
    child.stdin.end()
    await once(child, 'exit')
    expect(answers()).toHaveLength(2)
  })

  test('serves a client of the 1.x SDK', async () => {
    const client = new OldClient({ name: 'old-client', version: '1' })
    await client.connect(new OldTransport(command()))
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('create_box')
    expect(await client.callTool(box)).toMatchObject({ structuredContent: { type: 'brep' } })
    expect(fake.caller.calls[0]?.client).toMatchObject({ kind: 'outside', name: 'old-client' })
    await client.close()
  })

  test.each(['auto', 'legacy'] as const)('serves a client of the 2.x SDK in mode %s', async (mode) => {
    const client = new Client({ name: 'new-client', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StdioClientTransport(command()))
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    expect(await client.callTool(box)).toMatchObject({ structuredContent: { type: 'brep' } })
    expect(fake.caller.calls[0]?.client).toMatchObject({ kind: 'outside', name: 'new-client' })
    await client.close()
  })

  test.each(['old', 'auto'])('tells a client (%s) of changes that it did not ask about', async (kind) => {
    const home = await mkdtemp(join(tmpdir(), 'tickbird-stdio-home-'))
    const toolsets = new Toolsets({ home })
    const listeners: (() => void)[] = []
    const changes = {
      onChange(listener: () => void) {
        listeners.push(listener)
        return () => undefined
      },
    }
    const other = await serveFake({ toolsets, changes })
    const env = { ...environment(), CORE_URL: other.url }
    const heard: string[] = []
    const hear = ({ method }: { method: string }) => void heard.push(method)
    const client =
      kind === 'old'
        ? new OldClient({ name: 'x', version: '1' })
        : new Client(
            { name: 'x', version: '1' },
            {
              versionNegotiation: { mode: 'auto' },
              listChanged: { tools: { autoRefresh: false, onChanged: () => hear({ method: LIST_CHANGED }) } },
            },
          )
    if (client instanceof OldClient) {
      client.setNotificationHandler(ToolListChangedNotificationSchema, hear)
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, hear)
      await client.connect(new OldTransport({ ...command(), env }))
      await client.subscribeResource({ uri: 'rhino://layers' })
    } else await client.connect(new StdioClientTransport({ ...command(), env }))
    const folder = join(home, 'toolsets/one')
    await mkdir(folder, { recursive: true })
    const manifest = { name: 'one', main: 'one.py', tools: [{ name: 'one_more', description: 'One.' }] }
    await writeFile(join(folder, 'one.py'), '')
    await writeFile(join(folder, 'toolset.json'), JSON.stringify(manifest))
    toolsets.look()
    toolsets.look()
    await until(() => heard.includes(LIST_CHANGED))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('one_more')
    if (kind === 'old') {
      for (const listener of listeners) listener()
      await until(() => heard.includes('notifications/resources/updated'))
    }
    await client.close()
    toolsets.close()
    await other.close()
    await rm(home, { recursive: true })
  })

  test('writes nothing but MCP, answers what is piped in, and ends with its client', async () => {
    const child: ChildProcess = spawn(process.execPath, [main], { env: environment() })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin?.end(`${rpc('tools/list', {}, 1)}\n\n${callTool('create_box', box.arguments, 2)}`)
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    const messages = Buffer.concat(out)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(messages.map((message) => message.id).sort()).toEqual([1, 2])
    expect(Buffer.concat(err).toString()).toContain('a stray line')
  })
})

/** The bridge in this process, with its ends in our hands. */
function bridge(connect: () => Promise<{ url: string; token: string }>) {
  const input = new PassThrough()
  const output = new PassThrough()
  const answers: {
    id: unknown
    result?: { structuredContent?: unknown }
    error?: { code: number; message: string }
  }[] = []
  let rest = ''
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    answers.push(...lines.map((line) => JSON.parse(line)))
  })
  const done = serveStdio({ input, output, connect })
  return {
    answers,
    write: (line: string) => input.write(`${line}\n`),
    finish: () => {
      input.end()
      return done
    },
  }
}
const here = async () => ({ url: fake.url, token: OUTSIDE_TOKEN })

describe('the bridge', () => {
  test('answers a line that is too long under its id, and goes on', async () => {
    const { answers, write, finish } = bridge(here)
    write(callTool('create_box', { name: 'x'.repeat(5 * 1024 * 1024) }, 'long'))
    write(callTool('create_box', box.arguments, 'short'))
    await until(() => answers.length === 2)
    expect(answers[0]).toMatchObject({ id: 'long', error: { code: -32600 } })
    expect(answers[0]?.error?.message).toContain('4 MiB')
    expect(answers[1]).toMatchObject({ id: 'short', result: { structuredContent: { type: 'brep' } } })
    await finish()
  })

  test.each(['{', 'null', '12', '"text"'])('answers the line %s with an error, and goes on', async (line) => {
    const { answers, write, finish } = bridge(here)
    write(line)
    write(rpc('ping', {}, 1))
    await until(() => answers.length === 2)
    expect(answers[0]).toMatchObject({ id: null })
    expect(answers[0]?.error?.message).toMatch(/\.$/)
    expect(answers[1]).toMatchObject({ id: 1, result: {} })
    await finish()
  })

  test('gives a refusal of the core the id of its request', async () => {
    const { answers, write, finish } = bridge(async () => ({ url: fake.url, token: 'wrong' }))
    write(rpc('tools/list', {}, 5))
    await until(() => answers.length === 1)
    expect(answers[0]).toMatchObject({ id: 5, error: { code: -32000 } })
    expect(answers[0]?.error?.message).toContain('token')
    await finish()
  })

  test('says nothing about a notification, refused or not', async () => {
    const { answers, write, finish } = bridge(async () => ({ url: fake.url, token: 'wrong' }))
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    write(rpc('ping', {}, 1))
    await finish()
    expect(answers.map(({ id }) => id)).toEqual([1])
  })

  test('passes by a byte order mark', async () => {
    const { answers, write, finish } = bridge(here)
    write(`\ufeff${rpc('ping', {}, 1)}\r`)
    await finish()
    expect(answers).toMatchObject([{ id: 1, result: {} }])
  })

  test('hands a cancelled call on, and gives no answer for it', async () => {
    let aborted = false
    fake.caller.answers.create_box = (_tool, _input, { signal }) =>
      new Promise((_answer, fail) =>
        signal.addEventListener('abort', () => {
          aborted = true
          fail(new Error('aborted'))
        }),
      )
    const { answers, write, finish } = bridge(here)
    write(callTool('create_box', box.arguments, 9))
    await until(() => fake.caller.calls.length === 1)
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } }))
    await until(() => aborted)
    await finish()
    expect(answers).toEqual([])
  })

  test('finds the core again when it has moved', async () => {
    const second = await serveFake()
    const where = [fake.url, second.url]
    const { answers, write, finish } = bridge(async () => ({ url: where.shift() ?? '', token: OUTSIDE_TOKEN }))
    write(callTool('create_box', box.arguments, 1))
    await until(() => answers.length === 1)
    await fake.close()
    write(callTool('create_box', box.arguments, 2))
    await until(() => answers.length === 2)
    expect(answers[1]).toMatchObject({ id: 2, result: { structuredContent: { type: 'brep' } } })
    expect(second.caller.calls).toHaveLength(1)
    await finish()
    await second.close()
    fake = await serveFake()
  })

  test('never sends a call twice when the core dies in the middle of it', async () => {
    fake.caller.answers.create_box = () => new Promise(() => undefined)
    let asked = 0
    const { answers, write, finish } = bridge(() => {
      asked++
      return here()
    })
    write(callTool('create_box', box.arguments, 1))
    await until(() => fake.caller.calls.length === 1)
    await fake.close()
    await until(() => answers.length === 1)
    expect(answers[0]).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(answers[0]?.error?.message).toContain('get_context')
    expect(asked).toBe(1)
    await finish()
    fake = await serveFake()
  })

  test('says why no core can be had', async () => {
    const { answers, write, finish } = bridge(() => Promise.reject(new Error('Tickbird is not installed here')))
    write(rpc('tools/list', {}, 1))
    await until(() => answers.length === 1)
    expect(answers[0]?.error?.message).toContain('Tickbird is not installed here')
    await finish()
  })
})
