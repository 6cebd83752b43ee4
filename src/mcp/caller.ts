import type { Question } from '../shared/question.ts'
import type { ToolSpec } from '../tools/define.ts'

/**
 * The door between MCP and the turns: `src/mcp` reads and answers the protocol, an implementation of {@link ToolCaller}
 * does the work and keeps the books.
 *
 * Who does what, so that nothing happens twice:
 * - The endpoint coerces and validates the arguments. What does not fit is answered at once and reported to `refused`.
 * - The caller opens or joins the client's turn, sends the method to the host, writes `tool.begin` and `tool.end`, keeps
 *   the picture, and computes the sentence (`tool.summarize` with the document's wording) exactly once. The endpoint
 *   takes that sentence for the MCP result; it never calls `summarize` itself.
 * - The caller measures a call for its card, the endpoint for its log.
 * - A failure is a thrown Fault: its message is the sentence, on the card and in the MCP result alike.
 */
export interface ToolCaller {
  /** Rhino processes and embedded hosts that can be called now. Empty while none is connected. */
  hosts(): readonly CallableHost[]
  /**
   * Runs one tool for one client. `input` is what the tool's input schema gave. Throws a Fault; anything else thrown is
   * our own bug and reaches the agent as INTERNAL_ERROR. When `signal` aborts (the client cancelled or vanished) the
   * promise may still settle either way; nobody reads it any more.
   */
  call(
    client: Client,
    tool: ToolSpec,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolAnswer>
  /** Shows questions to the designer, on the conversation of this client alone. Throws a Fault. */
  ask?(client: Extract<Client, { kind: 'conversation' }>, questions: readonly Question[]): void
  /** A call of a known tool whose arguments did not fit: it reached no host, but its card should be seen. */
  refused?(client: Client, tool: ToolSpec, input: unknown, fault: Error): void
}

/** Who is calling: a conversation of our own panel, or an outside program by its own name. */
export type Client =
  | { readonly kind: 'conversation'; readonly conversation: string }
  /**
   * `id` is the same for all calls of one program, as far as it can be told apart: consecutive calls of one id form one
   * turn. `name` is what the program calls itself ("claude-code"), for people to read.
   */
  | { readonly kind: 'outside'; readonly id: string; readonly name: string }

/** One program whose document the tools work on. */
export interface CallableHost {
  readonly processId: number
  /** "Rhino 8", "Built-in modeller". */
  readonly label: string
  /** False where the host answers NOT_IMPLEMENTED; such tools are not found by search. */
  supports(method: string): boolean
}

export interface CallOptions {
  readonly signal: AbortSignal
  /** The host that must answer; left out: the one the client's turn or conversation belongs to. */
  readonly processId?: number
  /** How far the call is. `total` is left out where it is not known. */
  onProgress?(progress: { done: number; total?: number; text?: string }): void
}

export interface ToolAnswer {
  /** What the host answered, as the tool's output schema says, the picture included. */
  readonly output: Record<string, unknown>
  /** "Box 40 × 25 × 10 mm". */
  readonly sentence: string
}
