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

/**
 * The headers that a call repeats some of its arguments in, because the tool's schema asks for it (`x-mcp-header`), so that
 * what stands between can route by them. Source: the same, "schema extension". The SDK's client drops tools whose
 * declarations are wrong, so they are right here.
 */
export function parameterHeaders(schema: unknown, given: unknown): Record<string, string> {
  const { properties, 'x-mcp-header': header } = (schema ?? {}) as { properties?: object; 'x-mcp-header'?: unknown }
  if (typeof header === 'string') {
    const text = ['string', 'boolean'].includes(typeof given) || Number.isSafeInteger(given) ? String(given) : undefined
    return text === undefined ? {} : { [`mcp-param-${header}`]: fieldValue(text) }
  }
  if (typeof properties !== 'object' || typeof given !== 'object' || given === null) return {}
  const parts = Object.entries(properties).filter(([name]) => Object.hasOwn(given, name))
  return Object.assign(
    {},
    ...parts.map(([name, part]) => parameterHeaders(part, (given as Record<string, unknown>)[name])),
  ) as Record<string, string>
}

/** Anything but plain visible text goes as base64 in the protocol's own brackets. */
function fieldValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
