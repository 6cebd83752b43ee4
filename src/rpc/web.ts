import { timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { CONTENT_SECURITY_POLICY } from '../shared/policy.ts'
import type { CoreRouter } from './router.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** How long an idle connection is kept for the next request, in ms. */
const KEPT_ALIVE_MS = 120_000

/** Largest message of the panel: a file handed over in base64. */
const MAX_MESSAGE = 96 * 1024 * 1024

export interface WebOptions {
  router: CoreRouter
  /** The built panel. */
  root: string
  /** For the panel of this launch. */
  token: string
  /** 0 or left out: any free one. */
  port?: number
  /** Everything below `/mcp`. */
  mcp(request: IncomingMessage, response: ServerResponse): void
  /** Who may hold `/presence` open: a stdio bridge, for as long as its own client is there. */
  presenceToken: string
  /** How many panels and bridges are connected, at every change. */
  onClients?(count: number): void
}

export interface Web {
  /** `http://127.0.0.1:PORT` */
  origin: string
  port: number
  close(): Promise<void>
}

/**
 * The core's one HTTP server, on 127.0.0.1 only: the panel's files, its RPC as a WebSocket at `/rpc` (the token comes as
 * the second subprotocol, so that it is in no URL), and MCP. Host is checked against DNS rebinding, Origin must be our own.
 */
export async function serveWeb(options: WebOptions): Promise<Web> {
  const server = createServer((request, response) => void answer(request, response))
  // A client that sends just when an idle connection is being closed takes it for a failure; on loopback idle ones are cheap.
  server.keepAliveTimeout = KEPT_ALIVE_MS
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) => (offered.has('tickbird') ? 'tickbird' : false),
  })
  const rpc = new RPCHandler(options.router)
  const port = await listen(server, options.port ?? 0)
  const origin = `http://127.0.0.1:${port}`
  const clients = new Set<object>()
  const come = (client: object) => options.onClients?.(clients.add(client).size)
  const go = (client: object) => clients.delete(client) && options.onClients?.(clients.size)
  const ownHost = (request: IncomingMessage) => request.headers.host === `127.0.0.1:${port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request)
    if (path === '/mcp') return options.mcp(request, response)
    if (!ownHost(request)) return refuse(response, 421, 'This server only answers as 127.0.0.1.')
    if (path === '/presence') return hold(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET is answered here.')
    await sendFile(options.root, path, response)
  }

  /** An answer that never ends: while it is open, its client is there. */
  function hold(request: IncomingMessage, response: ServerResponse): void {
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!sameToken(given, options.presenceToken)) {
      refuse(response, 401, 'This needs the token of `tickbird serve`.')
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders()
    come(response)
    response.on('close', () => go(response))
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An error that nobody hears would end the core; whoever broke off is not owed an answer.
    socket.on('error', () => socket.destroy())
    const [name, token] = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
    const allowed =
      pathOf(request) === '/rpc' &&
      ownHost(request) &&
      request.headers.origin === origin &&
      name === 'tickbird' &&
      sameToken(token ?? '', options.token)
    if (!allowed) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
      come(client)
      // A frame that is none, or one over the limit: `ws` closes the connection, and the panel connects anew.
      client.on('error', () => undefined)
      client.on('close', () => go(client))
      void rpc.upgrade(client, { context: {} })
    })
  })

  return {
    origin,
    port,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error)
      const why = error.code === 'EACCES' ? 'may not be used by this user' : 'is taken by another program'
      reject(new Error(`Port ${port} ${why}. Name another one with --port, or leave it out.`))
    })
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error')
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** The path alone, or a name that no file has for a request line that is no URL. */
function pathOf(request: IncomingMessage): string {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname)
  } catch {
    return '\0'
  }
}

function sameToken(given: string, right: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(`${sentence}\n`)
}

async function sendFile(root: string, path: string, response: ServerResponse): Promise<void> {
  const file = path.includes('\0') ? undefined : normalize(join(root, path === '/' ? 'index.html' : path))
  if (!file?.startsWith(root + sep)) return refuse(response, 404, 'There is no such page.')
  let body: Buffer
  try {
    body = await readFile(file)
  } catch {
    return refuse(response, 404, 'There is no such page.')
  }
  response.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  response.end(body)
}
