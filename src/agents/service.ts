import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ENTRY } from '../entries.ts'
import { type SpawnNode, spawnNode } from '../node-child.ts'
import { type AgentConversation, type AgentService, type OpenAgentConversation, TroubleError } from '../shared/agent.ts'
import type { AgentStatus } from '../shared/status.ts'
import { VERSION } from '../version.ts'
import type { AgentConfiguration, LaunchPlan } from './definition.ts'
import { detect } from './detect/detect.ts'
import { placesFor, type Surroundings } from './detect/places.ts'
import { ownAgent, VENDORS, type Vendor } from './detect/vendors.ts'
import { ownNodeFolder } from './runner/environment.ts'
import type { DebugFrame } from './runner/link.ts'
import { AgentRunner } from './runner/runner.ts'
import { scrub } from './runner/scrub.ts'
import type { AgentTrouble } from './runner/trouble.ts'

export interface AgentServiceOptions {
  /** Names of all tools that our MCP endpoint offers. */
  toolNames: readonly string[]
  /** The data folder; each agent gets a working folder in it. */
  home: string
  /** What the settings say, by agent; read anew with every search. */
  configuration?(): Promise<Readonly<Record<string, AgentConfiguration>>>
  surroundings?: Surroundings
  /** How child processes of ours are started, where `process.execPath` is not Node. */
  spawnNode?: SpawnNode
  /** What went by the way: noise on stdout, unknown updates, agents that did not stop. Never contents. */
  log?(line: string): void
  /** Every ACP frame, contents included; `TICKBIRD_DEBUG_AGENTS=1` writes them to `log` where nothing else is given. */
  debug?(agent: string, frame: DebugFrame): void
}

/** A process that nobody talks to is ended after this long; Gemini alone takes 220 MB. */
const IDLE_MS = 5 * 60_000

/** The agents of a machine, and a way to find out whether somebody is signed in. */
export interface ProbingAgentService extends AgentService {
  /** Starts the agent and opens a session on it; its status afterwards, or null where there is no such agent. */
  probe(agent: string): Promise<AgentStatus | null>
}

/** Agents of this machine: the practice agent first and always ready, then the vendors' and the user's own. */
export function createAgentService(options: AgentServiceOptions): ProbingAgentService {
  return new Agents(options)
}

interface Entry {
  status: AgentStatus
  signIn: string
  runner: AgentRunner | null
  /** What the runner was made from; a new plan makes a new runner. */
  plan: string
}

class Agents implements ProbingAgentService {
  readonly #options: AgentServiceOptions
  readonly #tools: ReadonlySet<string>
  readonly #entries = new Map<string, Entry>()
  /** Every runner that may have a process, those of programs that were replaced included. */
  readonly #runners = new Set<AgentRunner>()
  readonly #listeners = new Set<() => void>()
  readonly #idle = new Map<string, NodeJS.Timeout>()
  #refreshing: Promise<void> | null = null
  #closed = false

  constructor(options: AgentServiceOptions) {
    this.#options = options
    this.#tools = new Set(options.toolNames)
    this.#entries.set('practice', practiceEntry())
    for (const vendor of VENDORS) this.#entries.set(vendor.id, checking(vendor))
    this.#setPlan('practice', {
      command: ENTRY.practice,
      args: [],
      spawn: options.spawnNode ?? spawnNode,
      env: {},
      passes: [],
      pathFolders: ownNodeFolder(),
    })
  }

  statuses(): AgentStatus[] {
    return [...this.#entries.values()].map(({ status }) => status)
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks for every agent; two askers at once share one search. Does not start anything but `--version`. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#search().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  prepare(agent: string): void {
    const runner = this.#entries.get(agent)?.runner
    if (!runner || this.#closed) return
    runner.prepare().then(
      () => this.#restWhenIdle(agent, runner),
      // The runner told its state; there is nobody here to tell more.
      (error: unknown) => this.#log(`${agent} could not be started ahead: ${String(error)}`),
    )
  }

  async probe(agent: string): Promise<AgentStatus | null> {
    const entry = this.#entries.get(agent)
    if (!entry?.runner) return entry?.status ?? null
    try {
      await entry.runner.probe()
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error
    }
    this.#restWhenIdle(agent, entry.runner)
    return this.#entries.get(agent)?.status ?? null
  }

  async open({ agent, ...rest }: OpenAgentConversation): Promise<AgentConversation> {
    const entry = this.#entries.get(agent)
    if (!entry || entry.status.state === 'checking') await this.refresh()
    const runner = this.#entries.get(agent)?.runner
    if (!runner) throw new TroubleError(entry?.status.trouble ?? unknownAgent(agent))
    this.#stayAwake(agent)
    const conversation = await runner.open(rest)
    conversation.outdated = () => this.#entries.get(agent)?.runner !== runner
    const close = conversation.close.bind(conversation)
    conversation.close = async () => {
      await close()
      this.#restWhenIdle(agent, runner)
    }
    return conversation
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const agent of this.#idle.keys()) this.#stayAwake(agent)
    this.#listeners.clear()
    await Promise.all([...this.#runners].map((runner) => runner.close()))
  }

  async #search(): Promise<void> {
    const configuration = (await this.#options.configuration?.()) ?? {}
    if (this.#closed) return
    const vendors = this.#offered(configuration)
    await Promise.all(vendors.map((vendor) => this.#find(vendor, configuration[vendor.id])))
  }

  /** Who is to be looked for; the others leave the list. */
  #offered(configuration: Readonly<Record<string, AgentConfiguration>>): Vendor[] {
    const known = new Set(['practice', ...VENDORS.map(({ id }) => id)])
    const own = Object.entries(configuration).flatMap(([id, agent]) =>
      known.has(id) || agent.command === undefined ? [] : [ownAgent(id, agent)],
    )
    const offered = [...VENDORS, ...own].filter(({ id }) => configuration[id]?.disabled !== true)
    const ids = new Set(offered.map(({ id }) => id))
    const gone = [...this.#entries.keys()].filter((id) => id !== 'practice' && !ids.has(id))
    for (const id of gone) {
      this.#dropPlan(id)
      this.#entries.delete(id)
    }
    for (const vendor of offered) {
      const entry = this.#entries.get(vendor.id)
      if (!entry) this.#entries.set(vendor.id, checking(vendor))
      else this.#set(vendor.id, { title: vendor.title })
    }
    if (gone.length > 0) this.#tell()
    return offered
  }

  async #find(vendor: Vendor, configuration: AgentConfiguration | undefined): Promise<void> {
    const surroundings = this.#options.surroundings ?? here()
    const ownNode = process.versions.electron === undefined ? process.execPath : null
    const { status, plan } = await detect(vendor, { surroundings, ownNode, configuration })
    if (this.#closed) return
    const before = this.#entries.get(vendor.id)?.status.state
    // Where the search cannot tell whether somebody is signed in, or says no, the agent itself is asked.
    const unsure = before === 'not_signed_in' && status.state === 'ready' && !vendor.signedIn
    this.#set(vendor.id, unsure ? { version: status.version } : status)
    if (plan) this.#setPlan(vendor.id, plan)
    else this.#dropPlan(vendor.id)
    if (unsure || status.state === 'not_signed_in') await this.#askAgain(vendor.id)
  }

  /** Whether somebody has signed in meanwhile shows only in a new process. */
  async #askAgain(id: string): Promise<void> {
    const runner = this.#entries.get(id)?.runner
    if (!runner || runner.conversations > 0) return
    await runner.rest()
    await this.probe(id)
  }

  #setPlan(id: string, plan: LaunchPlan): void {
    const entry = this.#entries.get(id)
    const key = JSON.stringify(plan)
    if (!entry || entry.plan === key) return
    this.#dropPlan(id)
    entry.plan = key
    const { home, debug = this.#frameLog() } = this.#options
    // One that was replaced goes on with its conversations, but no longer speaks for the agent.
    const speaks = () => this.#entries.get(id)?.runner === runner
    const runner: AgentRunner = new AgentRunner({
      agent: { id, title: entry.status.title, signIn: entry.signIn },
      plan,
      folder: join(home, 'agents', id),
      environment: (this.#options.surroundings ?? here()).env,
      tools: this.#tools,
      version: VERSION,
      log: (line) => this.#log(line),
      debug: debug && ((frame) => debug(id, frame)),
      onStarting: () => speaks() && this.#set(id, { activity: 'starting', activityTrouble: null }),
      onChoices: ({ model, mode }) =>
        speaks() &&
        this.#set(id, {
          ...(model && { models: model.choices, model: model.current }),
          ...(mode && { modes: mode.choices, mode: mode.current }),
        }),
      onState: (trouble) => speaks() && this.#heard(id, trouble),
    })
    entry.runner = runner
    this.#runners.add(runner)
  }

  #frameLog(): AgentServiceOptions['debug'] {
    if (process.env.TICKBIRD_DEBUG_AGENTS !== '1') return undefined
    return (agent, frame) => this.#log(scrub(JSON.stringify({ agent, ...frame }).slice(0, 20_000)))
  }

  /** Conversations on the old program go on to their end; new ones start the new one. */
  #dropPlan(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry?.runner) return
    const old = entry.runner
    entry.runner = null
    entry.plan = ''
    if (old.conversations > 0) return
    this.#runners.delete(old)
    void old.close()
  }

  /** What opening a session or a turn told: signed in or not, or why it does not get anywhere now. */
  #heard(id: string, found: AgentTrouble | null): void {
    if (found === null) this.#set(id, { state: 'ready', trouble: null, activity: 'idle', activityTrouble: null })
    else if (found.kind === 'signed_out') {
      this.#set(id, { state: 'not_signed_in', trouble: found.trouble, activity: 'idle', activityTrouble: null })
    } else {
      const activity = ACTIVITY[found.kind]
      this.#set(id, { activity, activityTrouble: activity === 'idle' ? null : found.trouble })
    }
  }

  #set(id: string, change: Partial<AgentStatus>): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    const next = { ...entry.status, ...change }
    if (JSON.stringify(next) === JSON.stringify(entry.status)) return
    entry.status = next
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #restWhenIdle(agent: string, runner: AgentRunner): void {
    this.#stayAwake(agent)
    if (runner.conversations > 0 || this.#closed) return
    const timer = setTimeout(() => {
      if (runner.conversations === 0) void runner.rest()
    }, IDLE_MS)
    timer.unref()
    this.#idle.set(agent, timer)
  }

  #stayAwake(agent: string): void {
    clearTimeout(this.#idle.get(agent))
    this.#idle.delete(agent)
  }

  #log(line: string): void {
    this.#options.log?.(`${new Date().toISOString()} ${line}`)
  }
}

/** What a refusal says is about one prompt, and is told with it. */
const ACTIVITY = {
  limit: 'limited',
  offline: 'offline',
  crash: 'crashed',
  timeout: 'crashed',
  refused: 'idle',
} as const

function practiceEntry(): Entry {
  const built = existsSync(ENTRY.practice)
  const trouble = {
    title: 'The practice agent is not built',
    cause: `Its program ${ENTRY.practice} is missing.`,
    next: 'Run `npm run build`.',
  }
  const status: AgentStatus = {
    id: 'practice',
    title: 'Practice agent',
    state: built ? 'ready' : 'broken',
    practice: true,
    version: VERSION,
    trouble: built ? null : trouble,
  }
  return { status, signIn: 'It needs no sign-in.', runner: null, plan: '' }
}

function checking({ id, title, signIn }: Pick<Vendor, 'id' | 'title' | 'signIn'>): Entry {
  return {
    status: { id, title, state: 'checking', practice: false, version: null, trouble: null },
    signIn,
    runner: null,
    plan: '',
  }
}

const unknownAgent = (agent: string) => ({
  title: 'No such agent',
  cause: `No agent is called “${agent}”.`,
  next: 'Choose one of those in the list.',
})

const here = (): Surroundings => ({
  env: process.env,
  platform: process.platform,
  userFolder: homedir(),
  shell: process.env.SHELL ?? null,
  places: placesFor(process.platform),
})
