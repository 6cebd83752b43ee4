import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Action, type Asked, actionFor, drip, header, json, sendEvent, wordsOf } from './script.ts'

interface Item {
  type?: string
  role?: string
  content?: string | { text?: string }[]
  output?: unknown
}
interface Tool {
  type: string
  name?: string
  tools?: { name: string }[]
}
interface Body {
  model?: string
  stream?: boolean
  input?: Item[]
  tools?: Tool[]
}

/** OpenAI's Responses API. Source of the shapes: platform.openai.com/docs/api-reference/responses-streaming. */
export async function answerOpenai(request: IncomingMessage, response: ServerResponse, body: Body, asked: Asked[]) {
  const seen = read(body, header(request, 'authorization'))
  asked.push(seen)
  const action = actionFor(seen)
  if (action.do === 'fail') {
    const code = action.status === 401 ? 'invalid_api_key' : 'script'
    return void json(response, action.status, { error: { message: `The script says ${action.status}.`, code } })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const base = { id: `resp_${asked.length}`, object: 'response', model: seen.model }
  sendEvent(response, { type: 'response.created', response: { ...base, status: 'in_progress', output: [] } })
  const output = await stream(response, action, body.tools ?? [], asked.length)
  const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 50 }, output_tokens: 7, total_tokens: 107 }
  sendEvent(response, {
    type: 'response.completed',
    response: { ...base, status: 'completed', output, usage },
  })
  response.end()
}

async function stream(response: ServerResponse, action: Action, tools: Tool[], number: number): Promise<unknown[]> {
  const send = (type: string, more: object) => sendEvent(response, { type, output_index: 0, ...more })
  if (action.do === 'call') {
    // MCP tools come in a namespace, which the call has to name.
    const namespace = tools.find((tool) => tool.tools?.some(({ name }) => name === action.tool))?.name
    const call = { type: 'function_call', id: `fc_${number}`, call_id: `call_${number}`, name: action.tool }
    const item = {
      ...call,
      ...(namespace && { namespace }),
      arguments: JSON.stringify(action.args),
      status: 'completed',
    }
    send('response.output_item.added', { item: { ...item, arguments: '' } })
    send('response.output_item.done', { item })
    return [item]
  }
  const item = {
    type: 'message',
    id: `msg_${number}`,
    role: 'assistant',
    status: 'in_progress',
    content: [] as unknown[],
  }
  send('response.output_item.added', { item })
  send('response.content_part.added', { item_id: item.id, content_index: 0, part: { type: 'output_text', text: '' } })
  let said = ''
  const say = (delta: string) => {
    said += delta
    send('response.output_text.delta', { item_id: item.id, content_index: 0, delta })
  }
  if (action.do === 'drip') await drip(response, say)
  else if (action.do === 'say') for (const word of wordsOf(action.words)) say(word)
  const done = { ...item, status: 'completed', content: [{ type: 'output_text', text: said, annotations: [] }] }
  send('response.output_item.done', { item: done })
  return [done]
}

function read(body: Body, authorization: string | null): Asked {
  const items = body.input ?? []
  const textOf = ({ content }: Item) =>
    typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n')
  const last = items.findLastIndex(({ role, type }) => role === 'user' && (type ?? 'message') === 'message')
  const names = (tool: Tool) => tool.tools?.map(({ name }) => name) ?? [tool.name ?? tool.type]
  return {
    api: 'openai',
    model: body.model ?? '',
    streamed: body.stream === true,
    text: items[last] ? textOf(items[last]) : '',
    tools: (body.tools ?? []).flatMap(names),
    results: items
      .slice(last + 1)
      .filter(({ type = '' }) => type.endsWith('_output'))
      .map(({ output }) => JSON.stringify(output)),
    earlier: items.slice(0, Math.max(0, last)).filter(({ role }) => role === 'assistant').length,
    key: authorization?.replace(/^Bearer /, '') ?? null,
  }
}
