import { mkdirSync } from 'node:fs'
import { type AgentConversation, type OpenAgentConversation, TroubleError } from '../../shared/agent.ts'
import type { AgentIdentity, LaunchPlan } from '../definition.ts'
import type { SessionChoices } from './choices.ts'
import { RunnerConversation } from './conversation.ts'
import { childEnvironment, type Environment } from './environment.ts'
import { AgentFailure, AgentLink, type DebugFrame } from './link.ts'
import { type AgentTrouble, offlineTrouble } from './trouble.ts'

export interface RunnerOptions {
  agent: AgentIdentity
  plan: LaunchPlan
  /** The agent's own working folder: never the user's project, so that nothing of theirs is read or written by chance. */
  folder: string
  environment: Environment
  /** Names of the tools that our MCP endpoint offers. */
  tools: ReadonlySet<string>
  version: string
  log(line: string): void
  debug?: ((frame: DebugFrame) => void) | undefined
  answerMs?: number
  restMs?: number
  quietMs?: number
  /** Its process is about to be started. */
  onStarting?(): void
  /** Told what an opened session lets one choose. */
  onChoices?(choices: SessionChoices): void
  /** Told of every failure, and of null when the agent was reached. */
  onState?(trouble: AgentTrouble | null): void
}

/** Owns one agent's process: starts it once, shares it between conversations, starts it again after a crash. */
export class AgentRunner {
  readonly #options: RunnerOptions
  #link: Promise<AgentLink> | null = null
  #live: AgentLink | null = null
  #closed = false
  readonly #conversations = new Set<RunnerConversation>()

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** The process' id, for tests and the doctor. */
  get pid(): number | undefined {
    return this.#live?.alive ? this.#live.pid : undefined
  }

  get conversations(): number {
    return this.#conversations.size
  }

  /** Starts the process if it is not running. Throws a TroubleError. */
  async prepare(): Promise<void> {
    await this.#guarded(() => this.#running())
  }

  /** Whether a session can be opened: the only way to learn whether somebody is signed in. Throws a TroubleError. */
  async probe(): Promise<void> {
    await this.#guarded(async () => {
      const link = await this.#running()
      const nothing = { update() {}, lost() {} }
      const { id } = await link.openSession(null, {
        ...nothing,
        permission: async () => ({ outcome: { outcome: 'cancelled' } }),
        elicitation: async () => ({ action: 'decline' }),
      })
      await link.closeSession(id)
    })
  }

  /** Throws a TroubleError. */
  async open(options: Omit<OpenAgentConversation, 'agent'>): Promise<AgentConversation> {
    const { agent, plan, tools, log, restMs = 10_000, quietMs = 45_000, onState, onChoices } = this.#options
    const conversation = await this.#guarded(() =>
      RunnerConversation.open({
        ...options,
        tools,
        log,
        restMs,
        quietMs,
        title: agent.title,
        link: () => this.#running(),
        chosen: plan,
        ...(onChoices && { onChoices }),
        onSuccess: () => onState?.(null),
        onUnreachable: () => onState?.(offlineTrouble('It waits for its service and tries again', agent)),
        onFailure: (failure) => onState?.(failure.agentTrouble),
      }),
    )
    this.#conversations.add(conversation)
    const close = conversation.close.bind(conversation)
    conversation.close = async () => {
      this.#conversations.delete(conversation)
      await close()
    }
    return conversation
  }

  /** Ends the process; it is started again when somebody needs it. */
  async rest(): Promise<void> {
    const link = this.#live
    this.#live = null
    this.#link = null
    await link?.end()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const conversation of this.#conversations) conversation.stop()
    await this.#link?.catch(() => undefined)
    await this.rest()
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      this.#options.onState?.(null)
      return result
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      this.#options.onState?.(error.agentTrouble)
      throw new TroubleError(error.agentTrouble.trouble)
    }
  }

  async #running(): Promise<AgentLink> {
    if (this.#link) {
      const link = await this.#link
      if (link.alive) return link
    }
    if (this.#closed) throw new AgentFailure(SHUTTING_DOWN)
    // Two conversations that find it dead at the same time share one new process.
    if (!this.#link || this.#live?.alive === false) {
      this.#live = null
      const starting = this.#start()
      this.#link = starting
      starting.catch(() => {
        if (this.#link === starting) this.#link = null
      })
    }
    return await this.#link
  }

  async #start(): Promise<AgentLink> {
    const { agent, plan, folder, environment, version, log, debug, answerMs = 120_000, onStarting } = this.#options
    mkdirSync(folder, { recursive: true })
    onStarting?.()
    const env = childEnvironment(environment, plan.passes, plan.env, plan.pathFolders)
    const { command: program, args, spawn, translator, secret, ownTools } = plan
    const command = {
      command: program,
      args,
      env,
      cwd: folder,
      ...(spawn && { spawn }),
      ...(translator && { translator }),
      ...(secret && { secret }),
      ...(ownTools && { ownTools }),
    }
    const link = await AgentLink.start({ agent, command, answerMs, version, log, debug })
    this.#live = link
    return link
  }
}

const SHUTTING_DOWN: AgentTrouble = {
  kind: 'refused',
  trouble: {
    title: 'Tickbird is closing',
    cause: 'An agent was asked for while the application was ending.',
    next: 'Start it again.',
  },
}
