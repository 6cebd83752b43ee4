import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { MODERN_REVISION } from './server.ts'

/** A request that can be answered in one exchange, without the SDK's own HTTP entry. */
export interface DirectRequest {
  message: JSONRPCRequest
  classification: MessageClassification
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/**
 * Picks out the requests that make up nearly all traffic: single, well-formed, their headers in order. They are served
 * with the SDK's building blocks straight onto Node's response, which takes a quarter of the time of its HTTP entry
 * (that one goes through web streams). Everything else, every doubt included, is undefined and goes to the entry.
 */
export function directRequest(headers: IncomingMessage['headers'], body: unknown): DirectRequest | undefined {
  const accept = headers.accept ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  if (!isJsonContentType(headers['content-type'] ?? null) || !isJSONRPCRequest(body)) return undefined
  const version = one(headers['mcp-protocol-version'])
  const method = one(headers['mcp-method'])
  const name = one(headers['mcp-name'])
  const found = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
    ...(name === undefined ? {} : { mcpNameHeader: name }),
  })
  if (found.kind === 'legacy') {
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined
    return { message: body, classification: { era: 'legacy' } }
  }
  if (found.kind !== 'modern' || found.classification.revision !== MODERN_REVISION) return undefined
  if (body.method !== 'tools/call' || method !== 'tools/call' || version !== MODERN_REVISION) return undefined
  if (name === undefined || name !== (body.params as { name?: unknown } | undefined)?.name) return undefined
  return { message: body, classification: found.classification }
}

/** One request on its way. */
export interface Exchange {
  /** The client wants no answer any more: it gets an empty stream. */
  cancel(): void
  /** We stop: the client gets an error. */
  stop(): void
  done: Promise<void>
}

/** Serves one direct request. When the client goes away, the handler's signal aborts. */
export function serveDirect(server: Server, request: DirectRequest, response: ServerResponse): Exchange {
  const transport = new PerRequestHTTPServerTransport({ classification: request.classification })
  const giveUp = () => void transport.close()
  let stopping = false
  response.on('close', giveUp)
  async function answer(): Promise<void> {
    await server.connect(transport)
    let made: Response
    try {
      made = await transport.handleMessage(request.message)
    } catch {
      if (stopping) writeStopped(response, request.message.id)
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
      return
    }
    await write(made, response)
  }
  return {
    cancel: giveUp,
    stop() {
      stopping = true
      giveUp()
    },
    done: answer(),
  }
}

async function write(made: Response, response: ServerResponse): Promise<void> {
  const type = made.headers.get('content-type') ?? 'application/json'
  if (type.startsWith('application/json')) {
    const body = Buffer.from(await made.arrayBuffer())
    response.writeHead(made.status, { 'content-type': type, 'content-length': body.length }).end(body)
    return
  }
  response.writeHead(made.status, Object.fromEntries(made.headers))
  if (made.body) for await (const chunk of made.body) response.write(chunk)
  response.end()
}

function writeStopped(response: ServerResponse, id: string | number): void {
  const message = 'Tickbird is closing. Look with get_context what was done before you repeat the call.'
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
  response.writeHead(503, { 'content-type': 'application/json' }).end(body)
}
