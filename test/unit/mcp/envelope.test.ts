import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENTRIES, hashOf, locate } from '../../../src/mcp/catalogue.ts'
import { writeLocator } from '../../../src/mcp/locator.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { serveFake, until } from './fake-caller.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

interface Found {
  count: number
  hasMore: boolean
  note?: string
  items: {
    id: string
    kind?: string
    description: string
    args?: string
    inputSchema?: { properties: object }
    processId?: number
  }[]
}

const run = async (name: string, args: unknown) =>
  messageIn(await post(fake.port, { body: callTool(name, args) })).result
const search = async (args: unknown) => (await run('search_dynamic', args)).structuredContent as unknown as Found
const textOf = (result: { content: { text: string }[] }) => JSON.parse(result.content[0]?.text ?? 'null')

const idOf = (target: string, processId = 4711) => {
  const entry = ENTRIES.find((one) => one.target === target)!
  return writeLocator(locate({ processId, label: '', supports: () => true }, entry))
}

describe('the envelope set', () => {
  test('is small, whatever the catalogue’s size', async () => {
    const { tools } = messageIn(await post(fake.port, { path: '/mcp?tools=envelope', body: rpc('tools/list') }))
      .result as unknown as { tools: { name: string; _meta?: object }[] }
    expect(tools.map((tool) => tool.name)).toEqual(['search_dynamic', 'invoke_dynamic', 'list_processes'])
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const { instructions } = messageIn(await post(fake.port, { body: rpc('initialize', hello) })).result as unknown as {
      instructions: string
    }
    // 500 tokens; JSON like this has 3.5 characters to a token or more (o200k). `_meta` never reaches a model.
    const shown = tools.map(({ _meta, ...rest }) => rest)
    expect((JSON.stringify(shown) + instructions).length).toBeLessThan(500 * 3.5)
  })

  test('is part of every other set', async () => {
    for (const set of ['essentials', 'full']) {
      const reply = await post(fake.port, { path: `/mcp?tools=${set}`, body: rpc('tools/list') })
      expect(reply.text).toContain('"search_dynamic"')
      expect(reply.text).toContain('"create_box"')
    }
  })
})

describe('search_dynamic', () => {
  test('finds a tool, and its id works', async () => {
    const found = await search({ query: 'make a box' })
    const box = found.items.find((item) => item.id.endsWith('.create_box'))!
    expect(box.args).toContain('width')
    const result = await run('invoke_dynamic', { id: box.id, arguments: { width: 3, depth: 4, height: 5 } })
    expect(result).toMatchObject({ structuredContent: { type: 'brep' }, content: [{ text: 'Box 3 × 4 × 5 mm' }, {}] })
    expect(fake.caller.calls[0]?.options.processId).toBe(4711)
  })

  test('says when there is more, and gives schemas when asked', async () => {
    const one = await search({ query: 'create', limit: 1, detail: 'schema' })
    expect(one).toMatchObject({ count: 1, hasMore: true })
    expect(one.items[0]?.inputSchema?.properties).toBeTypeOf('object')
    expect((await search({ query: 'create', limit: '32' })).items.length).toBeGreaterThan(5)
  })

  test('finds resources when they are wanted', async () => {
    const { items } = await search({ query: 'selection', kinds: ['resource'] })
    expect(items[0]).toMatchObject({ kind: 'resource', id: expect.stringContaining('rhino://selection') })
  })

  test('finds what each of several processes can do, and only that', async () => {
    fake.caller.connected = [
      { processId: 10, label: 'Rhino 8', supports: () => true },
      { processId: 20, label: 'Built-in modeller', supports: (method) => method !== 'geometry.create_box' },
    ]
    const boxes = (await search({ query: 'box' })).items.filter((item) => item.id.endsWith('.create_box'))
    expect(boxes.map((item) => item.processId)).toEqual([10])
    const spheres = (await search({ query: 'sphere' })).items.filter((item) => item.id.endsWith('.create_sphere'))
    expect(spheres.map((item) => item.processId)).toEqual([10, 20])
    expect((await search({ query: 'sphere', processId: 20 })).items.every((item) => item.processId === 20)).toBe(true)
    expect((await search({ query: 'sphere', processId: 30 })).note).toContain('10, 20')
  })

  test('says what to do when nothing fits or nothing is connected', async () => {
    expect((await search({ query: 'zzzzzz' })).note).toContain('other words')
    expect(await search({})).toMatchObject({ count: 0, items: [] })
    fake.caller.connected = []
    expect((await search({ query: 'box' })).note).toContain('No Rhino is connected')
  })

  test.each([{ limit: 0 }, { limit: 33 }, { kinds: ['toolz'] }, { detail: 'all' }, { query: 'x'.repeat(2000) }])(
    'answers the bad argument %j with a validation error',
    async (args) => {
      const result = await run('search_dynamic', args)
      expect(result).toMatchObject({ isError: true })
      expect(textOf(result)).toMatchObject({ ok: false, error: { type: 'validation_error' } })
    },
  )
})

describe('invoke_dynamic', () => {
  const refused = async (args: unknown) => {
    const result = await run('invoke_dynamic', args)
    expect(result).toMatchObject({ isError: true })
    expect(result).not.toHaveProperty('structuredContent')
    return textOf(result)
  }

  test('tells the three ways of being stale apart', async () => {
    const id = idOf('create_box')
    const hash = hashOf(ENTRIES.find((entry) => entry.target === 'create_box')!)
    expect(await refused({ id: idOf('create_box', 99) })).toMatchObject({
      ok: false,
      executionStarted: false,
      error: { type: 'stale', retryable: true, reason: 'host_disconnected' },
    })
    expect((await refused({ id: id.replace('create_box', 'create_boxes') })).error.reason).toBe('removed')
    expect((await refused({ id: id.replace(hash, 'ffffffff') })).error.reason).toBe('changed')
    fake.caller.connected = [{ processId: 4711, label: '', supports: () => false }]
    expect((await refused({ id })).error.reason).toBe('removed')
    expect(fake.caller.calls).toEqual([])
  })

  test.each([
    {},
    { id: 'create_box' },
    { id: 42 },
    { id: idOf('create_box'), reads: [{ id: idOf('rhino://layers') }] },
    { reads: [] },
    { reads: Array.from({ length: 17 }, () => ({ id: 'x' })) },
    { reads: [{}] },
  ])('answers the bad input %j with a validation error', async (args) => {
    expect(await refused(args)).toMatchObject({ executionStarted: false, error: { type: 'validation_error' } })
  })

  test('passes a tool’s own error through untouched', async () => {
    fake.caller.answers.create_box = () => {
      throw new Fault('RHINO_BUSY', 'Rhino is busy', { next: 'Wait.' })
    }
    const args = { width: 1, depth: 1, height: 1 }
    const through = await run('invoke_dynamic', { id: idOf('create_box'), arguments: args })
    expect(through).toEqual(await run('create_box', args))
  })

  test('takes arguments as JSON text', async () => {
    await run('invoke_dynamic', { id: idOf('create_box'), arguments: '{"width":"2","depth":3,"height":4}' })
    expect(fake.caller.calls[0]?.input).toMatchObject({ width: 2, depth: 3, height: 4 })
  })

  test('reads a resource and a filled template', async () => {
    fake.caller.answers.list_layers = () => ({ output: { layers: [{ name: 'Walls' }] }, sentence: '' })
    const layers = await run('invoke_dynamic', { id: idOf('rhino://layers') })
    expect(layers.content).toEqual([
      {
        type: 'resource',
        resource: { uri: 'rhino://layers', mimeType: 'application/json', text: '[{"name":"Walls"}]' },
      },
    ])
    fake.caller.answers.list_objects = (_tool, input) => ({ output: { layer: input.layer }, sentence: '' })
    const id = idOf('rhino://layer/{path}/objects')
    const objects = await run('invoke_dynamic', { id, arguments: { path: 'Arch::Walls / Nord' } })
    expect(objects.content).toMatchObject([{ resource: { text: '{"layer":"Arch::Walls / Nord"}' } }])
  })

  test('reads a batch in order, each with its own outcome', async () => {
    fake.caller.answers.list_layers = () => ({ output: { layers: [] }, sentence: '' })
    fake.caller.answers.list_turns = () => {
      throw new Fault('OPERATION_FAILED', 'No turns', { next: 'Go on.' })
    }
    const ids = [
      idOf('rhino://layers'),
      'nonsense',
      idOf('create_box'),
      idOf('rhino://turns'),
      idOf('rhino://layers', 5),
    ]
    const whole = textOf(await run('invoke_dynamic', { reads: ids.map((id) => ({ id })) }))
    expect(whole).toMatchObject({
      ok: true,
      results: [
        { index: 0, ok: true },
        { index: 1, ok: false, error: { type: 'validation_error' } },
        { index: 2, ok: false, error: { type: 'validation_error' } },
        { index: 3, ok: false, error: { type: 'invocation_failed', message: 'No turns [OPERATION_FAILED] Go on.' } },
        { index: 4, ok: false, error: { type: 'stale', reason: 'host_disconnected' } },
      ],
    })
  })

  test('names every read that a batch had no room for', async () => {
    fake.caller.answers.list_layers = () => ({ output: { layers: ['x'.repeat(400_000)] }, sentence: '' })
    const reads = Array.from({ length: 5 }, () => ({ id: idOf('rhino://layers') }))
    const result = await run('invoke_dynamic', { reads })
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(1_100_000)
    const { results } = textOf(result)
    expect(results.map((one: { ok: boolean }) => one.ok)).toEqual([true, true, false, false, false])
    expect(results[4]).toMatchObject({ index: 4, error: { type: 'result_too_large', retryable: true } })
  })

  test('says so when a read was cancelled', async () => {
    const seen: string[] = []
    fake.caller.answers.list_layers = (_tool, _input, { signal }) =>
      new Promise((_answer, fail) =>
        signal.addEventListener('abort', () => {
          seen.push('aborted')
          fail(new Error('aborted'))
        }),
      )
    const client = new AbortController()
    const body = callTool('invoke_dynamic', { id: idOf('rhino://layers') })
    const gone = post(fake.port, { body, signal: client.signal }).catch(() => undefined)
    await until(() => fake.caller.calls.length === 1)
    client.abort()
    await until(() => seen.length === 1)
    await gone
  })
})

test('list_processes names what is connected', async () => {
  const result = await run('list_processes', {})
  expect(result.structuredContent).toEqual({ processes: [{ processId: 4711, label: 'Built-in modeller' }] })
})
