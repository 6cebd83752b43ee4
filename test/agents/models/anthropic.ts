import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Action, type Asked, actionFor, drip, header, json, sendEvent, wordsOf } from './script.ts'

interface Block {
  type: string
  text?: string
  content?: unknown
}
interface Body {
  model?: string
  stream?: boolean
  messages?: { role: string; content: string | Block[] }[]
  tools?: { name: string }[]
}

const KINDS: Record<number, string> = { 401: 'authentication_error', 429: 'rate_limit_error' }
const USAGE = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 50, output_tokens: 7 }

/** Anthropic's Messages API. Source of the shapes: docs.anthropic.com/en/api/messages-streaming. */
export async function answerAnthropic(request: IncomingMessage, response: ServerResponse, body: Body, asked: Asked[]) {
  const seen = read(body, header(request, 'x-api-key'))
  asked.push(seen)
  const action = actionFor(seen)
  if (action.do === 'fail') {
    const { status } = action
    response.setHeader('x-should-retry', 'false')
    const error = { type: KINDS[status] ?? 'api_error', message: `The script says ${status}.` }
    return void json(response, status, { type: 'error', error })
  }
  const message = {
    id: `msg_${asked.length}`,
    type: 'message',
    role: 'assistant',
    model: seen.model,
    content: [] as unknown[],
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: USAGE,
  }
  if (!seen.streamed) {
    const content = [{ type: 'text', text: action.do === 'say' ? action.words : 'ok' }]
    return void json(response, 200, { ...message, content, stop_reason: 'end_turn' })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  sendEvent(response, { type: 'message_start', message })
  await stream(response, action, `toolu_${asked.length}`)
  const delta = { stop_reason: action.do === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null }
  sendEvent(response, { type: 'message_delta', delta, usage: USAGE })
  sendEvent(response, { type: 'message_stop' })
  response.end()
}

async function stream(response: ServerResponse, action: Action, callId: string): Promise<void> {
  const send = (type: string, more: object) => sendEvent(response, { type, ...more })
  const say = (text: string) => send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  if (action.do === 'drip') await drip(response, say)
  else for (const word of wordsOf(action.do === 'say' ? action.words : 'Working on it. ')) say(word)
  send('content_block_stop', { index: 0 })
  if (action.do !== 'call') return
  send('content_block_start', {
    index: 1,
    content_block: { type: 'tool_use', id: callId, name: action.tool, input: {} },
  })
  const partial_json = JSON.stringify(action.args)
  send('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json } })
  send('content_block_stop', { index: 1 })
}

function read(body: Body, key: string | null): Asked {
  const messages = body.messages ?? []
  const blocksOf = ({ content }: { content: string | Block[] }): Block[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const isAnswer = (message: { content: string | Block[] }) =>
    blocksOf(message).some(({ type }) => type === 'tool_result')
  const last = messages.findLastIndex((message) => message.role === 'user' && !isAnswer(message))
  const words = messages[last] ? blocksOf(messages[last]) : []
  const results = messages
    .slice(last + 1)
    .flatMap(blocksOf)
    .filter(({ type }) => type === 'tool_result')
  return {
    api: 'anthropic',
    model: body.model ?? '',
    streamed: body.stream === true,
    text: words.map(({ text = '' }) => text).join('\n'),
    tools: (body.tools ?? []).map(({ name }) => name),
    results: results.map(({ content }) => JSON.stringify(content)),
    earlier: Math.max(0, last),
    key,
  }
}
