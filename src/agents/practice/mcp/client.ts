import { eventData } from './event-stream.ts'

/** A tool's answer, as far as the practice agent reads it. */
export interface ToolResult {
  /** The first text: the sentence of what was done, or of why it was not. */
  sentence: string
  /** The structured result, or the JSON in its text mirror. */
  data: Record<string, unknown>
}

/** The server, or what stands between, did not do what was asked; the message is for people. */
export class ToolFailure extends Error {}

export interface McpServer {
  url: string
  headers: Readonly<Record<string, string>>
}

const PROTOCOL = '2025-06-18'

interface Answer {
  id?: unknown
  result?: Record<string, unknown>
  error?: { message?: unknown }
}

/** As much of an MCP client over streamable HTTP as it takes to call tools. */
export class McpClient {
  readonly #server: McpServer
  #session: string | null = null
  #ready: Promise<void> | null = null
  #lastId = 0

  constructor(server: McpServer) {
    this.#server = server
  }

  /** Throws a ToolFailure, or the signal's reason when it was cancelled; the server is told of that. */
  async call(tool: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult> {
    this.#ready ??= this.#introduce(signal).catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    await this.#ready
    return readResult(await this.#request('tools/call', { name: tool, arguments: args }, signal))
  }

  async #introduce(signal: AbortSignal): Promise<void> {
    const clientInfo = { name: 'tickbird-practice', title: 'Practice agent', version: '1' }
    await this.#request('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo }, signal)
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal)
  }

  async #request(method: string, params: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
    const id = ++this.#lastId
    const cancelled = () => {
      const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'stopped' } }
      // Nobody waits for this one; a server that is gone needs no telling.
      this.#post(notice, AbortSignal.timeout(2000)).catch(() => undefined)
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', cancelled, { once: true })
    try {
      const response = await this.#post({ jsonrpc: '2.0', id, method, params }, signal)
      const answer = await readAnswer(response, id)
      if (answer.error)
        throw new ToolFailure(String(answer.error.message ?? 'The tool server refused without a reason.'))
      return answer.result ?? {}
    } finally {
      signal.removeEventListener('abort', cancelled)
    }
  }

  async #post(message: object, signal: AbortSignal): Promise<Response> {
    let response: Response
    try {
      response = await fetch(this.#server.url, {
        method: 'POST',
        headers: {
          ...this.#server.headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': PROTOCOL,
          ...(this.#session === null ? {} : { 'mcp-session-id': this.#session }),
        },
        body: JSON.stringify(message),
        signal,
      })
    } catch (error) {
      signal.throwIfAborted()
      throw new ToolFailure(`The tools of Rhino cannot be reached (${causeOf(error)}).`)
    }
    this.#session ??= response.headers.get('mcp-session-id')
    if (response.ok) return response
    await response.body?.cancel()
    throw new ToolFailure(
      response.status === 401
        ? 'The tools of Rhino did not accept this conversation’s key.'
        : `The tools of Rhino answered with HTTP ${response.status}.`,
    )
  }
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

async function readAnswer(response: Response, id: number): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body) throw new ToolFailure('The tools of Rhino gave no answer.')
  if (!type.includes('text/event-stream')) return parse(await response.text())
  for await (const data of eventData(response.body as unknown as AsyncIterable<Uint8Array>)) {
    const message = parse(data)
    if (message.id === id) return message
  }
  throw new ToolFailure('The connection to the tools of Rhino ended before the answer came.')
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    throw new ToolFailure('The tools of Rhino answered with something that is not JSON.')
  }
}

/** Throws a ToolFailure for a result that says it is an error. */
function readResult(result: Record<string, unknown>): ToolResult {
  const blocks = Array.isArray(result.content) ? (result.content as { type?: unknown; text?: unknown }[]) : []
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  const sentence = texts[0] ?? ''
  if (result.isError === true) throw new ToolFailure(sentence || 'The tool failed without a reason.')
  const structured = result.structuredContent
  if (typeof structured === 'object' && structured !== null) return { sentence, data: structured as ToolResult['data'] }
  return { sentence, data: texts.map(jsonObject).find((data) => data !== null) ?? {} }
}

function jsonObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}
