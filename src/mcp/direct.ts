import type { IncomingMessage } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCRequest,
  type MessageClassification,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { MODERN_REVISION } from './revision.ts'

/** A request that a lane can serve, and the era it belongs to. */
export interface DirectRequest {
  message: JSONRPCRequest
  era: MessageClassification['era']
}

/**
 * Picks out the requests that make up nearly all traffic: single, well-formed, their headers in order. They go down a
 * lane (lane.ts). Everything else, the handshakes and every doubt included, is undefined and goes to the SDK's entry,
 * which knows how to turn each kind of them away.
 */
export function directRequest(
  headers: IncomingMessage['headers'],
  body: unknown,
  mayAsk: (tool: unknown) => boolean,
): DirectRequest | undefined {
  const accept = headers.accept ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  if (!isJsonContentType(headers['content-type'] ?? null) || !isJSONRPCRequest(body)) return undefined
  const meta = body.params?._meta
  const modern = meta !== undefined && PROTOCOL_VERSION_META_KEY in meta
  if (modern ? !isPlainModern(headers, body, meta) : !isPlainLegacy(headers, body)) return undefined
  // Questions in 2026's way are the entry's business: it knows what the client can be asked, and how it is said.
  if (modern && mayAsk(body.params?.name)) return undefined
  return { message: body, era: modern ? 'modern' : 'legacy' }
}

function isPlainLegacy(headers: IncomingMessage['headers'], { method }: JSONRPCRequest): boolean {
  const version = headers['mcp-protocol-version']
  const known = version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  return known && method !== 'initialize'
}

/** 2026's protocol repeats the request in its headers; only the plainest kind is looked at here. */
function isPlainModern(
  headers: IncomingMessage['headers'],
  { method, params }: JSONRPCRequest,
  meta: Record<string, unknown>,
): boolean {
  return (
    method === 'tools/call' &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === params?.name &&
    headers['mcp-protocol-version'] === MODERN_REVISION &&
    meta[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION &&
    typeof meta[CLIENT_CAPABILITIES_META_KEY] === 'object'
  )
}
