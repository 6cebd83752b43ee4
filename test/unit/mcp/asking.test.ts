import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundleForNode } from '../../bundle.ts'
import { fixtures } from '../../conformance/fixtures.ts'
import { OUTSIDE_TOKEN, PANEL_TOKEN, serveFake } from './fake-caller.ts'
import { messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake({ extras: fixtures() })
})
afterEach(() => fake.close())

const requestInit = { headers: { authorization: `Bearer ${OUTSIDE_TOKEN}` } }
const ask = { name: 'test_input_required_result_multi_round', arguments: {} }

async function oldClient(transport: unknown, canAnswer = true) {
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities: canAnswer ? { elicitation: {} } : {} })
  const asked: string[] = []
  if (canAnswer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: asked.length === 1 ? { name: 'Ada' } : { color: 'red' } }
    })
  }
  await client.connect(transport as never)
  return { client, asked }
}
const http = () => new OldTransport(new URL(fake.url), { requestInit })

describe('a call that asks', () => {
  test('asks a client of 2025 while its call waits', async () => {
    const { client, asked } = await oldClient(http())
    expect(await client.callTool(ask)).toMatchObject({ content: [{ text: 'Ada likes red.' }] })
    expect(asked).toEqual(['Step 1: What is your name?', 'Step 2: What is your favorite color?'])
    await client.close()
  })

  test('asks several such clients at once, each its own question', async () => {
    const both = await Promise.all([oldClient(http()), oldClient(http()), oldClient(http())])
    const answers = await Promise.all(both.map(({ client }) => client.callTool(ask)))
    expect(answers).toMatchObject([1, 2, 3].map(() => ({ content: [{ text: 'Ada likes red.' }] })))
    for (const { client } of both) await client.close()
  })

  test('tells a client that cannot be asked why nothing came of it', async () => {
    const { client } = await oldClient(http(), false)
    await expect(client.callTool(ask)).rejects.toThrow('did not say that it can be asked. Nothing was done.')
    await client.close()
  })

  test('asks over stdio too', async () => {
    const bridge = await bundleForNode(new URL('stdio-main.ts', import.meta.url).pathname)
    try {
      const env = { PATH: process.env.PATH ?? '', CORE_URL: fake.url, CORE_TOKEN: OUTSIDE_TOKEN }
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [bridge.file],
        env,
        stderr: 'pipe',
      })
      const problems: unknown[] = []
      const { client, asked } = await oldClient(transport)
      client.onerror = (error) => problems.push(error)
      expect(await client.callTool(ask)).toMatchObject({ content: [{ text: 'Ada likes red.' }] })
      expect([asked.length, problems]).toEqual([2, []])
      await client.close()
    } finally {
      bridge.remove()
    }
  })

  test('asks a client of 2026 by its result', async () => {
    const client = new Client(
      { name: 'new', version: '1' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    )
    let rounds = 0
    client.setRequestHandler('elicitation/create', () => {
      rounds += 1
      return { action: 'accept', content: rounds === 1 ? { name: 'Ada' } : { color: 'red' } }
    })
    await client.connect(new StreamableHTTPClientTransport(new URL(fake.url), { requestInit }))
    expect(await client.callTool(ask)).toMatchObject({ content: [{ text: 'Ada likes red.' }] })
    await client.close()
  })
})

const modern = async (params: object, token = OUTSIDE_TOKEN) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  }
  const { name } = params as { name: string }
  const headers = {
    authorization: `Bearer ${token}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  return messageIn(await post(fake.port, { headers, body: rpc('tools/call', { ...params, _meta }) }))
}

describe('the state of a question', () => {
  const confirm = { name: 'test_input_required_result_request_state', arguments: {} }
  const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }

  test('comes back once unharmed, and in no other way', async () => {
    const first = (await modern(confirm)).result as unknown as { resultType: string; requestState: string }
    expect(first.resultType).toBe('input_required')
    const { requestState } = first
    expect((await modern({ ...confirm, inputResponses, requestState })).result.content[0]?.text).toBe('state-ok')
    const middle = Math.floor(requestState.length / 2)
    const changed =
      requestState.slice(0, middle) + (requestState[middle] === 'A' ? 'B' : 'A') + requestState.slice(middle + 1)
    const others = { ...confirm, name: 'test_input_required_result_tampered_state' }
    for (const [params, token] of [
      [{ ...confirm, inputResponses, requestState: changed }, OUTSIDE_TOKEN],
      [{ ...confirm, inputResponses, requestState: 'x'.repeat(100_000) }, OUTSIDE_TOKEN],
      // Of another tool, and of another client.
      [{ ...others, inputResponses, requestState }, OUTSIDE_TOKEN],
      [{ ...confirm, inputResponses, requestState }, PANEL_TOKEN],
    ] as const) {
      expect((await modern(params, token)).error).toMatchObject({
        code: -32_602,
        message: expect.stringContaining('Nothing was done'),
      })
    }
  })
})

test('nobody else can answer a question', async () => {
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'x', version: '1' },
  }
  const session = async () =>
    String((await post(fake.port, { body: rpc('initialize', hello) })).headers['mcp-session-id'])
  const [mine, theirs] = [await session(), await session()]
  const gone = new AbortController()
  const events = await fetch(fake.url, {
    method: 'POST',
    headers: {
      ...requestInit.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': mine,
    },
    body: rpc('tools/call', { name: 'test_elicitation', arguments: { message: 'Who?' } }),
    signal: gone.signal,
  })
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  const question = JSON.parse((await reader.read()).value!.split('data: ')[1]!) as { id: number; method: string }
  expect(question.method).toBe('elicitation/create')
  const answer = (username: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { username, email: 'e' } } })
  const wrong = await post(fake.port, { headers: { 'mcp-session-id': theirs }, body: answer('Mallory') })
  const right = await post(fake.port, { headers: { 'mcp-session-id': mine }, body: answer('Ada') })
  expect([wrong.status, right.status]).toEqual([202, 202])
  const { value } = await reader.read()
  expect(value).toContain('Ada')
  gone.abort()
})
