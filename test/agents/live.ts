import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Surroundings } from '../../src/agents/detect/places.ts'
import { createAgentService, type ProbingAgentService } from '../../src/agents/service.ts'
import { type Core, createCore } from '../../src/app.ts'
import { HARMLESS } from '../../src/mcp/harmless.ts'
import type { AgentEvent } from '../../src/shared/agent.ts'
import type { ConversationEvent, StoredEvent } from '../../src/shared/event.ts'
import { tools } from '../../src/tools/registry.ts'
import { OFFLINE } from './install-agent.ts'

/**
 * Claude and Codex are 400 MB each and their makers' own, so they are fetched only for who asks:
 * `TICKBIRD_LIVE_AGENTS=claude,codex npm run test:agents`.
 */
const WANTED = (process.env.TICKBIRD_LIVE_AGENTS ?? '').split(',').map((name) => name.trim())

export function whenWanted(agent: 'claude' | 'codex' | 'gemini', tests: () => void): void {
  // Gemini is small, and is fetched for everybody.
  if (!OFFLINE && (agent === 'gemini' || WANTED.includes(agent))) tests()
  else test.skip(`the real ${agent} (asked for with TICKBIRD_LIVE_AGENTS=${agent})`, () => {})
}

export function serviceFor(surroundings: Surroundings): ProbingAgentService {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-home-'))
  return createAgentService({ toolNames: [...tools.map(({ name }) => name), ...HARMLESS], home, surroundings })
}

export type TurnEnd = Extract<ConversationEvent, { type: 'turn.end' }>

/** A whole core with a real modeller, and real agents found on that person's machine. */
export class LiveCore {
  readonly agents: ProbingAgentService
  readonly #core: Core

  private constructor(core: Core, agents: ProbingAgentService) {
    this.#core = core
    this.agents = agents
  }

  /** `home`: the data folder of an earlier one, to begin where it ended. */
  static async start(
    surroundings: Surroundings,
    home = mkdtempSync(join(tmpdir(), 'tickbird-core-')),
  ): Promise<LiveCore> {
    const agents = serviceFor(surroundings)
    const core = await createCore({ mode: 'headless', home, agents })
    await core.ready()
    await agents.refresh()
    return new LiveCore(core, agents)
  }

  /** One prompt of an agent that has our endpoint as any outside program has it. */
  async fromOutside(agent: string, tools: 'envelope' | 'essentials', prompt: string) {
    const session = await this.#core.ready()
    const events: AgentEvent[] = []
    const { url, token } = this.#core.mcp
    const conversation = await this.agents.open({
      agent,
      mcp: { url: `${url}?tools=${tools}`, token },
      instructions: '',
      onEvent(event) {
        events.push(event)
        if (event.type !== 'permission') return
        const allow = event.options.find(({ kind }) => kind === 'allow_once') ?? event.options[0]
        conversation.answerPermission(event.request, allow?.id ?? null)
      },
    })
    const outcome = await conversation.prompt(prompt)
    await conversation.close()
    return { outcome, events, objects: (await session.call('scene.list_objects', {})).objects }
  }

  get api(): Core['api'] {
    return this.#core.api
  }

  converse(agent: string): string {
    return this.#core.api.store.create(agent).id
  }

  /** One turn to its end; a new conversation unless one is given. */
  async turn(
    agent: string,
    prompt: string,
    { conversation = this.converse(agent), on = () => {} }: TurnOptions = {},
  ): Promise<{ end: TurnEnd; events: ConversationEvent[]; said: string; conversation: string }> {
    const { store, turns } = this.#core.api
    const events: ConversationEvent[] = []
    let forget = () => {}
    const ended = new Promise<TurnEnd>((done) => {
      forget = store.onAppend((id: string, { event }: StoredEvent) => {
        if (id !== conversation) return
        events.push(event)
        on(event, () => turns.stop(conversation))
        if (event.type === 'turn.end') done(event)
      })
    })
    turns.send(conversation, prompt, agent)
    const end = await ended
    forget()
    const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
    return { end, events, said, conversation }
  }

  async close(): Promise<void> {
    await this.#core.close()
  }
}

interface TurnOptions {
  conversation?: string
  /** Told of every event, with a way to stop the turn. */
  on?(event: ConversationEvent, stop: () => void): void
}
