/** Methods whose subject 2026's protocol repeats in a header, and where it stands in the params. */
const SUBJECT: Record<string, 'name' | 'uri' | 'taskId'> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/**
 * The headers that a message of 2026's protocol must repeat itself in when it travels over HTTP; none for older
 * messages. Source: the specification's streamable HTTP transport, revision 2026-07-28, "standard request headers".
 */
export function mirrorHeaders(message: unknown): Record<string, string> {
  const { method, params } = message as { method?: unknown; params?: Record<string, unknown> }
  const meta = params?._meta as Record<string, unknown> | undefined
  const version = meta?.[VERSION]
  if (typeof version !== 'string' || typeof method !== 'string') return {}
  const subject = SUBJECT[method]
  const name = subject === undefined ? undefined : params?.[subject]
  return {
    'mcp-protocol-version': fieldValue(version),
    'mcp-method': fieldValue(method),
    ...(typeof name === 'string' ? { 'mcp-name': fieldValue(name) } : {}),
  }
}

/** Anything but plain visible text goes as base64 in the protocol's own brackets. */
function fieldValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
