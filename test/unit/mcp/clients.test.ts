import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OUTSIDE_TOKEN, PANEL_TOKEN, serveFake } from './fake-caller.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

const headers = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const box = { name: 'create_box', arguments: { width: 40, depth: 25, height: 10 } }

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(params: typeof box): Promise<unknown>
  close(): Promise<void>
}

async function newClient(mode: 'auto' | 'legacy' | '1.x', token = OUTSIDE_TOKEN): Promise<AnyClient> {
  const url = new URL(fake.url)
  if (mode === '1.x') {
    const client = new OldClient({ name: 'old-client', version: '1' })
    await client.connect(new OldTransport(url, headers(token)) as never)
    return client as unknown as AnyClient
  }
  const client = new Client({ name: 'new-client', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, headers(token)))
  return client as unknown as AnyClient
}

describe.each(['auto', 'legacy', '1.x'] as const)('a client in mode %s', (mode) => {
  test('lists the everyday tools and calls one', async () => {
    const client = await newClient(mode)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['create_box', 'get_context', 'undo_turn']))
    const result = await client.callTool(box)
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'Box 40 × 25 × 10 mm' }, { type: 'text' }],
      structuredContent: { type: 'brep', bounding_box: { max: [40, 25, 10] } },
    })
    expect(fake.caller.calls).toMatchObject([{ tool: 'create_box', input: box.arguments }])
    expect(fake.errors).toEqual([])
    await client.close()
  })

  test('is known by its own name and id', async () => {
    const client = await newClient(mode)
    await client.callTool(box)
    await client.callTool(box)
    const [first, second] = fake.caller.calls
    expect(first?.client).toMatchObject({ kind: 'outside', name: mode === '1.x' ? 'old-client' : 'new-client' })
    expect(second?.client).toEqual(first?.client)
    await client.close()
  })

  test('with a conversation’s token is that conversation', async () => {
    const client = await newClient(mode, PANEL_TOKEN)
    await client.callTool(box)
    expect(fake.caller.calls[0]?.client).toEqual({ kind: 'conversation', conversation: 'c1' })
    await client.close()
  })
})
