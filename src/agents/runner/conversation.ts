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
import { UNREACHABLE_META } from '../unreachable-meta.ts'
import type { SessionChoices } from './choices.ts'
import { AgentFailure, type AgentLink } from './link.ts'
import { MCP_SERVER_NAME, ownTool } from './own-tools.ts'
import { elicit, OpenQuestions, permissionDetail } from './questions.ts'
import { UpdateReader } from './updates.ts'
import { UsageMeter } from './usage.ts'

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
  /** The model and the mode that the settings choose. */
  chosen?: { model?: string | undefined; mode?: string | undefined }
  /** What the agent lets one choose. */
  onChoices?(choices: SessionChoices): void
  onFailure(failure: AgentFailure): void
  /** It waits for a service that it cannot reach; what it says next is `onSuccess`. */
  onUnreachable?(): void
  /** A prompt came to its end, or its service was reached again. */
  onSuccess?(): void
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
  #openedAt = 0
  #meter = new UsageMeter()
  #fresh = true
  /** It was to go on with a session that is gone. */
  #forgot = false
  /** What was chosen and could not be had, to be told in the next turn. */
  #unknown: string[] = []
  #closed = false
  #running: Running | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #quiet: NodeJS.Timeout | undefined
  #unreachable = false

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
      const asides = [...this.#opening(), ...notes]
      const link = this.#link as AgentLink
      this.#meter.begin()
      const answer = await link.prompt(this.#session, [...asides.map(aside), { type: 'text', text }])
      const usage = this.#meter.end(answer)
      const told = usage && { usage }
      if (answer.stopReason === 'cancelled' || running.stopped) return { outcome: 'stopped', trouble: null, ...told }
      this.#options.onSuccess?.()
      this.#remark(answer.stopReason)
      return { outcome: 'done', trouble: null, ...told }
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      if (running.stopped) return { outcome: 'stopped', trouble: null }
      this.#options.onFailure(error)
      return failed(error.agentTrouble.trouble)
    }
  }

  /** What a new session is told before the first prompt. */
  #opening(): string[] {
    for (const words of this.#unknown.splice(0)) this.#emit({ type: 'notice', level: 'warning', text: words })
    const forgot = this.#forgot
    const fresh = this.#fresh
    this.#forgot = false
    this.#fresh = false
    if (!fresh) return []
    const { instructions, recall, title } = this.#options
    const past = recall?.() ?? ''
    if (past) this.#emit({ type: 'notice', level: forgot ? 'warning' : 'info', text: recalled(title, forgot) })
    else if (forgot) this.#emit({ type: 'notice', level: 'warning', text: FORGOT })
    return [instructions, past].filter(Boolean)
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
    const before = this.#session ? { session: this.#session, openedAt: this.#openedAt } : this.#options.resume
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
    const { id, resumed, choices } = await link.openSession(mcp, handlers, before)
    this.#openedAt = resumed && before ? before.openedAt : Date.now()
    this.#meter = new UsageMeter()
    this.#session = id
    this.#link = link
    await this.#choose(link, choices)
    this.#options.onChoices?.(choices)
    this.#fresh = !resumed
    this.#forgot = before !== undefined && !resumed
  }

  /** What the settings choose; an agent that does not know it keeps its own choice, and the user is told. */
  async #choose(link: AgentLink, choices: SessionChoices): Promise<void> {
    this.#unknown = []
    for (const what of ['model', 'mode'] as const) {
      const wanted = this.#options.chosen?.[what]
      const chooser = choices[what]
      if (wanted === undefined || chooser?.current === wanted) continue
      try {
        if (chooser === null || !chooser.choices.some(({ id }) => id === wanted)) throw new Error('not offered')
        await link.choose(this.#session, what, chooser, wanted)
        chooser.current = wanted
      } catch (error) {
        if (error instanceof AgentFailure && !link.alive) throw error
        this.#unknown.push(`${this.#options.title} has no ${what} “${wanted}” here and keeps its own choice.`)
      }
    }
  }

  /** What comes after Stop, or between prompts, belongs to no turn that is still open. */
  #take(update: unknown): void {
    if ((update as { sessionUpdate?: unknown } | null)?.sessionUpdate === 'usage_update') this.#meter.hear(update)
    if (this.#running?.stopped) return
    this.#reach(update)
    if (this.#quiet) this.#listen()
    for (const event of this.#reader.read(update)) this.#emit(event)
  }

  #reach(update: unknown): void {
    const { sessionUpdate, _meta } = (update ?? {}) as {
      sessionUpdate?: unknown
      _meta?: Record<string, unknown> | null
    }
    if (_meta?.[UNREACHABLE_META] === true) {
      this.#unreachable = true
      this.#options.onUnreachable?.()
    } else if (this.#unreachable && sessionUpdate !== 'notice') {
      this.#unreachable = false
      this.#options.onSuccess?.()
    }
  }

  /** Some agents wait for their service for a minute and more without a word (Gemini at its limit). */
  #listen(): void {
    clearTimeout(this.#quiet)
    const { quietMs, title } = this.#options
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      if (this.#questions.open) return
      const words = `No word from ${title} for ${Math.round(quietMs / 1000)} s. It may not reach its service: look whether this computer is online. Stop ends the turn.`
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
const recalled = (title: string, forgot: boolean) =>
  forgot
    ? `${title} was started again and could not go on with its own session. It was told in short what was said before.`
    : `${title} was told in short what was said before.`
const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }
const selected = (optionId: string): RequestPermissionResponse => ({ outcome: { outcome: 'selected', optionId } })
const failed = (trouble: Trouble): PromptEnd => ({ outcome: 'failed', trouble })
const aside = (text: string): ContentBlock => ({ type: 'text', text, _meta: { [ASIDE_META]: true } })

const CLOSED: Trouble = {
  title: 'This conversation was closed',
  cause: 'A prompt was sent to a conversation that had been closed.',
  next: 'Open a new conversation.',
}
