import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Core, createCore } from '../../../src/app.ts'
import { GolemServer } from '../../fakes/golem-server.ts'

let golem: GolemServer
let home: string
let core: Core
let client: Client
beforeEach(async () => {
  golem = await new GolemServer().listen()
  home = mkdtempSync(join(tmpdir(), 'tickbird-golem-server-'))
  vi.stubEnv('GOLEM_RHINO_PORT', String(golem.port))
  core = await createCore({ mode: 'web', home })
  await core.ready()
  client = new Client({ name: 'golem-friend', version: '1' })
  const headers = { authorization: `Bearer ${core.mcp.token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${core.mcp.url}?tools=full`), { requestInit: { headers } }),
  )
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await client.close()
  await core.close()
  await golem.close()
  rmSync(home, { recursive: true, force: true })
})

const call = async (name: string, args: Record<string, unknown>) => {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args })
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into results freely
  return { failed: isError === true, text, output: structuredContent as any }
}

test('a stock GOLEM plugin is worked in, and its undo is reported as missing, not pretended', async () => {
  const box = await call('create_box', { width: 10, depth: 10, height: 10, name: 'Würfel' })
  expect(box).toMatchObject({ failed: false, output: { guid: golem.objects[0]?.guid, type: 'brep' } })
  expect(golem.objects[0]?.name).toBe('Würfel')

  // Failures that come as results are failures.
  const union = await call('boolean_union', { guids: [box.output.guid, '00000000-0000-0000-0000-000000000001'] })
  expect(union).toMatchObject({ failed: true, text: expect.stringContaining('Object not found') })
  const zoom = await call('zoom_objects', { guids: [box.output.guid] })
  expect(zoom.failed).toBe(true)

  // It is never asked for what it does not know.
  expect(golem.asked.filter((method) => /^(undo|context|rhino|job)\./.test(method))).toEqual([])
  const undo = await call('undo_turn', {})
  expect(undo).toMatchObject({ failed: true })

  const status = core.api.status.get()
  expect(status.document).toMatchObject({ name: 'Haus 1.3dm', units: 'millimeters', objects: 1 })
  expect(status.undoableTurn).toBeNull()
  expect(status.host).toMatchObject({ kind: 'rhino', state: 'ready', label: 'Rhino with GOLEM’s plugin' })

  const [conversation] = core.api.store.list()
  const events = core.api.store.read(conversation!.id, 0, 1000)
  expect(events.map(({ event }) => event.type)).toContain('turn.begin')
  const notice = events.find(({ event }) => event.type === 'notice')?.event
  expect(notice).toMatchObject({ level: 'warning', text: expect.stringMatching(/keeps no turns.*Ctrl\+Z/) })
})
