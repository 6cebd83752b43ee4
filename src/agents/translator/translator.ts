import type {
  ContentBlock,
  CreateElicitationResponse,
  McpServer,
  PermissionOption,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { ChildCommand, ChildExit } from '../runner/child.ts'

/** What a translated session may tell and ask its ACP client. */
export interface SessionPort {
  say(update: SessionUpdate): void
  /** The id of the option that was chosen; null where the turn ended without an answer. */
  permission(toolCall: ToolCallUpdate, options: PermissionOption[]): Promise<string | null>
  elicit(message: string, schema: Readonly<Record<string, unknown>>): Promise<CreateElicitationResponse>
}

export interface OpenSession {
  cwd: string
  mcpServers: readonly McpServer[]
  /** The session to go on with, or null for a new one. */
  resume: string | null
  /** The way to the client; of use once the session has its id. */
  port(session: string): SessionPort
}

/** One thing that can be chosen. */
export interface Offered {
  value: string
  name: string
}

export interface TranslatedSession {
  readonly id: string
  /** What can be chosen now, by what it is ("model"); nothing where the program does not tell. */
  choices(): Record<string, { current: string; offered: Offered[] }>
  /** Throws a RequestError where there is no such thing. */
  choose(what: 'model', value: string): Promise<void>
  /** One prompt to its end. Throws a RequestError; the next prompt may be tried all the same. */
  prompt(blocks: readonly ContentBlock[]): Promise<StopReason>
  /** Asks the running turn to stop; it then ends as `cancelled`. */
  cancel(): void
  close(): Promise<void>
}

/** A vendor's program, spoken to in its own protocol; `agent.ts` presents it as an ACP agent. */
export interface Translator {
  readonly pid: number | undefined
  readonly stderrTail: string
  /** Settles when no session can be opened any more. */
  readonly exited: Promise<ChildExit>
  /** Shakes hands where that can be done ahead of the first session. Throws a RequestError. */
  start(): Promise<void>
  /** Throws a RequestError: signed out, no such session, the program does not start. */
  open(options: OpenSession): Promise<TranslatedSession>
  /** Ends every process it has, politely first. */
  end(): Promise<void>
  kill(): void
}

export interface TranslatorOptions {
  command: ChildCommand
  version: string
  log(line: string): void
}
