import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../src/entries.ts'
import { newHome, type RunningCore, startCore, tickbird } from './core.ts'

let core: RunningCore
let client: Client
const changes: string[][] = []

beforeAll(async () => {
  core = await startCore(newHome())
  client = new Client(
    { name: 'toolset-test', version: '1' },
    {
      listChanged: {
        tools: { onChanged: (_error, tools) => void changes.push((tools ?? []).map(({ name }) => name)) },
      },
    },
  )
  const requestInit = { headers: { authorization: `Bearer ${core.mcp.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(core.mcp.url), { requestInit }))
})
afterAll(async () => {
  await client.close()
  await core.stop()
})

const call = async (name: string, args: Record<string, unknown>) => {
  const result = (await client.callTool({ name, arguments: args })) as {
    isError?: boolean
    content: { text: string }[]
    structuredContent?: Record<string, unknown>
  }
  expect(result.isError, result.content[0]?.text).toBeFalsy()
  return result
}
const objects = async () => (await call('list_objects', {})).structuredContent?.total

async function offered(name: string): Promise<void> {
  while (!changes.some((names) => names.includes(name))) await new Promise((soon) => setTimeout(soon, 50))
}

test('what `tickbird toolset new` makes is offered at once by the core that runs, and works', async () => {
  const made = await tickbird(['toolset', 'new', 'mine'], core.home)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('row_of_boxes') })
  await offered('row_of_boxes')
  const { content, structuredContent } = await call('row_of_boxes', { count: 3 })
  expect(content[0]?.text).toBe('Row of 3 boxes')
  expect(structuredContent).toMatchObject({
    count: 3,
    ids: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(await objects()).toBe(3)
})

test('a sample that is copied into the folder works in the modeller, and is undone with its turn', async () => {
  const before = await objects()
  cpSync(join(ROOT, 'examples/toolsets/stairs'), join(core.home, 'toolsets/stairs'), { recursive: true })
  await offered('create_straight_stair')
  const { structuredContent } = await call('create_straight_stair', { rise: 1400, width: 900, start: [0, 500, 0] })
  expect(structuredContent).toMatchObject({ steps: 8, step_height: 175, step_depth: 280 })
  expect(await objects()).toBe(Number(before) + 8)
  const check = await tickbird(['toolset', 'check', '--json'], core.home)
  expect(check.code, check.err).toBe(0)
  expect(JSON.parse(check.out)).toMatchObject({ toolsets: [{ name: 'mine', troubles: [] }, { name: 'stairs' }] })
  await call('undo_turn', {})
  expect(await objects()).toBe(0)
})

test('the commands say what is wrong, and exit with 1', async () => {
  const home = newHome()
  expect(await tickbird(['toolset', 'list'], home)).toMatchObject({
    code: 0,
    out: expect.stringContaining('toolset new'),
  })
  expect(await tickbird(['toolset', 'new', 'My Tools'], home)).toMatchObject({
    code: 1,
    err: expect.stringContaining('small letters'),
  })
  expect(await tickbird(['toolset', 'check', join(home, 'gone')], home)).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read (ENOENT)'),
  })
})
