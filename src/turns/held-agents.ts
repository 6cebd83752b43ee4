import type { AgentConversation, AgentEvent, AgentService } from '../shared/agent.ts'
import type { ConversationStore } from '../shared/store.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { recallOf } from './recall.ts'

export interface HeldAgentsDeps {
  store: ConversationStore
  agents: AgentService
  /** Where one conversation's agent finds our tools. */
  mcpFor(conversation: string): { url: string; token: string }
  /** What the person wants every agent to know, from the settings. */
  extraInstructions?(): string
}

/** An agent that holds a conversation, or is on its way to. */
interface Opened {
  agent: string
  held: Promise<AgentConversation>
  started: AgentConversation | null
}

/** The agents that hold the panel's conversations: one each, kept from turn to turn. */
export class HeldAgents {
  readonly #deps: HeldAgentsDeps
  readonly #open = new Map<string, Opened>()

  constructor(deps: HeldAgentsDeps) {
    this.#deps = deps
  }

  get conversations(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** The conversation's agent; opened where none, another, or one of older settings holds it. */
  of(
    conversation: string,
    agent: string,
    on: { event(event: AgentEvent): void; turn(): string },
  ): Promise<AgentConversation> {
    const open = this.#open.get(conversation)
    if (open?.agent === agent && !open.started?.outdated?.()) return open.held
    if (open) void open.held.then((old) => old.close()).catch(() => undefined)
    const { agents, store, mcpFor, extraInstructions } = this.#deps
    const held = agents.open({
      agent,
      resume: store.agentSession(conversation, agent),
      recall: () => recallOf(store, conversation, on.turn()),
      mcp: mcpFor(conversation),
      instructions: [INSTRUCTIONS, extraInstructions?.() ?? ''].filter(Boolean).join('\n\n'),
      onEvent: on.event,
    })
    const opened: Opened = { agent, held, started: null }
    this.#open.set(conversation, opened)
    held.then(
      (started) => {
        opened.started = started
      },
      () => {
        if (this.#open.get(conversation) === opened) this.#open.delete(conversation)
      },
    )
    return held
  }

  /** Keeps the agent's own session id: after a prompt, because the agent may have begun anew on the way. */
  keepSession(conversation: string, agent: string, { agentSessionId }: AgentConversation): void {
    try {
      this.#deps.store.keepAgentSession(conversation, agent, agentSessionId)
    } catch {
      // A full disk, say: then the agent begins anew after a restart, and the turn's own events tell of the disk.
    }
  }

  /** An agent that failed may have lost its process; the next turn opens a new one. */
  drop(conversation: string, held: AgentConversation): void {
    this.#open.delete(conversation)
    void held.close()
  }

  /** Ends the agent of a conversation. */
  async forget(conversation: string): Promise<void> {
    const open = this.#open.get(conversation)
    this.#open.delete(conversation)
    const closed = open?.held.then((agent) => agent.close()).catch(() => undefined)
    // An agent that has not started yet may never do so; it is closed when it has.
    if (open?.started) await closed
  }
}
