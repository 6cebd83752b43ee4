import type {
  ContentBlock,
  CreateElicitationRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { AgentConversation, OpenAgentConversation, PromptEnd } from '../../shared/agent.ts'
import type { Trouble } from '../../shared/event.ts'
import type { Answer } from '../../shared/question.ts'
import { ASIDE_META } from '../aside.ts'
import { AgentFailure, type AgentLink } from './link.ts'
import { MCP_SERVER_NAME, ownTool } from './own-tools.ts'
import { elicit, OpenQuestions, permissionDetail } from './questions.ts'
import { UpdateReader } from './updates.ts'

/** How long after Stop the agent may still end its turn in its own way. */
const STOP_GRACE_MS = 150

export interface ConversationOptions extends Omit<OpenAgentConversation, 'agent'> {
  tools: ReadonlySet<string>
  log(line: string): void
  /** A running link, started anew where the last one was lost. Throws an AgentFailure. */
  link(): Promise<AgentLink>
  /** How long a stopped agent may take to come to rest before it is killed. */
  restMs: number
  /** After this long without a word the user is told that the agent is silent, once a prompt. */
  quietMs: number
  /** "Gemini": for sentences about it. */
  title: string
  onFailure(failure: AgentFailure): void
}

interface Running {
  stopped: boolean
  /** Settles the prompt for our side as soon as the user stops it. */
  stop(): void
}

/** One ACP session. Prompts run one after the other; after a crash the next prompt opens a new session. */
export class RunnerConversation implements AgentConversation {
  readonly #options: ConversationOptions
  readonly #questions: OpenQuestions
  #reader: UpdateReader
  #link: AgentLink | null = null
  #session = ''
  #fresh = true
  /** It was to go on with a session that is gone. */
  #forgot = false
  #closed = false
  #running: Running | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #quiet: NodeJS.Timeout | undefined

  private constructor(options: ConversationOptions) {
    this.#options = options
    this.#questions = new OpenQuestions((event) => this.#emit(event))
    this.#reader = new UpdateReader(options.tools, options.log)
  }

  static async open(options: ConversationOptions): Promise<RunnerConversation> {
    const conversation = new RunnerConversation(options)
    await conversation.#connect()
    return conversation
  }

  get agentSessionId(): string {
    return this.#session
  }

  prompt(text: string, notes: readonly string[] = []): Promise<PromptEnd> {
    let stop = () => {}
    const stopped = new Promise<PromptEnd>((resolve) => {
      stop = () => resolve({ outcome: 'stopped', trouble: null })
    })
    const run = this.#queue.then(() => this.#run(text, notes, stop, stopped))
    this.#queue = run.then(
      (end) => end.rest,
      () => undefined,
    )
    return run.then((end) => end.end)
  }

  answerPermission(request: string, option: string | null): void {
    this.#questions.answer(request, option)
  }

  answerQuestion(request: string, answers: readonly Answer[] | null): boolean {
    return this.#questions.answerForm(request, answers)
  }

  stop(): void {
    const running = this.#running
    if (!running || running.stopped) return
    running.stopped = true
    this.#link?.cancel(this.#session)
    this.#questions.endAll()
    setTimeout(() => running.stop(), STOP_GRACE_MS)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.stop()
    this.#closed = true
    this.#questions.endAll()
    if (this.#link) await this.#link.closeSession(this.#session)
  }

  /** Resolves with how the prompt ended for the user, and with when the agent has really come to rest. */
  async #run(text: string, notes: readonly string[], stop: () => void, stopped: Promise<PromptEnd>) {
    const running: Running = { stopped: false, stop }
    this.#running = running
    this.#listen()
    const work = this.#ask(text, notes, running)
    const end = await Promise.race([work, stopped])
    this.#questions.endAll()
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    this.#running = null
    return { end, rest: this.#comeToRest(work) }
  }

  async #ask(text: string, notes: readonly string[], running: Running): Promise<PromptEnd> {
    try {
      if (this.#closed) return failed(CLOSED)
      await this.#connect()
      if (running.stopped) return { outcome: 'stopped', trouble: null }
      if (this.#forgot) this.#emit({ type: 'notice', level: 'warning', text: FORGOT })
      this.#forgot = false
      const asides = this.#fresh && this.#options.instructions ? [this.#options.instructions, ...notes] : notes
      this.#fresh = false
      const link = this.#link as AgentLink
      const reason = await link.prompt(this.#session, [...asides.map(aside), { type: 'text', text }])
      if (reason === 'cancelled' || running.stopped) return { outcome: 'stopped', trouble: null }
      this.#remark(reason)
      return { outcome: 'done', trouble: null }
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      if (running.stopped) return { outcome: 'stopped', trouble: null }
      this.#options.onFailure(error)
      return failed(error.agentTrouble.trouble)
    }
  }

  /** A stopped agent that goes on working would mix its late words into the next turn: it is ended instead. */
  async #comeToRest(work: Promise<PromptEnd>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.#options.restMs)
    })
    if ((await Promise.race([work, late])) === 'late') {
      this.#options.log('The agent did not stop and was ended.')
      this.#link?.abandon()
    }
    clearTimeout(timer)
  }

  /** Opens a session where there is none on a living process. */
  async #connect(): Promise<void> {
    if (this.#link?.alive) return
    const before = this.#session || this.#options.resume
    const link = await this.#options.link()
    this.#reader = new UpdateReader(this.#options.tools, this.#options.log)
    const mcp = { name: MCP_SERVER_NAME, ...this.#options.mcp }
    const handlers = {
      update: (update: unknown) => this.#take(update),
      permission: (request: RequestPermissionRequest) => this.#permission(request),
      elicitation: (request: CreateElicitationRequest) =>
        elicit(request, this.#questions, (event) => this.#emit(event)),
      lost: () => this.#questions.endAll(),
    }
    const { id, resumed } = await link.openSession(mcp, handlers, before)
    this.#session = id
    this.#link = link
    this.#fresh = !resumed
    this.#forgot = before !== undefined && !resumed
  }

  /** What comes after Stop, or between prompts, belongs to no turn that is still open. */
  #take(update: unknown): void {
    if (this.#running?.stopped) return
    if (this.#quiet) this.#listen()
    for (const event of this.#reader.read(update)) this.#emit(event)
  }

  /** Some agents wait for their service for a minute and more without a word (Gemini at its limit). */
  #listen(): void {
    clearTimeout(this.#quiet)
    const { quietMs, title } = this.#options
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      if (this.#questions.open) return
      const words = `No word from ${title} for ${Math.round(quietMs / 1000)} s. It may be waiting for its service; Stop ends the turn.`
      this.#emit({ type: 'notice', level: 'info', text: words })
    }, quietMs)
    this.#quiet.unref()
  }

  #emit(event: Parameters<OpenAgentConversation['onEvent']>[0]): void {
    if (!this.#closed && this.#running && !this.#running.stopped) this.#options.onEvent(event)
  }

  async #permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const { toolCall, options } = request
    const claimed = this.#reader.remember(toolCall.toolCallId, toolCall)
    const refuse = () => {
      const no = options.find(({ kind }) => kind === 'reject_once')
      return no && !this.#running?.stopped ? selected(no.optionId) : CANCELLED
    }
    if (this.#closed || !this.#running || this.#running.stopped) return CANCELLED
    if (ownTool(claimed, this.#options.tools) !== null) {
      // Everything our tools do is in the turn and can be undone as one. "Once", so that nothing is written into the
      // agent's own settings.
      const yes =
        options.find(({ kind }) => kind === 'allow_once') ?? options.find(({ kind }) => kind === 'allow_always')
      return yes ? selected(yes.optionId) : CANCELLED
    }
    const choices = options.map(({ optionId, name, kind }) => ({ id: optionId, label: name, kind }))
    const title = claimed.title || claimed.name || 'The agent asks for permission'
    const chosen = await this.#questions.ask(title, permissionDetail(request), choices)
    return chosen !== null && options.some(({ optionId }) => optionId === chosen) ? selected(chosen) : refuse()
  }

  /** Ends that are no failure but that the user should know of. */
  #remark(reason: string): void {
    const words: Record<string, string> = {
      max_tokens: 'The agent stopped because its answer grew too long. Ask it to go on.',
      max_turn_requests: 'The agent stopped after the most steps it may take in one turn. Ask it to go on.',
      refusal: 'The agent declined to go on with this.',
    }
    const text = words[reason]
    if (text) this.#emit({ type: 'notice', level: 'warning', text })
  }
}

const FORGOT = 'The agent was started again and does not remember what was said before.'
const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }
const selected = (optionId: string): RequestPermissionResponse => ({ outcome: { outcome: 'selected', optionId } })
const failed = (trouble: Trouble): PromptEnd => ({ outcome: 'failed', trouble })
const aside = (text: string): ContentBlock => ({ type: 'text', text, _meta: { [ASIDE_META]: true } })

const CLOSED: Trouble = {
  title: 'This conversation was closed',
  cause: 'A prompt was sent to a conversation that had been closed.',
  next: 'Open a new conversation.',
}
