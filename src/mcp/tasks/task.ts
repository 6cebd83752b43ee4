import { randomBytes } from 'node:crypto'
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { authOf, type Seat } from '../seat.ts'

/** How long a task can be asked about, counted from its beginning, in ms; at least until it has ended. */
export const LIVES_MS = 3_600_000
/** How often its client should ask, in ms. */
const ASK_EVERY_MS = 500

type Result = CallToolResult | InputRequiredResult
type Questions = NonNullable<InputRequiredResult['inputRequests']>

/** A call of a tool, in the way that {@link ServerContext} gives it. */
export type Work = (context: ServerContext) => Promise<Result>

interface RpcError {
  code: number
  message: string
  data?: unknown
}

type State =
  | { status: 'working' }
  | { status: 'input_required'; questions: Questions; answers: Record<string, unknown>; requestState?: string }
  | { status: 'completed'; result: CallToolResult }
  | { status: 'failed'; error: RpcError }
  | { status: 'cancelled' }

/** One call that goes on without a connection (extension `io.modelcontextprotocol/tasks`, SEP-2663). */
export class Task {
  readonly id = randomBytes(16).toString('base64url')
  readonly #work: Work
  readonly #seat: Seat
  readonly #meta: Record<string, unknown>
  readonly #stop = new AbortController()
  readonly #created = new Date()
  #updated = this.#created
  #message: string | null = null
  #state: State = { status: 'working' }

  /** `meta` is the request's own: who its client is, and what it can be asked. */
  constructor(work: Work, seat: Seat, meta: Record<string, unknown>) {
    this.#work = work
    this.#seat = seat
    this.#meta = meta
  }

  get state(): Readonly<State> {
    return this.#state
  }

  get ended(): boolean {
    return this.#state.status !== 'working' && this.#state.status !== 'input_required'
  }

  /** Whether nobody can expect to hear of it any more. */
  isOver(now = Date.now()): boolean {
    return this.ended && now - this.#created.getTime() > LIVES_MS
  }

  /** Works until there is a result, or a question. Never rejects. */
  async run(inputResponses?: Record<string, unknown>, requestState?: string): Promise<void> {
    this.#become({ status: 'working' })
    try {
      const result = await this.#work(this.#context(inputResponses, requestState))
      if (!this.ended) this.#become(isInputRequiredResult(result) ? asking(result) : { status: 'completed', result })
    } catch (error) {
      if (!this.ended) this.#become({ status: 'failed', error: rpcError(error) })
    }
  }

  /** Takes answers to what it asks; others are passed over. It goes on when it has them all. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    const state = this.#state
    if (state.status !== 'input_required') return
    const open = Object.keys(state.questions).filter((key) => !Object.hasOwn(state.answers, key))
    const given = open.filter((key) => Object.hasOwn(responses, key))
    const answers = { ...state.answers, ...Object.fromEntries(given.map((key) => [key, responses[key]])) }
    this.#become({ ...state, answers })
    if (given.length === open.length) void this.run(answers, state.requestState)
  }

  /** What was done until now is not taken back. */
  cancel(): void {
    if (this.ended) return
    this.#become({ status: 'cancelled' })
    this.#stop.abort(new Error('The task was cancelled.'))
  }

  /** What `tools/call` answers when it has become a task. */
  head() {
    return {
      taskId: this.id,
      status: this.#state.status,
      ...(this.#message === null ? {} : { statusMessage: this.#message }),
      createdAt: this.#created.toISOString(),
      lastUpdatedAt: this.#updated.toISOString(),
      ttlMs: LIVES_MS,
      pollIntervalMs: ASK_EVERY_MS,
    }
  }

  /** What `tasks/get` answers. */
  detail() {
    const state = this.#state
    const head = { resultType: 'complete', ...this.head() }
    if (state.status === 'completed') return { ...head, result: { resultType: 'complete', ...state.result } }
    if (state.status === 'failed') return { ...head, error: state.error }
    if (state.status !== 'input_required') return head
    const open = Object.entries(state.questions).filter(([key]) => !Object.hasOwn(state.answers, key))
    return { ...head, inputRequests: Object.fromEntries(open) }
  }

  #become(state: State): void {
    this.#state = state
    this.#updated = new Date()
  }

  #context(inputResponses: Record<string, unknown> | undefined, requestState: string | undefined): ServerContext {
    const mcpReq = {
      id: this.id,
      method: 'tools/call',
      _meta: { ...this.#meta, progressToken: this.id },
      envelope: this.#meta,
      signal: this.#stop.signal,
      inputResponses,
      requestState: () => requestState,
      notify: async ({ method, params }: { method: string; params?: Record<string, unknown> }) => {
        if (method === 'notifications/progress') this.#progress(params ?? {})
      },
      log: async () => undefined,
      send: () => Promise.reject(new ProtocolError(ProtocolErrorCode.InternalError, 'A task asks by its status.')),
    }
    return { mcpReq, http: { authInfo: authOf(this.#seat) } } as unknown as ServerContext
  }

  #progress({ progress, total, message }: Record<string, unknown>): void {
    const share = total === undefined ? String(progress) : `${String(progress)} of ${String(total)}`
    this.#message = typeof message === 'string' ? message : share
    this.#updated = new Date()
  }
}

function asking({ inputRequests = {}, requestState }: InputRequiredResult): State {
  const asks = { status: 'input_required', questions: inputRequests, answers: {} } as const
  return requestState === undefined ? asks : { ...asks, requestState }
}

function rpcError(error: unknown): RpcError {
  if (!(error instanceof ProtocolError)) {
    return { code: ProtocolErrorCode.InternalError, message: 'Tickbird made a mistake here.' }
  }
  const { code, message, data } = error
  return { code, message, ...(data === undefined ? {} : { data }) }
}
