import type { IncomingMessage } from 'node:http'
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCRequest,
  type MessageClassification,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { MODERN_REVISION } from './server.ts'

/** A request that a lane can serve, and the era it belongs to. */
export interface DirectRequest {
  message: JSONRPCRequest
  era: MessageClassification['era']
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/**
 * Picks out the requests that make up nearly all traffic: single, well-formed, their headers in order. They go down a
 * lane (lane.ts). Everything else, the handshakes and every doubt included, is undefined and goes to the SDK's entry.
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
    if (body.method === 'initialize') return undefined
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined
    return { message: body, era: 'legacy' }
  }
  if (found.kind !== 'modern' || found.classification.revision !== MODERN_REVISION) return undefined
  if (body.method !== 'tools/call' || method !== 'tools/call' || version !== MODERN_REVISION) return undefined
  if (name === undefined || name !== (body.params as { name?: unknown } | undefined)?.name) return undefined
  return { message: body, era: 'modern' }
}
