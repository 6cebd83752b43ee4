import { request } from 'node:http'
import { OUTSIDE_TOKEN } from './fake-caller.ts'

export interface Reply {
  status: number
  headers: Record<string, unknown>
  text: string
}

export const plainHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${OUTSIDE_TOKEN}`,
}

export interface Post {
  path?: string
  method?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
  /** Aborting it destroys the socket, as a client that vanishes does. */
  signal?: AbortSignal
}

/** One raw HTTP request, so that a test can send what no proper client would. */
export function post(
  port: number,
  { path = '/mcp', method = 'POST', headers = {}, body, signal }: Post,
): Promise<Reply> {
  const all = Object.fromEntries(
    Object.entries({ ...plainHeaders, ...headers }).filter(([, value]) => value !== undefined),
  )
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: all as Record<string, string>,
        agent: false,
        ...(signal ? { signal } : {}),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

let nextId = 1
export const rpc = (method: string, params: Record<string, unknown> = {}, id: number | string = nextId++): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

export const callTool = (name: string, args: unknown = {}, id?: number | string): string =>
  rpc('tools/call', { name, arguments: args }, id)

export interface Message {
  id: number | string | null
  // Whatever the server said: a test that expects something else fails where it looks.
  result: Record<string, never> & { content: { text: string }[]; structuredContent: Record<string, unknown> }
  error: { code: number; message: string; data?: unknown }
}

/** The JSON-RPC message in a reply, whether it came as JSON or as the last event of a stream. */
export function messageIn(reply: Reply): Message {
  const line = reply.text.split('\n').findLast((part) => part.startsWith('data: '))
  return JSON.parse(line === undefined ? reply.text : line.slice('data: '.length))
}
