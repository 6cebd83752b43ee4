import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { refuse, sendFile } from './panel-files.ts'
import type { CoreRouter } from './router.ts'

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
  const server = createServer((request, response) => void answer(at, options, clients, request, response))
  // A client that sends just when an idle connection is being closed takes it for a failure; on loopback idle ones are cheap.
  server.keepAliveTimeout = KEPT_ALIVE_MS
  const port = await listen(server, options.port ?? 0)
  const at = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }
  const clients = new Clients(options.onClients)
  const sockets = serveRpc(server, at, options, clients)
  return {
    origin: at.origin,
    port,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Where we are reached, and only there. */
interface Place {
  host: string
  origin: string
}

/** Who is connected now, panels and bridges alike. */
class Clients {
  readonly #here = new Set<object>()
  readonly #tell: (count: number) => void

  constructor(tell: ((count: number) => void) | undefined) {
    this.#tell = tell ?? (() => undefined)
  }

  come(client: object): void {
    this.#tell(this.#here.add(client).size)
  }

  go(client: object): void {
    if (this.#here.delete(client)) this.#tell(this.#here.size)
  }
}

async function answer(
  at: Place,
  options: WebOptions,
  clients: Clients,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request)
  if (path === '/mcp') return options.mcp(request, response)
  if (request.headers.host !== at.host) return refuse(response, 421, 'This server only answers as 127.0.0.1.')
  if (path === '/presence') return hold(options, clients, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET is answered here.')
  await sendFile(options.root, path, response)
}

/** An answer that never ends: while it is open, its client is there. */
function hold(options: WebOptions, clients: Clients, request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (!sameToken(given, options.presenceToken)) {
    refuse(response, 401, 'This needs the token of `tickbird serve`.')
    return
  }
  response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders()
  clients.come(response)
  response.on('close', () => clients.go(response))
}

/** The panel's RPC, for whoever comes from our own page with this launch's token. */
function serveRpc(server: Server, at: Place, options: WebOptions, clients: Clients): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) => (offered.has('tickbird') ? 'tickbird' : false),
  })
  const rpc = new RPCHandler(options.router)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An error that nobody hears would end the core; whoever broke off is not owed an answer.
    socket.on('error', () => socket.destroy())
    const [name, token] = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
    const allowed =
      pathOf(request) === '/rpc' &&
      request.headers.host === at.host &&
      request.headers.origin === at.origin &&
      name === 'tickbird' &&
      sameToken(token ?? '', options.token)
    if (!allowed) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
      clients.come(client)
      // A frame that is none, or one over the limit: `ws` closes the connection, and the panel connects anew.
      client.on('error', () => undefined)
      client.on('close', () => clients.go(client))
      void rpc.upgrade(client, { context: {} })
    })
  })
  return sockets
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
