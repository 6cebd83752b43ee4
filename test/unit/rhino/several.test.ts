import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Core, createCore } from '../../../src/app.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'

let home: string
let rhinos: RunningPlugin[]
let core: Core
let client: Client
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-several-'))
  rhinos = [await RunningPlugin.start({ home }), await RunningPlugin.start({ home })]
  core = await createCore({ mode: 'web', home, rhino: rhinos[0]!.pid })
  await core.ready()
  client = new Client({ name: 'several', version: '1' })
  const headers = { authorization: `Bearer ${core.mcp.token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(core.mcp.url), { requestInit: { headers } }))
})
afterEach(async () => {
  await client?.close()
  await core?.close()
  for (const rhino of rhinos) await rhino.stop()
  rmSync(home, { recursive: true, force: true })
})

const invoke = async (processId: number, query: string, args: object) => {
  const found = await client.callTool({ name: 'search_dynamic', arguments: { query, processId, kinds: ['tool'] } })
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into results freely
  const [first] = (found.structuredContent as any).items
  return client.callTool({ name: 'invoke_dynamic', arguments: { id: first.id, arguments: args } })
}

describe.skipIf(PYTHON === null)('two Rhinos at once', () => {
  test('are both listed, called by their process, and chosen; each keeps its own turns', async () => {
    const [one, two] = rhinos as [RunningPlugin, RunningPlugin]
    await vi.waitFor(async () => {
      const hosts = await core.api.host.list()
      expect(hosts.filter(({ state }) => state === 'ready')).toHaveLength(3)
    })
    const hosts = await core.api.host.list()
    expect(hosts.map(({ kind, processId, active }) => [kind, processId, active])).toEqual(
      expect.arrayContaining([
        ['rhino', one.pid, true],
        ['rhino', two.pid, false],
        ['embedded', null, false],
      ]),
    )
    expect(hosts.find(({ active }) => active)?.documents).toMatchObject([{ active: true }])

    const box = { width: 1, depth: 1, height: 1 }
    expect((await invoke(two.pid, 'create box', box)).isError).toBeFalsy()
    expect((await invoke(one.pid, 'create box', box)).isError).toBeFalsy()
    expect([(await one.look()).objects, (await two.look()).objects]).toEqual([1, 1])
    // The turn in the other one gave way, and is one undo there.
    expect((await two.look()).done).toHaveLength(1)

    await core.api.host.choose(two.pid)
    expect(core.api.status.get().host.processId).toBe(two.pid)
    await expect(core.api.host.choose(1)).rejects.toMatchObject({
      trouble: { cause: expect.stringMatching(/No Rhino with process 1/) },
    })
    await client.callTool({ name: 'create_box', arguments: box })
    expect([(await one.look()).objects, (await two.look()).objects]).toEqual([1, 2])
  })

  test('a client that insists on one is refused while the core works in another, and nothing is done', async () => {
    const [one, two] = rhinos as [RunningPlugin, RunningPlugin]
    const post = async (place: string | number) => {
      const answer = await fetch(`${core.mcp.url}?rhino=${place}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${core.mcp.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'create_box', arguments: { width: 1, depth: 1, height: 1 } },
        }),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const elsewhere = await post(two.pid)
    expect(elsewhere.status).toBe(409)
    expect(elsewhere.text).toContain(`set to work in the Rhino with process ${two.pid}, but Tickbird works in`)
    expect((await post('built-in')).status).toBe(409)
    expect((await post('eight')).status).toBe(400)
    expect([(await one.look()).objects, (await two.look()).objects]).toEqual([0, 0])
    expect((await post(one.pid)).status).toBe(200)
    expect([(await one.look()).objects, (await two.look()).objects]).toEqual([1, 0])
  })
})
