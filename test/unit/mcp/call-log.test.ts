import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '../../../src/wire/fault.ts'
import { OUTSIDE_TOKEN, serveFake, until } from './fake-caller.ts'
import { callTool, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
let lines: string[]
beforeEach(async () => {
  lines = []
  fake = await serveFake({ log: (line) => lines.push(line) })
})
afterEach(() => fake.close())

const box = { width: 40, depth: '25', height: 10, name: 'my secret project', corner: [1, 2, 3] }
const logged = () => lines.map((line) => JSON.parse(line))

test('a call is one line that tells sizes, not contents', async () => {
  await post(fake.port, { body: callTool('create_box', box) })
  expect(logged()).toMatchObject([
    {
      client: 'An outside client',
      target: 'create_box',
      outcome: 'ok',
      arguments: { width: 40, depth: 'text 2', height: 10, name: 'text 17', corner: [1, 2, 3] },
      sent: [expect.stringMatching(/^text \d+$/), expect.stringMatching(/^text \d+$/)],
    },
  ])
  expect(logged()[0].ms).toBeGreaterThanOrEqual(0)
  expect(lines.join()).not.toContain('secret')
  expect(lines.join()).not.toContain(OUTSIDE_TOKEN)
})

test('a picture is told by type and length', async () => {
  fake.caller.answers.capture_viewport = () => ({ output: { image: 'A'.repeat(5000) }, sentence: 'Looked' })
  await post(fake.port, { body: callTool('capture_viewport') })
  await post(fake.port, { body: rpc('resources/read', { uri: 'rhino://view' }) })
  expect(logged().map(({ sent }) => sent)).toEqual([['text 6', 'image/png 5000'], ['image/png 5000']])
})

test('errors have their code, and unknown tools no line', async () => {
  fake.caller.answers.list_layers = () => {
    throw new Fault('RHINO_BUSY', 'Busy')
  }
  await post(fake.port, { body: callTool('create_sphere', { radius: 1 }) })
  await post(fake.port, { body: callTool('create_box', { width: -1 }) })
  await post(fake.port, { body: rpc('resources/read', { uri: 'rhino://layers' }) })
  await post(fake.port, { body: callTool('no_such_tool') })
  expect(logged().map(({ outcome, code }) => [outcome, code])).toEqual([
    ['error', 'NOT_IMPLEMENTED'],
    ['error', 'INVALID_PARAMS'],
    ['error', 'RHINO_BUSY'],
  ])
})

test('a cancelled call says so', async () => {
  fake.caller.answers.create_box = (_tool, _input, { signal }) =>
    new Promise((_answer, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))))
  const client = new AbortController()
  const gone = post(fake.port, { body: callTool('create_box', box), signal: client.signal }).catch(() => undefined)
  await until(() => fake.caller.calls.length === 1)
  client.abort()
  await until(() => lines.length === 1)
  expect(logged()[0]).toMatchObject({ target: 'create_box', outcome: 'cancelled' })
  await gone
})
