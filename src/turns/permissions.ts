import { randomUUID } from 'node:crypto'
import type { AgentEvent } from '../shared/agent.ts'
import type { ConversationEvent, PermissionOption } from '../shared/event.ts'
import { permissionSettings, type Settings } from '../shared/settings.ts'
import type { ToolSpec } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import { type Look, warningOf } from './warnings.ts'

type Policy = Settings['permissions']
type Effect = Exclude<ToolSpec['effect'], 'read'> | 'other'
type Ask = Extract<ConversationEvent, { type: 'permission.ask' }>
type AgentsAsk = Extract<AgentEvent, { type: 'permission' }>

export interface PermissionDeps {
  /** As the settings are now. */
  policy?(): Policy
  /** "Always": the settings are changed. Throws a TroubleError where they cannot be kept. */
  allowAlways?(effect: Effect): void
}

/** One call that may need the designer's word. */
export interface Request {
  conversation: string
  turn: string
  tool: ToolSpec
  input: Readonly<Record<string, unknown>>
  look: Look
  /** The turn was stopped, or the agent gave up waiting. */
  signal: AbortSignal
  append(event: Ask): void
}

const ONCE: PermissionOption = { id: 'once', label: 'Allow', kind: 'allow_once' }
const HERE: PermissionOption = { id: 'conversation', label: 'Allow in this conversation', kind: 'allow_conversation' }
const ALWAYS: PermissionOption = { id: 'always', label: 'Always allow', kind: 'allow_always' }
const NO: PermissionOption = { id: 'no', label: 'Refuse', kind: 'reject_once' }

/** Of an agent's own tools the agent is told "once" each time, so that nothing is written into its own settings. */
const ONCE_KINDS = ['allow_once', 'allow_always'] as const

interface Waiting {
  conversation: string
  effect: Effect
  resolve(option: string | null): void
}

/**
 * Who may do what without asking. Changes of the document are allowed unless the settings say otherwise, because every
 * turn can be taken back; what undo does not bring back is always asked about.
 */
export class Permissions {
  readonly #deps: PermissionDeps
  readonly #waiting = new Map<string, Waiting>()
  /** Effects that a conversation was allowed for as long as Tickbird runs. */
  readonly #granted = new Map<string, Set<Effect>>()

  constructor(deps: PermissionDeps) {
    this.#deps = deps
  }

  /** Whether somebody waits for an answer in this conversation. */
  asks(conversation: string): boolean {
    return [...this.#waiting.values()].some((waiting) => waiting.conversation === conversation)
  }

  /** Resolves when the call may go ahead. Throws a Fault where the designer refused. */
  async check({ conversation, turn, tool, input, look, signal, append }: Request): Promise<void> {
    const { effect } = tool
    if (effect === 'read') return
    const warning = await warningOf(tool.name, input, look, this.#policy().bulk)
    if (warning === null && this.#allowed(conversation, effect)) return
    if (signal.aborted) throw stopped()
    const request = randomUUID()
    const answered = new Promise<string | null>((resolve) => {
      this.#waiting.set(request, { conversation, effect, resolve })
      signal.addEventListener('abort', () => this.#end(request, null), { once: true })
    })
    const options = warning === null ? [ONCE, HERE, ALWAYS, NO] : [ONCE, NO]
    const detail = detailOf(tool, input)
    append({
      type: 'permission.ask',
      turn,
      request,
      title: tool.title,
      detail,
      options,
      effect,
      ...(warning !== null && { warning }),
    })
    const option = signal.aborted ? null : await answered
    if (option !== null && option !== NO.id) return
    throw signal.aborted
      ? stopped()
      : new Fault('OPERATION_FAILED', `${tool.title} was not done: the designer did not allow it.`, {
          next: 'Do not try it again in another way. Ask the designer what to do instead.',
        })
  }

  /** True where the answer was to a question of ours; what it grants from now on is noted. */
  answer(request: string, option: string | null): boolean {
    const waiting = this.#waiting.get(request)
    if (!waiting) return false
    this.#note(waiting, option)
    this.#end(request, option)
    return true
  }

  /**
   * A question of the agent about a tool of its own: the agent's option that is granted without asking, or null. What is
   * asked about is asked with our options; `answerOf` then finds the agent's.
   */
  granted(conversation: string, { options }: AgentsAsk): string | null {
    return this.#allowed(conversation, 'other') ? optionOf(options, ONCE_KINDS) : null
  }

  /** The agent's own option for one of ours, which is noted; null refuses. */
  answerOf(conversation: string, { options }: AgentsAsk, option: string | null): string | null {
    this.#note({ conversation, effect: 'other' }, option)
    if (option === null || option === NO.id) return optionOf(options, ['reject_once', 'reject_always'])
    return optionOf(options, ONCE_KINDS)
  }

  /** What the designer chooses from on a question of the agent about a tool of its own. */
  readonly choices: readonly PermissionOption[] = [ONCE, HERE, ALWAYS, NO]

  forget(conversation: string): void {
    this.#granted.delete(conversation)
  }

  #policy(): Policy {
    return this.#deps.policy?.() ?? permissionSettings.parse({})
  }

  #allowed(conversation: string, effect: Effect): boolean {
    return this.#policy()[effect] === 'allow' || this.#granted.get(conversation)?.has(effect) === true
  }

  #note({ conversation, effect }: Pick<Waiting, 'conversation' | 'effect'>, option: string | null): void {
    if (option === HERE.id) {
      this.#granted.set(conversation, (this.#granted.get(conversation) ?? new Set<Effect>()).add(effect))
    }
    if (option === ALWAYS.id) this.#deps.allowAlways?.(effect)
  }

  #end(request: string, option: string | null): void {
    this.#waiting.get(request)?.resolve(option)
    this.#waiting.delete(request)
  }
}

/** The first option of the wanted kinds, in their order. */
function optionOf(options: readonly PermissionOption[], kinds: readonly PermissionOption['kind'][]): string | null {
  for (const kind of kinds) {
    const found = options.find((option) => option.kind === kind)
    if (found) return found.id
  }
  return null
}

/** What a script says in full; of other tools their arguments. */
function detailOf(tool: ToolSpec, input: Readonly<Record<string, unknown>>): string {
  const [only] = ['script', 'code', 'command', 'expression'].flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' ? [value] : []
  })
  if (tool.effect === 'run' && only !== undefined) return only.slice(0, 4000)
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0 ? '' : JSON.stringify(Object.fromEntries(given), null, 2).slice(0, 4000)
}

const stopped = () =>
  new Fault('OPERATION_FAILED', 'The turn was stopped.', { next: 'Do not go on; the designer stopped you.' })
