import type { RequestError, SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import { table } from '../../shared/table.ts'
import { failureOfStatus, refused, signedOut } from '../translator/failure.ts'
import { amount, type Fields, fields, list, named, text, wordsOf } from '../translator/read.ts'
import { TOKENS_META } from '../usage-meta.ts'
import { announce, settle } from './tool-call.ts'

/** What one line of `claude` means. */
export type ClaudeFact =
  | { type: 'update'; update: SessionUpdate }
  /** It asks whether it may use a tool. */
  | { type: 'ask'; request: string; tool: string; input: Fields; call: string; suggestions: readonly unknown[] }
  /** It no longer waits for this answer. */
  | { type: 'withdraw'; request: string }
  /** It asks for something that we do not know; it waits for an answer all the same. */
  | { type: 'unknown_request'; request: string; subtype: string }
  /** The answer to a request of ours; `error` is null where it was granted. */
  | { type: 'answer'; request: string; body: Fields; error: string | null }
  | { type: 'end'; reason: StopReason }
  | { type: 'fail'; error: RequestError }

/** Kinds of lines that say nothing to the user. */
const SILENT = new Set(['keep_alive', 'prompt_suggestion', 'tool_progress', 'rate_limit_event', 'tool_use_summary'])
const SILENT_SYSTEM = new Set(['status', 'hook_started', 'hook_progress', 'hook_response', 'session_state_changed'])

const AUTH_WORDS = /not logged in|\/login|authentication_failed|invalid (x-)?api.key|oauth token/i
const STOP_REASONS = table<StopReason>({ max_tokens: 'max_tokens', refusal: 'refusal' })

/**
 * Reads `claude --output-format stream-json` line by line. Holds what a turn needs to know: whether a message's words
 * were streamed already (they come again as a whole), and the last numbers. Source of the shapes: frames of 2.1.332
 * and 2.1.197.
 */
export class ClaudeReader {
  readonly #log: (line: string) => void
  readonly #unknown = new Set<string>()
  /** The message whose pieces are coming, and what of it was streamed: `text`, `thinking`. */
  #streamed = new Map<string, Set<string>>()
  #message = ''
  #calls = new Set<string>()
  #used = 0
  /** The API's complaint comes as a message of its own before the result. */
  #complaint: string | null = null

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  read(line: Fields): ClaudeFact[] {
    // Words of an agent that Claude started itself are that agent's business; its result comes in the main stream.
    if (text(line.parent_tool_use_id)) return []
    switch (line.type) {
      case 'stream_event':
        return this.#piece(fields(line.event))
      case 'assistant':
        return this.#whole(line)
      case 'user':
        return this.#results(fields(line.message))
      case 'system':
        return this.#system(line)
      case 'result':
        return this.#result(line)
      case 'control_request':
        return this.#asked(text(line.request_id) ?? '', fields(line.request))
      case 'control_cancel_request':
        return [{ type: 'withdraw', request: text(line.request_id) ?? '' }]
      case 'control_response':
        return [answerOf(fields(line.response))]
      default:
        return this.#unheardOf(named(line.type), SILENT)
    }
  }

  #piece(event: Fields): ClaudeFact[] {
    if (event.type === 'message_start') this.#message = text(fields(event.message).id) ?? ''
    if (event.type === 'message_delta') this.#count(fields(event.usage))
    if (event.type === 'content_block_start') {
      const block = fields(event.content_block)
      return block.type === 'tool_use' ? this.#call(block) : []
    }
    if (event.type !== 'content_block_delta') return []
    const { type, text: words, thinking } = fields(event.delta)
    if (type === 'text_delta') return this.#words('text', words)
    if (type === 'thinking_delta') return this.#words('thinking', thinking)
    return []
  }

  #words(kind: 'text' | 'thinking', words: unknown): ClaudeFact[] {
    const said = text(words)
    if (!said) return []
    const streamed = this.#streamed.get(this.#message) ?? new Set()
    this.#streamed.set(this.#message, streamed.add(kind))
    return [spoken(kind, said)]
  }

  /** A message as a whole: the tool calls with their input, and words only where they were not streamed. */
  #whole(line: Fields): ClaudeFact[] {
    const message = fields(line.message)
    const content = list(message.content).map(fields)
    if (text(line.error) || line.is_api_error_message === true) {
      this.#complaint = [text(line.error), wordsOf(message.content)].filter(Boolean).join(': ')
      return []
    }
    const streamed = this.#streamed.get(text(message.id) ?? '')
    return content.flatMap((block) => {
      if (block.type === 'tool_use') return this.#call(block)
      if (block.type !== 'text' && block.type !== 'thinking') return []
      const words = text(block[block.type])
      return words && !streamed?.has(block.type) ? [spoken(block.type, words)] : []
    })
  }

  #call(block: Fields): ClaudeFact[] {
    const id = text(block.id)
    if (!id) return []
    const known = this.#calls.has(id)
    this.#calls.add(id)
    const input = Object.keys(fields(block.input)).length > 0 ? block.input : undefined
    return [{ type: 'update', update: announce(id, text(block.name) ?? 'Tool', input, known) }]
  }

  #results(message: Fields): ClaudeFact[] {
    return list(message.content).flatMap((item) => {
      const { type, tool_use_id: id, is_error: failed, content } = fields(item)
      const call = text(id)
      if (type !== 'tool_result' || !call) return []
      return [{ type: 'update' as const, update: settle(call, wordsOf(content), failed === true) }]
    })
  }

  #system(line: Fields): ClaudeFact[] {
    switch (line.subtype) {
      case 'init':
        return list(line.mcp_servers).flatMap((server) => {
          const { name, status } = fields(server)
          if (status === 'connected' || status === 'pending') return []
          return [notice('warning', `Claude has no connection to “${named(name)}”`, `Its state is “${named(status)}”.`)]
        })
      case 'compact_boundary':
        return [compaction('completed')]
      case 'api_retry':
        return [notice('info', 'Claude’s service did not answer', 'Claude tries again by itself.')]
      case 'status':
        return line.status === 'compacting' ? [compaction('in_progress')] : []
      default:
        return this.#unheardOf(`system/${named(line.subtype)}`, SILENT_SYSTEM)
    }
  }

  #result(line: Fields): ClaudeFact[] {
    const facts: ClaudeFact[] = this.#usage(line)
    const complaint = this.#complaint
    this.#complaint = null
    this.#streamed = new Map()
    this.#calls = new Set()
    const reason = text(line.stop_reason) ?? ''
    if (line.subtype === 'error_max_turns') return [...facts, { type: 'end', reason: 'max_turn_requests' }]
    if (line.is_error !== true) return [...facts, { type: 'end', reason: STOP_REASONS[reason] ?? 'end_turn' }]
    const errors = list(line.errors).filter((one) => typeof one === 'string')
    const words = text(line.result) ?? (errors.join(' ') || complaint) ?? 'It gave no reason.'
    return [...facts, { type: 'fail', error: errorOf(amount(line.api_error_status), words, complaint) }]
  }

  #count(usage: Fields): void {
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage
    const parts = [input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens]
    this.#used = parts.reduce<number>((sum, part) => sum + (amount(part) ?? 0), 0)
  }

  #usage(line: Fields): ClaudeFact[] {
    const sizes = Object.values(fields(line.modelUsage)).map((model) => amount(fields(model).contextWindow) ?? 0)
    const cost = amount(line.total_cost_usd)
    const size = Math.max(0, ...sizes)
    if (this.#used === 0 && !cost) return []
    const spent = cost === null ? {} : { cost: { amount: cost, currency: 'USD' } }
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = fields(line.usage)
    const input = amount(input_tokens)
    const tokens = {
      input: input === null ? null : input + (amount(cache_creation_input_tokens) ?? 0),
      cached: amount(cache_read_input_tokens),
      output: amount(output_tokens),
    }
    const _meta = { [TOKENS_META]: tokens }
    return [{ type: 'update', update: { sessionUpdate: 'usage_update', used: this.#used, size, ...spent, _meta } }]
  }

  #asked(request: string, body: Fields): ClaudeFact[] {
    if (body.subtype !== 'can_use_tool') {
      return [{ type: 'unknown_request', request, subtype: named(body.subtype) }]
    }
    const tool = text(body.tool_name) ?? 'Tool'
    const call = text(body.tool_use_id) ?? request
    const suggestions = list(body.permission_suggestions)
    return [{ type: 'ask', request, tool, input: fields(body.input), call, suggestions }]
  }

  #unheardOf(kind: string, silent: ReadonlySet<string>): ClaudeFact[] {
    if (silent.has(kind.replace('system/', '')) || this.#unknown.has(kind)) return []
    this.#unknown.add(kind)
    this.#log(`claude said something unknown: ${kind.slice(0, 80)}`)
    return []
  }
}

const spoken = (kind: 'text' | 'thinking', words: string): ClaudeFact => ({
  type: 'update',
  update: {
    sessionUpdate: kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
    content: { type: 'text', text: words },
  },
})

const notice = (severity: string, title: string, description: string): ClaudeFact => ({
  type: 'update',
  update: { sessionUpdate: 'notice', severity, title, description },
})

const compaction = (status: string): ClaudeFact => ({
  type: 'update',
  update: { sessionUpdate: 'compaction_update', compactionId: 'compaction', status },
})

/** A refused key is `subtype: "success"` with `is_error` and a status of 401, or of null where there was no key at all. */
function errorOf(status: number | null, words: string, complaint: string | null): RequestError {
  const known = failureOfStatus(status, words)
  if (known) return known
  return AUTH_WORDS.test(`${words} ${complaint ?? ''}`) ? signedOut(words) : refused(words)
}

function answerOf(response: Fields): ClaudeFact {
  const error = response.subtype === 'error' ? (text(response.error) ?? 'It gave no reason.') : null
  return { type: 'answer', request: text(response.request_id) ?? '', body: fields(response.response), error }
}
