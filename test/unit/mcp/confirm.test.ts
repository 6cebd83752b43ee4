import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OUTSIDE_TOKEN, PANEL_TOKEN, serveFake } from './fake-caller.ts'
import { callTool, messageIn, post } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-confirm-'))
  fake = await serveFake()
  fake.caller.answers.delete_objects = (_tool, { ids }) => ({
    output: { deleted_count: (ids as string[]).length },
    sentence: 'Deleted',
  })
  fake.caller.answers.get_context = () => ({ output: { document: { name: 'a.3dm', modified: true } }, sentence: '' })
  fake.caller.answers.new_document = () => ({ output: { success: true, template: '' }, sentence: 'New' })
  fake.caller.answers.save_document_as = (_tool, { file_path }) => ({
    output: { success: true, file_path },
    sentence: 'Saved',
  })
})
afterEach(async () => {
  await fake.close()
  rmSync(folder, { recursive: true, force: true })
})

const ids = Array.from({ length: 51 }, (_, n) => `0a1b2c3d-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`)
const call = async (name: string, args: object, token = OUTSIDE_TOKEN) =>
  messageIn(await post(fake.port, { body: callTool(name, args), headers: { authorization: `Bearer ${token}` } }))
    .result as unknown as {
    isError?: boolean
    content: { text: string }[]
    _meta: Record<string, { details: { confirm?: string } }>
  }
const done = (tool: string) => fake.caller.calls.filter((one) => one.tool === tool).length

test('deleting many needs a token, which works once, for these objects, and for this client', async () => {
  const first = await call('delete_objects', { ids })
  expect(first.isError).toBe(true)
  expect(first.content[0]?.text).toContain('This deletes 51 objects.')
  const { confirm } = first._meta['tickbird/error']!.details
  expect(first.content[0]?.text).toContain(`confirm: "${confirm}"`)
  expect(done('delete_objects')).toBe(0)
  const others = [...ids.slice(0, 50), '0a1b2c3d-0000-4000-8000-0000000000ff']
  for (const args of [
    { ids: others, confirm },
    { ids, confirm: `${confirm}x` },
    { ids, confirm: 'yes' },
  ]) {
    expect((await call('delete_objects', args)).isError).toBe(true)
  }
  expect(done('delete_objects')).toBe(0)
  const second = await call('delete_objects', { ids, confirm })
  expect(second.isError).toBeUndefined()
  expect(second.content.map(({ text }) => text).join()).not.toContain('Not read')
  expect(fake.caller.calls.at(-1)?.input).toEqual({ ids })
  expect((await call('delete_objects', { ids, confirm })).isError).toBe(true)
  expect(done('delete_objects')).toBe(1)
})

test('few objects, an unchanged document and a new file need none', async () => {
  expect((await call('delete_objects', { ids: ids.slice(0, 50) })).isError).toBeUndefined()
  const there = join(folder, 'there.3dm')
  expect((await call('save_document_as', { file_path: there, overwrite: true })).isError).toBeUndefined()
  writeFileSync(there, 'x')
  expect((await call('save_document_as', { file_path: there, overwrite: true })).content[0]?.text).toContain(
    'is there already',
  )
  expect((await call('new_document', {})).content[0]?.text).toContain('“a.3dm” has unsaved changes')
  fake.caller.answers.get_context = () => ({ output: { document: { modified: false } }, sentence: '' })
  expect((await call('new_document', {})).isError).toBeUndefined()
  expect(existsSync(there)).toBe(true)
})

test('a dry run of anything does nothing and says what it would', async () => {
  const dry = await call('delete_objects', { ids, dryRun: true })
  expect(dry.content[0]?.text).toMatch(/^Dry run: Delete objects was not done.* This deletes 51 objects/)
  expect((await call('create_box', { width: 1, depth: 1, height: 1, dryRun: true })).content[0]?.text).toContain(
    'Nothing would be lost',
  )
  expect((await call('create_box', { width: -1, dryRun: true })).content[0]?.text).toContain('INVALID_PARAMS')
  expect(fake.caller.calls).toEqual([])
})

test('our own panel asks in its own way', async () => {
  expect((await call('delete_objects', { ids }, PANEL_TOKEN)).isError).toBeUndefined()
})

test('found by search, it asks the same', async () => {
  const found = (await call('search_dynamic', { query: 'delete objects', kinds: ['tool'] })) as never as {
    structuredContent: { items: { id: string }[] }
  }
  const { id } = found.structuredContent.items.find((item) => item.id.endsWith('.delete_objects'))!
  const first = await call('invoke_dynamic', { id, arguments: { ids } })
  const { confirm } = first._meta['tickbird/error']!.details
  expect(done('delete_objects')).toBe(0)
  expect((await call('invoke_dynamic', { id, arguments: { ids, confirm } })).isError).toBeUndefined()
})

const requestInit = { headers: { authorization: `Bearer ${OUTSIDE_TOKEN}` } }

test.each([true, false])('who can be asked is asked, in 2025: %s', async (yes) => {
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities: { elicitation: {} } })
  const asked: string[] = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { yes } }
  })
  await client.connect(new OldTransport(new URL(fake.url), { requestInit }) as never)
  const result = await client.callTool({ name: 'delete_objects', arguments: { ids } })
  expect(asked).toEqual(['Delete objects: This deletes 51 objects. Undo brings them back.'])
  expect(result.isError).toBe(yes ? undefined : true)
  expect(done('delete_objects')).toBe(yes ? 1 : 0)
  await client.close()
})

test.each(['accept', 'decline'] as const)('who can be asked is asked, in 2026: %s', async (action) => {
  const mode = { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } } as const
  const client = new Client({ name: 'new', version: '1' }, mode)
  client.setRequestHandler('elicitation/create', () =>
    action === 'accept' ? { action, content: { yes: true } } : { action },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(fake.url), { requestInit }))
  const result = await client.callTool({ name: 'delete_objects', arguments: { ids } })
  expect(result.isError).toBe(action === 'accept' ? undefined : true)
  expect(done('delete_objects')).toBe(action === 'accept' ? 1 : 0)
  await client.close()
})
