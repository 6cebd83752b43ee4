import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isJSONRPCResponse, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { RhinoSession } from '../rhino/session.ts'
import { type Additions, together } from './additions.ts'
import type { Client } from './caller.ts'
import { mayNeedConfirming } from './confirm.ts'
import { type DirectRequest, directRequest } from './direct.ts'
import { admit, MAX_BODY_BYTES, type Refusal, readBody } from './guard.ts'
import { abilitiesIn, clientName, identify, newSessionId, SESSION_HEADER } from './identity.ts'
import { type Exchange, Lane } from './lane.ts'
import { OFFERED_SETS, setNamed } from './listing.ts'
import { refusedPlace } from './place.ts'
import { PROFILES, profileNamed, profileOf } from './profiles/profile.ts'
import { MODERN_REVISION } from './revision.ts'
import { authOf, type Seat, whoIs } from './seat.ts'
import { callTool, createLaneServer, createServer, type ServerParts } from './server.ts'
import { TaskDoor } from './tasks/door.ts'
import { Watching } from './watching.ts'

export interface EndpointOptions extends Omit<ServerParts, 'additions'> {
  /** Tools that Tickbird carries out itself. */
  coreTools?: Additions
  tokens: { clientForToken(token: string): Client | undefined }
  /** What the core works in; a client may insist on one by `?rhino=`. */
  ready?: () => Promise<RhinoSession>
  /** What went wrong inside the protocol, for the log; never an answer. */
  onError?(error: Error): void
}

export interface McpEndpoint {
  /** Answers one request to `/mcp`; the path is the web server's business. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Gives up what is running. */
  close(): Promise<void>
}

/** Streamable HTTP for both eras of MCP behind one token check (contract §3). */
export function createMcpEndpoint(given: EndpointOptions): McpEndpoint {
  const additions = together([given.toolsets, given.coreTools].filter((part) => part !== undefined))
  const options = { ...given, additions, caller: additions.through(given.caller) }
  const running = new Map<string, Exchange>()
  const watching = new Watching((uri) => entry.notify.resourceUpdated(uri))
  const unwatch = options.changes?.onChange(() => watching.changed())
  const unlist = options.toolsets?.onChange(() => {
    watching.toolsChanged()
    entry.notify.toolsChanged()
  })
  const lanes: Record<DirectRequest['era'], Promise<Lane>> = {
    legacy: Lane.open(createLaneServer(options, watching), { era: 'legacy' }),
    modern: Lane.open(createLaneServer(options, watching), { era: 'modern', revision: MODERN_REVISION }),
  }
  const report = (error: unknown) => options.onError?.(error instanceof Error ? error : new Error(String(error)))
  const entry = createMcpHandler(() => createServer(options, watching), {
    legacy: 'stateless',
    onerror: report,
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  const extraNamed = (name: unknown) => options.extras?.tools.find(({ definition }) => definition.name === name)
  const mayAsk = (tool: unknown) =>
    typeof tool === 'string' && (mayNeedConfirming(tool) || tool === 'invoke_dynamic' || extraNamed(tool) !== undefined)
  const tasks = new TaskDoor({
    workOf: (params) => (context) => callTool(options, params, context),
    requires: (tool) => extraNamed(tool)?.onlyAsTask === true,
  })
  const throughEntry = toNodeHandler(entry, { onerror: report })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = admit(request.headers, (token) => options.tokens.clientForToken(token))
    if ('refusal' in admitted) return refuse(response, admitted.refusal)
    const wish = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams
    const set = setNamed(wish.get('tools'))
    if (!set) return refuse(response, { status: 400, message: `?tools= is one of ${OFFERED_SETS.join(', ')}.` })
    const named = wish.get('profile')
    const asked = named ? profileNamed(named) : null
    if (asked === undefined) {
      return refuse(response, {
        status: 400,
        message: `?profile= is one of ${PROFILES.map(({ id }) => id).join(', ')}.`,
      })
    }
    const place = wish.get('rhino')
    const misplaced = place !== null && options.ready ? await refusedPlace(place, options.ready) : null
    if (misplaced) return refuse(response, misplaced)
    if (opensStream(request)) {
      return watching.open(whoIs(identify(admitted.client, request.headers, undefined)), response)
    }
    if (request.method !== 'POST') {
      return refuse(response, { status: 405, message: 'Send MCP messages with POST.', headers: { allow: 'POST' } })
    }
    const body = await readBody(request)
    if ('refusal' in body) return refuse(response, body.refusal)
    const message = parse(body.text)
    if (message === undefined) {
      return refuse(response, { status: 400, message: 'The body is not JSON.' }, ProtocolErrorCode.ParseError)
    }
    const client = identify(admitted.client, request.headers, message)
    if (isMethod(message, 'initialize')) response.setHeader(SESSION_HEADER, newSessionId(message))
    if (isMethod(message, 'notifications/cancelled')) running.get(callKey(client, message.params?.requestId))?.cancel()
    if (isJSONRPCResponse(message)) {
      ;(await lanes.legacy).answer(message, client)
      response.writeHead(202).end()
      return
    }
    const profile = asked ?? profileOf(clientName(request.headers, message))
    const seat = { client, set, profile, abilities: abilitiesIn(request.headers) }
    watching.listen(message)
    if (await tasks.take(request.headers, message, seat, response)) return
    const direct = directRequest(request.headers, message, mayAsk)
    if (!direct) return throughEntry(seated(request, seat), response, message)
    const key = callKey(client, direct.message.id)
    const lane = await lanes[direct.era]
    const exchange = lane.serve(direct.message, seat, response)
    running.set(key, exchange)
    try {
      await exchange.done
    } finally {
      if (running.get(key) === exchange) running.delete(key)
    }
  }

  return {
    async handle(request, response) {
      try {
        await serve(request, response)
      } catch (error) {
        report(error)
        if (!response.headersSent) refuse(response, { status: 500, message: 'Tickbird made a mistake here.' })
        else response.end()
      }
    },
    async close() {
      tasks.close()
      for (const lane of Object.values(lanes)) await (await lane).close()
      await entry.close()
      unwatch?.()
      unlist?.()
      watching.close()
    },
  }
}

/** A client of 2025's that has introduced itself may keep a stream open for what we have to say unasked. */
function opensStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && SESSION_HEADER in headers && (headers.accept ?? '').includes('text/event-stream')
}

/** The request as the SDK's entry takes it, with its seat. */
function seated(request: IncomingMessage, seat: Seat): NodeIncomingMessageLike {
  return {
    method: 'POST',
    url: request.url ?? '/mcp',
    headers: request.headers,
    auth: authOf(seat),
    [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
  }
}

/** Requests of one client by their id; 1 and "1" are different ids. */
function callKey(client: Client, id: unknown): string {
  return `${whoIs(client)} ${JSON.stringify(id)}`
}

function refuse(response: ServerResponse, refusal: Refusal, code: number = -32_000): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message: refusal.message }, id: null })
  response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers }).end(body)
}

/** Undefined is never JSON, so it can stand for "not JSON". */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isMethod(message: unknown, method: string): message is { params?: { requestId?: unknown } } {
  return typeof message === 'object' && message !== null && (message as { method?: unknown }).method === method
}
