import * as acp from '@agentclientprotocol/sdk'
import { looksSecret } from '../../shared/settings.ts'
import type { AgentIdentity } from '../definition.ts'
import type { AgentProcess, ChildCommand } from './child.ts'
import { type Chooser, choicesOf, type SessionChoices } from './choices.ts'
import { frameStream } from './frames.ts'
import { scrub } from './scrub.ts'
import { startChild } from './start.ts'
import { type AgentTrouble, crashTrouble, timeoutTrouble, troubleOf } from './trouble.ts'

/** What a conversation wants to hear of its ACP session. */
export interface SessionHandlers {
  update(update: unknown): void
  permission(request: acp.RequestPermissionRequest): Promise<acp.RequestPermissionResponse>
  elicitation(request: acp.CreateElicitationRequest): Promise<acp.CreateElicitationResponse>
  lost(trouble: AgentTrouble): void
}

/** One frame as the debug log keeps it. */
export type DebugFrame = { direction: 'sent' | 'received'; message: unknown } | { direction: 'noise'; line: string }

export interface LinkOptions {
  agent: AgentIdentity
  command: ChildCommand
  /** For `initialize` and `session/new`; agents have been seen to take 100 s on a bad day. */
  answerMs: number
  version: string
  log(line: string): void
  debug?: ((frame: DebugFrame) => void) | undefined
}

/** Thrown by the link for anything the agent did wrong. */
export class AgentFailure extends Error {
  readonly agentTrouble: AgentTrouble
  constructor(agentTrouble: AgentTrouble) {
    super(`${agentTrouble.trouble.title}: ${agentTrouble.trouble.cause}`)
    this.name = 'AgentFailure'
    this.agentTrouble = agentTrouble
  }
}

const { agent: methods, client: asked } = acp.methods

/** How long no word of a loaded session's past must have come until all of it is taken to be there, in ms. */
const SILENCE_MS = 300

/** An earlier session of an agent, and when it was opened, in ms since 1970. */
export interface Resume {
  session: string
  openedAt: number
}

/** Gemini keeps a session under its minute: loading it within that minute from a new process destroys it. */
const sameMinute = (at: number): boolean => Math.floor(at / 60_000) === Math.floor(Date.now() / 60_000)

/** Our MCP endpoint, as a session is given it. */
interface SessionMcp {
  name: string
  url: string
  token: string
}

const serverOf = ({ name, url, token }: SessionMcp): acp.McpServer => ({
  type: 'http',
  name,
  url,
  headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
})

/** One running agent process and the ACP connection to it; ends once and does not come back. */
export class AgentLink {
  readonly #options: LinkOptions
  readonly #child: AgentProcess
  readonly #connection: acp.ClientConnection
  readonly #sessions = new Map<string, SessionHandlers>()
  /** Updates may come before the answer that names their session. */
  readonly #early = new Map<string, unknown[]>()
  readonly #secrets = new Set<string>()
  #ending = false
  #abandoned = false
  #trouble: AgentTrouble | null = null
  /** Resolves when the end of the process was understood. */
  readonly #watched: Promise<void>
  canCloseSessions = false
  #canResumeSessions = false
  #canLoadSessions = false

  private constructor(options: LinkOptions) {
    this.#options = options
    this.#child = startChild(options)
    const stream = frameStream(this.#child.stdout, this.#child.stdin, {
      sent: (message) => options.debug?.({ direction: 'sent', message }),
      received: (message) => {
        options.debug?.({ direction: 'received', message })
        return !this.#takeUpdate(message)
      },
      noise: (line) => {
        options.debug?.({ direction: 'noise', line })
        options.log(`${options.agent.id} wrote to stdout: ${scrub(line.slice(0, 200))}`)
      },
    })
    this.#connection = acp
      .client({ name: 'tickbird' })
      .onRequest(asked.session.requestPermission, ({ params }) => this.#sessionOf(params.sessionId).permission(params))
      .onRequest(asked.elicitation.create, ({ params }) => {
        const id = 'sessionId' in params && typeof params.sessionId === 'string' ? params.sessionId : null
        const session = id === null ? undefined : this.#sessions.get(id)
        return session ? session.elicitation(params) : { action: 'decline' as const }
      })
      .onNotification('*', ({ method }) => options.log(`${options.agent.id} sent ${method}`))
      .connect(stream)
    this.#watched = this.#watch()
  }

  /** Starts the process and shakes hands. Throws an AgentFailure. */
  static async start(options: LinkOptions): Promise<AgentLink> {
    const link = new AgentLink(options)
    try {
      const answer = await link.#request(methods.initialize, {
        protocolVersion: acp.PROTOCOL_VERSION,
        clientInfo: { name: 'tickbird', title: 'Tickbird', version: options.version },
        clientCapabilities: {
          fs: { readTextFile: false, writeTextFile: false },
          terminal: false,
          session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
          elicitation: { form: {}, url: {} },
          auth: { terminal: true },
        },
      })
      const { close, resume } = answer?.agentCapabilities?.sessionCapabilities ?? {}
      link.canCloseSessions = Boolean(close)
      link.#canResumeSessions = Boolean(resume)
      link.#canLoadSessions = answer?.agentCapabilities?.loadSession === true
      return link
    } catch (error) {
      link.kill()
      throw error
    }
  }

  get alive(): boolean {
    return this.#child.running && !this.#ending && !this.#abandoned && !this.#connection.signal.aborted
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Opens a session that has our MCP endpoint, or none: the one to be resumed where the agent can do that and still
   * has it, else a new one. Throws an AgentFailure.
   */
  async openSession(
    mcp: SessionMcp | null,
    handlers: SessionHandlers,
    resume?: Resume,
  ): Promise<{ id: string; resumed: boolean; choices: SessionChoices }> {
    if (mcp) this.#secrets.add(mcp.token)
    const request = { cwd: this.#options.command.cwd, mcpServers: mcp ? [serverOf(mcp)] : [] }
    const resumed =
      resume === undefined ? null : await this.#resumeSession({ ...request, sessionId: resume.session }, resume)
    const answer = resumed ?? (await this.#request(methods.session.new, request))
    const id = resumed ? resume?.session : (answer as acp.NewSessionResponse | undefined)?.sessionId
    if (typeof id !== 'string' || id === '') {
      throw new AgentFailure(troubleOf('It opened a session without an id.', this.#options.agent, this.details()))
    }
    this.#sessions.set(id, handlers)
    for (const update of this.#early.get(id) ?? []) handlers.update(update)
    this.#early.delete(id)
    return { id, resumed: resumed !== null, choices: choicesOf(answer) }
  }

  /** The agent's answer; null where it cannot, or has no such session any more. */
  async #resumeSession(request: acp.LoadSessionRequest, { openedAt }: Resume): Promise<object | null> {
    try {
      if (this.#canResumeSessions) return (await this.#request(methods.session.resume, request)) ?? {}
      if (!this.#canLoadSessions || sameMinute(openedAt)) return null
      // What was said before comes again, some of it after the answer; nobody listens to it.
      const answer = (await this.#request(methods.session.load, request)) ?? {}
      await this.#silence(request.sessionId)
      return answer
    } catch (error) {
      if (!(error instanceof AgentFailure) || error.agentTrouble.kind === 'signed_out' || !this.alive) throw error
      this.#options.log(`${this.#options.agent.id} did not resume a session: ${error.agentTrouble.trouble.cause}`)
      return null
    }
  }

  /** Waits until no update of a session has come for a while, and forgets them. */
  async #silence(session: string): Promise<void> {
    let heard: unknown[] | undefined
    do {
      heard = this.#early.get(session)
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
    } while (this.#early.get(session) !== heard)
    this.#early.delete(session)
  }

  /** Chooses a model or a mode. Throws an AgentFailure where the agent refuses. */
  async choose(sessionId: string, what: 'model' | 'mode', chooser: Chooser, value: string): Promise<void> {
    if (chooser.option !== null) {
      await this.#request(methods.session.setConfigOption, { sessionId, configId: chooser.option, value })
      return
    }
    if (what === 'mode') await this.#request(methods.session.setMode, { sessionId, modeId: value })
    else await this.#request('session/set_model' as never, { sessionId, modelId: value } as never)
  }

  /** One prompt to its end. Throws an AgentFailure. No time limit: agents think long. */
  async prompt(sessionId: string, prompt: acp.ContentBlock[]): Promise<acp.PromptResponse> {
    try {
      return await this.#connection.agent.request(methods.session.prompt, { sessionId, prompt })
    } catch (error) {
      throw await this.#failure(error)
    }
  }

  cancel(sessionId: string): void {
    void this.#connection.agent.notify(methods.session.cancel, { sessionId }).catch((error: unknown) => {
      this.#options.log(`Cancel did not reach ${this.#options.agent.id}: ${String(error)}`)
    })
  }

  /** Forgets a session; tells the agent where it understands that. */
  async closeSession(sessionId: string): Promise<void> {
    this.#sessions.delete(sessionId)
    if (!this.canCloseSessions || !this.alive) return
    await this.#connection.agent.request(methods.session.close, { sessionId }).catch((error: unknown) => {
      this.#options.log(`${this.#options.agent.id} did not close a session: ${String(error)}`)
    })
  }

  /** Ends the process; nobody is told that it is lost. */
  async end(): Promise<void> {
    this.#ending = true
    await this.#child.end()
    this.#connection.close()
  }

  /** Kills the process as if it had crashed: everybody who waits for it is told. */
  abandon(): void {
    this.#abandoned = true
    this.#child.kill()
  }

  kill(): void {
    this.#ending = true
    this.#child.kill()
    this.#connection.close()
  }

  /** What it wrote to stderr last, without secrets: for the details of a Trouble. */
  details(): string {
    const { env, secret = [] } = this.#options.command
    const values = Object.entries(env)
      .filter(([name]) => looksSecret(name) || secret.includes(name))
      .map(([, value]) => value)
    return scrub(this.#child.stderrTail, [...this.#secrets, ...values])
      .trim()
      .slice(-4000)
  }

  async #watch(): Promise<void> {
    // A broken stream (an endless line) closes the connection while the process still runs.
    const exit = await Promise.race([this.#child.exited, this.#connection.closed.then(() => null)])
    const gone = exit ?? (await this.#goneSoon())
    if (this.#ending) return
    this.#trouble = gone
      ? crashTrouble(gone, this.#options.agent, this.details(), this.#canResumeSessions)
      : troubleOf(this.#connection.signal.reason, this.#options.agent, this.details())
    this.kill()
    for (const session of this.#sessions.values()) session.lost(this.#trouble)
    this.#sessions.clear()
  }

  /** The connection breaks a moment before the process is reaped. */
  async #goneSoon() {
    return await Promise.race([
      this.#child.exited,
      new Promise<null>((resolve) => setTimeout(() => resolve(null), 1000).unref()),
    ])
  }

  /** True where the frame was an update, which the SDK would parse strictly and hand over out of order. */
  #takeUpdate(message: acp.AnyMessage): boolean {
    if (!('method' in message) || message.method !== asked.session.update) return false
    const params = (message.params ?? {}) as { sessionId?: unknown; update?: unknown }
    const id = String(params.sessionId)
    const session = this.#sessions.get(id)
    if (session) session.update(params.update)
    else this.#early.set(id, [...(this.#early.get(id) ?? []).slice(-100), params.update])
    return true
  }

  #sessionOf(id: string): SessionHandlers {
    const session = this.#sessions.get(id)
    if (!session) throw acp.RequestError.resourceNotFound(id)
    return session
  }

  async #request<M extends acp.AgentRequestMethod>(
    method: M,
    params: acp.AgentRequestParamsByMethod[M],
  ): Promise<acp.AgentRequestResponsesByMethod[M]> {
    const { answerMs, agent } = this.#options
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new AgentFailure(timeoutTrouble(method, answerMs, agent, this.details()))),
        answerMs,
      )
    })
    try {
      return await Promise.race([this.#connection.agent.request(method, params), late])
    } catch (error) {
      throw error instanceof AgentFailure ? error : await this.#failure(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** A request that failed because the process is gone is told as that. */
  async #failure(error: unknown): Promise<AgentFailure> {
    if (this.#connection.signal.aborted && !this.#ending) await this.#watched
    return new AgentFailure(this.#trouble ?? troubleOf(error, this.#options.agent, this.details()))
  }
}
