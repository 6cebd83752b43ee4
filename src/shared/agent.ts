import type { PermissionOption, Trouble, TurnOutcome } from './event.ts'
import type { Answer, Question } from './question.ts'
import type { AgentStatus } from './status.ts'
import type { TurnUsage } from './usage.ts'

/** What an agent does in the course of one prompt, in our own words: everything after the runner sees only this. */
export type AgentEvent =
  | { type: 'text'; text: string }
  | { type: 'thought'; text: string }
  /** A tool call that the agent reports. Calls of our own MCP tools are not here: the endpoint sees those itself. */
  | { type: 'tool'; call: string; title: string; state: 'running' | 'ok' | 'failed'; input: unknown; output: unknown }
  | { type: 'plan'; steps: { text: string; state: 'pending' | 'running' | 'done' }[] }
  | { type: 'permission'; request: string; title: string; detail: string; options: PermissionOption[] }
  /** The agent holds its turn until it is answered. */
  | { type: 'question'; request: string; questions: Question[] }
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; text: string }

export interface PromptEnd {
  outcome: TurnOutcome
  trouble: Trouble | null
  /** Left out where the agent tells nothing of it. */
  usage?: TurnUsage
}

/** One conversation held by one agent process. Prompts run one after the other. */
export interface AgentConversation {
  /** The agent's own token for going on later; a new one after the agent crashed and was started again. */
  readonly agentSessionId: string
  /**
   * Resolves when the agent stops, however it stops; never rejects for what the agent did. `notes` are what the agent
   * should know beside the user's words (an undo since the last prompt): sent ahead of them, never mixed into them.
   */
  prompt(text: string, notes?: readonly string[]): Promise<PromptEnd>
  /** Null refuses and ends the question. */
  answerPermission(request: string, option: string | null): void
  /** Null declines. False where nobody waits for this answer any more. */
  answerQuestion(request: string, answers: readonly Answer[] | null): boolean
  /** Takes effect within 200 ms; the running prompt ends as `stopped`. */
  stop(): void
  /** Its agent's settings or program have changed: the next prompt belongs into a new one that resumes this session. */
  outdated?(): boolean
  close(): Promise<void>
}

export interface OpenAgentConversation {
  agent: string
  /** Where our tools are, for this conversation alone. */
  mcp: { url: string; token: string }
  /** What the agent is told before the first prompt. */
  instructions: string
  /** `agentSessionId` of an earlier session to go on with; where that fails a new one begins, and says so. */
  resume?: { session: string; openedAt: number } | undefined
  /** What was said in this conversation before, for an agent that begins anew; empty where nothing was. */
  recall?(): string
  onEvent(event: AgentEvent): void
}

export interface AgentService {
  statuses(): AgentStatus[]
  onStatus(listener: () => void): () => void
  /** Looks for the agents again. */
  refresh(): Promise<void>
  /** Starts the agent's process ahead of its first conversation; what goes wrong shows in the statuses. */
  prepare(agent: string): void
  /** Throws a TroubleError when the agent cannot be started. */
  open(options: OpenAgentConversation): Promise<AgentConversation>
  close(): Promise<void>
}

/** A failure the user can read and fix. */
export class TroubleError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(`${trouble.title}: ${trouble.cause}`)
    this.name = 'TroubleError'
    this.trouble = trouble
  }
}
