import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveFake, until } from './fake-caller.ts'
import { messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
let finish: (() => void)[]
beforeEach(async () => {
  fake = await serveFake()
  finish = []
  // A sphere that is done when the test says so.
  fake.caller.answers.create_sphere = (_tool, _input, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      onProgress?.({ done: 1, total: 4, text: 'A quarter is done' })
      signal.addEventListener('abort', () => reject(signal.reason))
      finish.push(() =>
        resolve({
          output: {
            guid: '0a1b2c3d-0000-4000-8000-000000000001',
            type: 'brep',
            bounding_box: { min: [0, 0, 0], max: [1, 1, 1] },
          },
          sentence: 'Sphere',
        }),
      )
    })
})
afterEach(() => fake.close())

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const INFO = 'io.modelcontextprotocol/clientInfo'
const KNOWS_TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

interface Sent {
  client?: string
  capabilities?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

function send(method: string, params: Record<string, unknown>, sent: Sent = {}) {
  const { client = 'one', capabilities = KNOWS_TASKS, headers = {}, signal } = sent
  const _meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: capabilities, [INFO]: { name: client, version: '1' } }
  return post(fake.port, {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(params.name ?? params.taskId),
      ...headers,
    },
    body: rpc(method, { ...params, _meta }),
    ...(signal ? { signal } : {}),
  })
}
interface Answer {
  result: {
    resultType: string
    taskId: string
    status: string
    statusMessage?: string
    result?: { isError?: boolean; content: { text: string }[] }
    content?: { text: string }[]
    inputRequests?: Record<string, { method: string }>
    requestState?: string
  }
  error: { code: number; data?: unknown }
}
const ask = async (method: string, params: Record<string, unknown>, sent?: Sent) =>
  messageIn(await send(method, params, sent)) as unknown as Answer

const sphere = { name: 'create_sphere', arguments: { center: [0, 0, 0], radius: 1 } }

test('a call that takes its time becomes a task, is asked about, and ends with its result', async () => {
  const { result: head } = await ask('tools/call', sphere)
  expect(head).toMatchObject({ resultType: 'task', status: 'working', statusMessage: 'A quarter is done' })
  expect(head).not.toHaveProperty('result')
  expect((await ask('tasks/get', { taskId: head.taskId })).result.status).toBe('working')
  finish[0]?.()
  const { result } = await ask('tasks/get', { taskId: head.taskId })
  expect(result).toMatchObject({ status: 'completed', result: { content: [{ text: 'Sphere' }, {}] } })
  // It stays so: cancelling what has ended changes nothing.
  expect((await ask('tasks/cancel', { taskId: head.taskId })).result).toEqual({ resultType: 'complete' })
  expect((await ask('tasks/get', { taskId: head.taskId })).result.status).toBe('completed')
})

test('a quick call is answered at once, and so is every call of a client that knows no tasks', async () => {
  const box = { name: 'create_box', arguments: { width: 1, depth: 1, height: 1 } }
  expect((await ask('tools/call', box)).result).toMatchObject({
    resultType: 'complete',
    content: [{ text: 'Box 1 × 1 × 1 mm' }, {}],
  })
  const waiting = ask('tools/call', sphere, { capabilities: {} })
  await until(() => finish.length === 1)
  await new Promise((later) => setTimeout(later, 700))
  finish[0]?.()
  expect((await waiting).result).toMatchObject({ resultType: 'complete', content: [{ text: 'Sphere' }, {}] })
})

test('cancelling a task stops its call', async () => {
  const { result: head } = await ask('tools/call', sphere)
  expect((await ask('tasks/cancel', { taskId: head.taskId })).result).toEqual({ resultType: 'complete' })
  expect(fake.caller.calls[0]?.options.signal.aborted).toBe(true)
  expect((await ask('tasks/get', { taskId: head.taskId })).result.status).toBe('cancelled')
})

test('a client that goes away before its call has become a task takes it along, one that goes later does not', async () => {
  const gone = new AbortController()
  const reply = send('tools/call', sphere, { signal: gone.signal }).catch(() => undefined)
  await until(() => fake.caller.calls.length === 1)
  gone.abort()
  await reply
  await until(() => fake.caller.calls[0]?.options.signal.aborted === true)
  await ask('tools/call', sphere)
  expect(fake.caller.calls[1]?.options.signal.aborted).toBe(false)
})

test('a task is its own client’s: nobody else sees, answers or cancels it', async () => {
  const { result: head } = await ask('tools/call', sphere)
  for (const method of ['tasks/get', 'tasks/cancel']) {
    expect((await ask(method, { taskId: head.taskId }, { client: 'other' })).error.code).toBe(-32_602)
  }
  expect(fake.caller.calls[0]?.options.signal.aborted).toBe(false)
})

test('a question within a task’s time is asked as usual, and the answer goes on as a task', async () => {
  fake.caller.answers.delete_objects = async (_tool, { ids }) => {
    await new Promise<void>((done) => finish.push(done))
    return { output: { deleted: (ids as string[]).length }, sentence: 'Deleted' }
  }
  const ids = Array.from({ length: 60 }, (_, n) => `0a1b2c3d-0000-4000-8000-0000000000${n + 10}`)
  const call = { name: 'delete_objects', arguments: { ids } }
  const capabilities = { ...KNOWS_TASKS, elicitation: {} }
  const { result: question } = await ask('tools/call', call, { capabilities })
  expect(question).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: {} } })
  const answered = {
    ...call,
    inputResponses: { confirm: { action: 'accept', content: { yes: true } } },
    requestState: question.requestState,
  }
  const { result: head } = await ask('tools/call', answered, { capabilities })
  expect(head.resultType).toBe('task')
  finish[0]?.()
  expect((await ask('tasks/get', { taskId: head.taskId })).result.status).toBe('completed')
})

test.each<[string, Record<string, unknown>, Sent, number, number]>([
  ['tasks/get', { taskId: 'gone' }, {}, 200, -32_602],
  ['tasks/get', { taskId: 7 }, {}, 400, -32_020],
  ['tasks/get', { taskId: 'gone' }, { headers: { 'mcp-name': 'other' } }, 400, -32_020],
  ['tasks/get', { taskId: 'gone' }, { headers: { 'mcp-method': 'tasks/cancel' } }, 400, -32_020],
  ['tasks/update', { taskId: 'gone', inputResponses: {} }, { capabilities: {} }, 400, -32_021],
  ['tasks/list', { taskId: 'x' }, {}, 404, -32_601],
  ['tasks/result', { taskId: 'x' }, {}, 404, -32_601],
])('%s with %j is refused', async (method, params, sent, status, code) => {
  const reply = await send(method, params, sent)
  expect({ status: reply.status, code: messageIn(reply).error.code }).toEqual({ status, code })
})

test('answers that are none are refused, those to no question are passed over', async () => {
  const { result: head } = await ask('tools/call', sphere)
  expect((await ask('tasks/update', { taskId: head.taskId })).error.code).toBe(-32_602)
  expect((await ask('tasks/update', { taskId: head.taskId, inputResponses: [] })).error.code).toBe(-32_602)
  const { result } = await ask('tasks/update', { taskId: head.taskId, inputResponses: { a: 1 } })
  expect(result).toEqual({ resultType: 'complete' })
  expect((await ask('tasks/get', { taskId: head.taskId })).result.status).toBe('working')
})

test('a call of a tool that is not there is the same error with tasks as without', async () => {
  const nothing = { name: 'no_such_tool', arguments: {} }
  const [with_, without] = [await ask('tools/call', nothing), await ask('tools/call', nothing, { capabilities: {} })]
  expect(with_.error).toEqual(without.error)
})
