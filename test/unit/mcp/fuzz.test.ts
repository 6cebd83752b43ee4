import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMcpEndpoint } from '../../../src/mcp/endpoint.ts'
import { ERROR_META } from '../../../src/mcp/result.ts'
import { inputSchema, type JsonSchema } from '../../../src/tools/json-schema.ts'
import { tools } from '../../../src/tools/registry.ts'
import { parseParams } from '../../../src/tools/validate.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { serveFake, until } from './fake-caller.ts'
import { argumentsFor } from './hostile-values.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

/** How many arguments each tool is tried with; more for a night: TICKBIRD_FUZZ=200. */
const RUNS = Number(process.env.TICKBIRD_FUZZ ?? 8)

let fake: Awaited<ReturnType<typeof serveFake>>
beforeAll(async () => {
  fake = await serveFake()
})
afterAll(() => fake.close())

interface Result {
  isError?: boolean
  content: { type: string; text: string }[]
  _meta?: Record<string, { code: string }>
}

/** An answer that a client can live with, whatever it has sent. */
function sane(reply: { status: number; text: string }): void {
  expect(reply.status).toBe(200)
  const { result, error } = messageIn(reply as never) as unknown as { result?: Result; error?: { message: string } }
  if (error) throw new Error(`a protocol error for a tool that is there: ${error.message}`)
  expect(result?.content.length).toBeGreaterThan(0)
  expect(reply.text.length).toBeLessThan(20_000)
  if (result?.isError) {
    const code = result._meta?.[ERROR_META]?.code ?? JSON.parse(result.content[0]?.text ?? '{}').error?.type
    expect(code).toBeTruthy()
    expect(code).not.toBe('INTERNAL_ERROR')
  }
}

describe('arguments made from each tool’s own schema', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (name, tool) => {
    await fc.assert(
      fc.asyncProperty(argumentsFor(inputSchema(tool)), async (args) => {
        const before = fake.caller.calls.length
        sane(await post(fake.port, { body: callTool(name, args) }))
        // What got through to the host is in order: it passes the tool's own schema again, unchanged.
        for (const { input } of fake.caller.calls.slice(before).filter((call) => call.tool === name)) {
          const { doc: _doc, ...rest } = input
          expect(parseParams(tool, rest)).toEqual(rest)
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(fake.errors).toEqual([])
  })

  test.each(['search_dynamic', 'invoke_dynamic', 'list_processes'])('%s', async (name) => {
    const list = await post(fake.port, { path: '/mcp?tools=envelope', body: rpc('tools/list') })
    const { tools: listed } = messageIn(list).result as unknown as {
      tools: { name: string; inputSchema: JsonSchema }[]
    }
    const schema = listed.find((tool) => tool.name === name)?.inputSchema ?? {}
    await fc.assert(
      fc.asyncProperty(argumentsFor(schema), async (args) =>
        sane(await post(fake.port, { body: callTool(name, args) })),
      ),
      { numRuns: RUNS * 5, endOnFailure: true },
    )
    expect(fake.errors).toEqual([])
  })
})

test('arguments that are no object are an error result, not a protocol error', async () => {
  for (const args of [[], 'text', '[1]', 5, true, '{"a":']) {
    const reply = await post(fake.port, { body: rpc('tools/call', { name: 'create_box', arguments: args }) })
    expect(messageIn(reply).result).toMatchObject({ isError: true })
  }
})

test('a text of 10 MB is refused with its limit, one of 3 MB with what is wrong with it', async () => {
  const huge = await post(fake.port, { body: callTool('create_text_dot', { text: 'ä'.repeat(5_000_000) }) })
  expect(huge.status).toBe(413)
  expect(huge.text).toContain('4 MiB at most')
  const large = await post(fake.port, { body: callTool('create_box', { width: 'x'.repeat(3_000_000) }) })
  expect(messageIn(large).result).toMatchObject({ isError: true })
  expect(large.text.length).toBeLessThan(2000)
})

test('JSON that is nested a hundred thousand deep ends neither the process nor the connection', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const whole = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_box","arguments":{"width":${nested}}}}`
  const reply = await post(fake.port, { body: whole })
  expect([200, 400]).toContain(reply.status)
  for (const name of ['search_dynamic', 'invoke_dynamic', 'create_polyline', 'execute_python']) {
    const given = `{"id":${nested},"query":${nested},"arguments":${nested},"points":${nested},"context":${nested}}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`
    expect([200, 400]).toContain((await post(fake.port, { body })).status)
  }
  expect((await post(fake.port, { body: rpc('ping') })).status).toBe(200)
})

test('messages that are none are answered as such', async () => {
  const ids = [null, {}, [], true, 1.5, 'x'.repeat(100_000)]
  const bodies = [
    '',
    'null',
    '[]',
    '5',
    '"text"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":{}}}',
    '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
    `[${Array(50).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join(',')}]`,
    ...ids.map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })),
  ]
  for (const body of bodies) {
    const reply = await post(fake.port, { body })
    expect(reply.status, body.slice(0, 80)).toBeLessThan(500)
    expect(reply.text.length, body.slice(0, 80)).toBeLessThan(300_000)
  }
})

describe('a host that', () => {
  const box = { width: 1, depth: 1, height: 1 }
  const answer = {
    output: {
      guid: '0a1b2c3d-0000-4000-8000-000000000001',
      type: 'brep',
      bounding_box: { min: [0, 0, 0], max: [1, 1, 1] },
    },
    sentence: 'Box',
  }

  test('never answers holds up nobody else, and its call ends with its client', async () => {
    fake.caller.answers.create_box = () => new Promise(() => {})
    const gone = new AbortController()
    const before = fake.caller.calls.length
    const waiting = post(fake.port, { body: callTool('create_box', box), signal: gone.signal }).catch(() => 'gone')
    await until(() => fake.caller.calls.length > before)
    expect((await post(fake.port, { body: rpc('ping') })).status).toBe(200)
    gone.abort()
    expect(await waiting).toBe('gone')
    await until(() => fake.caller.calls.at(-1)?.options.signal.aborted === true)
  })

  test('answers after its client has gone is not heard, and says nothing to the next one', async () => {
    let late = () => {}
    fake.caller.answers.create_box = () => new Promise((resolve) => (late = () => resolve(answer)))
    const gone = new AbortController()
    const before = fake.caller.calls.length
    const waiting = post(fake.port, { body: callTool('create_box', box, 77), signal: gone.signal }).catch(() => 'gone')
    await until(() => fake.caller.calls.length > before)
    gone.abort()
    await waiting
    fake.caller.answers.create_box = () => ({ ...answer, sentence: 'The next box' })
    const next = post(fake.port, { body: callTool('create_box', box, 77) })
    late()
    expect(messageIn(await next).result.content[0]?.text).toBe('The next box')
  })

  test('answers twice, or fails after it has answered, is heard once', async () => {
    fake.caller.answers.create_box = () =>
      new Promise((resolve, reject) => {
        resolve(answer)
        resolve({ ...answer, sentence: 'Another' })
        reject(new Fault('OPERATION_FAILED', 'Too late'))
      })
    const reply = await post(fake.port, { body: callTool('create_box', box) })
    expect(messageIn(reply).result.content[0]?.text).toBe('Box')
  })

  test('goes on telling how far it is when it has answered disturbs nobody', async () => {
    let tell = (_done: number) => {}
    fake.caller.answers.create_box = (_tool, _input, { onProgress }) => {
      tell = (done) => onProgress?.({ done })
      return answer
    }
    const body = rpc('tools/call', { name: 'create_box', arguments: box, _meta: { progressToken: 1 } })
    expect(messageIn(await post(fake.port, { body })).result.content[0]?.text).toBe('Box')
    for (let done = 1; done < 5; done++) tell(done)
    expect((await post(fake.port, { body: rpc('ping') })).status).toBe(200)
  })
})

test('two requests with the same id, at once and from one client, are both answered', async () => {
  const finish: (() => void)[] = []
  fake.caller.answers.create_box = (_tool, { width }) =>
    new Promise((resolve) => {
      finish.push(() =>
        resolve({
          output: {
            guid: '0a1b2c3d-0000-4000-8000-000000000001',
            type: 'brep',
            bounding_box: { min: [0, 0, 0], max: [1, 1, 1] },
          },
          sentence: `Box ${String(width)}`,
        }),
      )
    })
  const calls = [1, 2].map((width) =>
    post(fake.port, { body: callTool('create_box', { width, depth: 1, height: 1 }, 5) }),
  )
  await until(() => finish.length === 2)
  for (const done of finish.reverse()) done()
  const texts = (await Promise.all(calls)).map((reply) => messageIn(reply).result.content[0]?.text)
  expect(texts).toEqual(['Box 1', 'Box 2'])
})

test('an endpoint that is closed answers what runs, and takes nothing more', async () => {
  const other = createMcpEndpoint({ caller: fake.caller, tokens: { clientForToken: () => undefined }, version: '1' })
  await other.close()
  await other.close()
})
