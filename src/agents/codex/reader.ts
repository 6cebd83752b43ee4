import type { PlanEntry, RequestError, SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import { table } from '../../shared/table.ts'
import { amount, type Fields, fields, list, named, text } from '../translator/read.ts'
import { UNREACHABLE_META } from '../unreachable-meta.ts'
import { TOKENS_META } from '../usage-meta.ts'
import { errorOf } from './errors.ts'
import { begun, finished } from './items.ts'

/** What one notification of the app-server means for its thread. */
export type CodexFact =
  | { type: 'update'; update: SessionUpdate }
  | { type: 'end'; turn: string; reason: StopReason }
  | { type: 'fail'; turn: string; error: RequestError }

/** Notifications that say nothing to the user. */
const SILENT =
  /^(account|app|configWarning|deprecationNotice|fs|hook|model|project|rawResponse|rawResponseItem|remoteControl|serverRequest|skills|thread|windows|windowsSandbox)(\/|$)|^(turn\/(started|diff\/updated|moderationMetadata)|item\/(commandExecution|fileChange|mcpToolCall|plan|autoApprovalReview)\/|item\/reasoning\/summaryPartAdded)/

const UNREACHED = /waiting for network|error sending request|connection failed/i

const PLAN_STATES = table<PlanEntry['status']>({ inProgress: 'in_progress', completed: 'completed' })

/**
 * Reads the notifications of one thread. Holds which messages' words were streamed already, because they come again as
 * a whole. Source of the shapes: frames of 0.171.0 and 0.166.0, and `codex app-server generate-ts`.
 */
export class CodexReader {
  readonly #log: (line: string) => void
  readonly #streamed = new Set<string>()
  readonly #told = new Set<string>()
  /** The thread's tokens before this turn. */
  #before: Counts | null = null

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  read(method: string, params: Fields): CodexFact[] {
    switch (method) {
      case 'item/agentMessage/delta':
        return this.#words('agent_message_chunk', params)
      case 'item/reasoning/textDelta':
      case 'item/reasoning/summaryTextDelta':
        return this.#words('agent_thought_chunk', params)
      case 'item/started':
        return begun(fields(params.item)).map(asFact)
      case 'item/completed':
        return this.#completed(fields(params.item))
      case 'turn/plan/updated':
        return [asFact({ sessionUpdate: 'plan', entries: list(params.plan).map(planEntry) })]
      case 'thread/tokenUsage/updated':
        return this.#usage(fields(params.tokenUsage))
      case 'mcpServer/startupStatus/updated':
        return this.#server(params)
      case 'error':
        return params.willRetry === true ? this.#tryingAgain(fields(params.error)) : []
      case 'warning':
      case 'guardianWarning':
        return this.#once('warning', text(params.message) ?? 'Codex gave a warning without words.', null)
      case 'turn/completed':
        return this.#end(fields(params.turn))
      default:
        return this.#unheardOf(method)
    }
  }

  #words(sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', params: Fields): CodexFact[] {
    const words = text(params.delta)
    if (!words) return []
    this.#streamed.add(text(params.itemId) ?? '')
    return [asFact({ sessionUpdate, content: { type: 'text', text: words } })]
  }

  #completed(item: Fields): CodexFact[] {
    const known = this.#streamed.delete(text(item.id) ?? '')
    return finished(item, known).map(asFact)
  }

  #server({ name, status, error }: Fields): CodexFact[] {
    if (status !== 'failed') return []
    return this.#once('warning', `Codex has no connection to “${named(name)}”`, text(error))
  }

  /** Without an HTTP status nobody answered: it may then wait for the network without end, and ends no turn itself. */
  #tryingAgain({ codexErrorInfo, message, additionalDetails }: Fields): CodexFact[] {
    const answered = Object.values(fields(codexErrorInfo)).some(
      (inner) => amount(fields(inner).httpStatusCode) !== null,
    )
    if (answered || !UNREACHED.test(`${text(message)} ${text(additionalDetails)}`)) {
      return this.#once('info', 'Codex’s service did not answer', 'Codex tries again by itself.')
    }
    const words = 'It tries again by itself. Look whether this computer is online; Stop ends the turn.'
    return this.#once('warning', 'Codex cannot reach its service', words, { [UNREACHABLE_META]: true })
  }

  /** The same notice comes with every try, and would bury the answer. */
  #once(severity: string, title: string, description: string | null, _meta?: Fields): CodexFact[] {
    if (this.#told.has(title)) return []
    this.#told.add(title)
    return [asFact({ sessionUpdate: 'notice', severity, title, description, ...(_meta && { _meta }) })]
  }

  /** Tokens of the last request are what is in the context now; a turn's are what the thread's sum grew by. */
  #usage({ last, total, modelContextWindow }: Fields): CodexFact[] {
    const used = amount(fields(last).totalTokens)
    if (used === null) return []
    const [now, step] = [countsOf(total), countsOf(last)]
    this.#before ??= {
      input: now.input - step.input,
      cached: now.cached - step.cached,
      output: now.output - step.output,
    }
    const cached = now.cached - this.#before.cached
    const tokens = {
      // What came out of the cache is counted as read, too.
      input: Math.max(0, now.input - this.#before.input - cached),
      cached,
      output: now.output - this.#before.output,
    }
    const size = amount(modelContextWindow) ?? 0
    return [asFact({ sessionUpdate: 'usage_update', used, size, _meta: { [TOKENS_META]: tokens } })]
  }

  #end(turn: Fields): CodexFact[] {
    const id = text(turn.id) ?? ''
    this.#told.clear()
    this.#before = null
    this.#streamed.clear()
    if (turn.status === 'failed') return [{ type: 'fail', turn: id, error: errorOf(fields(turn.error)) }]
    return [{ type: 'end', turn: id, reason: turn.status === 'interrupted' ? 'cancelled' : 'end_turn' }]
  }

  #unheardOf(method: string): CodexFact[] {
    if (!SILENT.test(method) && !this.#told.has(method)) {
      this.#told.add(method)
      this.#log(`codex said something unknown: ${method.slice(0, 80)}`)
    }
    return []
  }
}

const asFact = (update: SessionUpdate): CodexFact => ({ type: 'update', update })

function planEntry(step: unknown): PlanEntry {
  const { step: words, status } = fields(step)
  return { content: text(words) ?? '', status: PLAN_STATES[named(status)] ?? 'pending', priority: 'medium' }
}

interface Counts {
  input: number
  cached: number
  output: number
}

function countsOf(value: unknown): Counts {
  const { inputTokens, cachedInputTokens, outputTokens } = fields(value)
  return { input: amount(inputTokens) ?? 0, cached: amount(cachedInputTokens) ?? 0, output: amount(outputTokens) ?? 0 }
}
