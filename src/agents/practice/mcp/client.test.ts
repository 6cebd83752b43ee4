import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { McpClient, ToolFailure } from './client.ts'
import { eventData } from './event-stream.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

type Message = { id?: number; method: string; params?: { name?: string; requestId?: number } }

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A server that answers `tools/call` with `respond`, and what it was sent. */
async function serve(respond: (message: Message, response: ServerResponse) => void) {
  const heard: { message: Message; headers: IncomingMessage['headers'] }[] = []
  const server = createServer(async (request, response) => {
    const message = JSON.parse(Buffer.concat(await collected(request)).toString()) as Message
    heard.push({ message, headers: request.headers })
    if (message.id === undefined) response.writeHead(202).end()
    else if (message.method === 'initialize') {
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's-1' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} }))
    } else respond(message, response)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return { client: new McpClient({ url, headers: { authorization: 'Bearer t' } }), heard }
}

const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const never = new AbortController().signal

test('introduces itself once, carries key and session, reads structured results', async () => {
  const { client, heard } = await serve(({ id }, response) =>
    json(response, { id, result: { content: [{ type: 'text', text: 'Box' }], structuredContent: { guid: 'g' } } }),
  )
  expect(await client.call('create_box', { width: 1 }, never)).toEqual({ sentence: 'Box', data: { guid: 'g' } })
  await client.call('create_box', {}, never)
  expect(heard.map(({ message }) => message.method)).toEqual([
    'initialize',
    'notifications/initialized',
    'tools/call',
    'tools/call',
  ])
  expect(heard[2]?.headers).toMatchObject({ authorization: 'Bearer t', 'mcp-session-id': 's-1' })
  expect(heard[2]?.message.params).toEqual({ name: 'create_box', arguments: { width: 1 } })
})

test('reads the answer out of an event stream, past other messages', async () => {
  const { client } = await serve(({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': hello\n\nevent: message\ndata: {"method":"notifications/progress"}\n\n')
    response.end(`data: ${JSON.stringify({ id, result: { content: [{ type: 'text', text: '{"a":1}' }] } })}\r\n\r\n`)
  })
  expect((await client.call('x', {}, never)).data).toEqual({ a: 1 })
})

test.each([
  [
    'an error result',
    { result: { isError: true, content: [{ type: 'text', text: 'No such edge.' }] } },
    'No such edge.',
  ],
  ['a protocol error', { error: { code: -32602, message: 'Unknown tool' } }, 'Unknown tool'],
])('%s is a failure with its sentence', async (_what, body, sentence) => {
  const { client } = await serve(({ id }, response) => json(response, { id, ...body }))
  await expect(client.call('x', {}, never)).rejects.toThrow(new ToolFailure(sentence))
})

test('refusals, broken answers and a missing server are sentences', async () => {
  const refused = await serve((_message, response) => response.writeHead(401).end())
  await expect(refused.client.call('x', {}, never)).rejects.toThrow('did not accept')
  const broken = await serve((_message, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
  )
  await expect(broken.client.call('x', {}, never)).rejects.toThrow('not JSON')
  const cut = await serve((_message, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n'),
  )
  await expect(cut.client.call('x', {}, never)).rejects.toThrow('before the answer came')
  const gone = new McpClient({ url: 'http://127.0.0.1:1/mcp', headers: {} })
  await expect(gone.call('x', {}, never)).rejects.toThrow('cannot be reached')
})

test('stopping ends the call at once and tells the server which', async () => {
  const stop = new AbortController()
  const { client, heard } = await serve(() => stop.abort(new Error('stopped')))
  await expect(client.call('slow', {}, stop.signal)).rejects.toThrow('stopped')
  const told = await vi.waitFor(() => {
    const cancelled = heard.find(({ message }) => message.method === 'notifications/cancelled')
    if (!cancelled) throw new Error('not yet')
    return cancelled.message.params?.requestId
  })
  expect(told).toBe(heard.find(({ message }) => message.method === 'tools/call')?.message.id)
})

test('events may be cut anywhere', async () => {
  const text = 'data: one\ndata: two\n\ndata:äö\r\n\r\n'
  for (let at = 0; at <= Buffer.byteLength(text); at++) {
    const bytes = Buffer.from(text)
    const parts = (async function* () {
      yield bytes.subarray(0, at)
      yield bytes.subarray(at)
    })()
    expect(await collected(eventData(parts))).toEqual(['one\ntwo', 'äö'])
  }
})
