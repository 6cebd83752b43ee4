import { z } from 'zod'
import type { AgentEvent } from '../../shared/agent.ts'
import { table } from '../../shared/table.ts'
import { type ClaimedCall, ownTool } from './own-tools.ts'

/**
 * ACP's session/update, read tolerantly: every field that is not as expected is as if it were missing, because one
 * new word of an agent must not cost the user the rest of the message.
 */
const text = z.string().nullish().catch(null)
const block = z.looseObject({ type: text, text, name: text, uri: text }).nullish().catch(null)
const update = z.looseObject({
  sessionUpdate: z.string(),
  content: z.unknown().optional(),
  toolCallId: text,
  title: text,
  name: text,
  kind: text,
  status: text,
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  entries: z
    .array(z.looseObject({ content: text, status: text }))
    .nullish()
    .catch(null),
  severity: text,
  description: text,
})
type Update = z.output<typeof update>

/** Kinds that say nothing to the user: replays of their own words, numbers, menus, modes. */
const SILENT = new Set([
  'user_message_chunk',
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'compaction_summary_chunk',
])

/** Gemini says a change of its mode as text of the answer. */
const MODE_ECHO = /^\[MODE_UPDATE\] \S+\s*$/

interface KnownCall extends ClaimedCall {
  state: 'running' | 'ok' | 'failed'
  input: unknown
  output: unknown
}

const STEP_STATE = table<'pending' | 'running' | 'done'>({ in_progress: 'running', completed: 'done' })
const CALL_STATE = table<KnownCall['state']>({ completed: 'ok', failed: 'failed' })
const NOTICE_LEVEL = table<'info' | 'warning' | 'error'>({ warning: 'warning', error: 'error' })

/** Turns one conversation's updates into our events. Holds what is known of each tool call, nothing else. */
export class UpdateReader {
  readonly #tools: ReadonlySet<string>
  readonly #log: (line: string) => void
  readonly #calls = new Map<string, KnownCall>()
  readonly #unknown = new Set<string>()

  constructor(tools: ReadonlySet<string>, log: (line: string) => void) {
    this.#tools = tools
    this.#log = log
  }

  read(raw: unknown): AgentEvent[] {
    const parsed = update.safeParse(raw)
    if (!parsed.success) {
      this.#log('An update without a kind was left out.')
      return []
    }
    const said = parsed.data
    switch (said.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#message(said)
      case 'agent_thought_chunk':
        return textOf(said.content).map((thought) => ({ type: 'thought', text: thought }))
      case 'tool_call':
      case 'tool_call_update':
        return this.#toolCall(said)
      case 'plan':
        return [{ type: 'plan', steps: stepsOf(said) }]
      case 'notice':
        return [
          notice(
            NOTICE_LEVEL[said.severity ?? ''] ?? 'info',
            [said.title, said.description].filter(Boolean).join(': '),
          ),
        ]
      case 'compaction_update':
        return said.status === 'in_progress'
          ? [notice('info', 'The agent is shortening what it remembers of this conversation.')]
          : []
      default:
        return SILENT.has(said.sessionUpdate) ? [] : this.#unheardOf(said.sessionUpdate)
    }
  }

  #message({ content }: Update): AgentEvent[] {
    const events: AgentEvent[] = []
    for (const part of textOf(content)) if (!MODE_ECHO.test(part)) events.push({ type: 'text', text: part })
    if (events.length > 0) return events
    const odd = block.parse(content)
    if (odd?.type === 'resource_link' && odd.uri)
      return [{ type: 'text', text: `[${odd.name || odd.uri}](${odd.uri})` }]
    if (odd?.type && odd.type !== 'text') {
      return [notice('info', `The agent sent something that cannot be shown here (${odd.type}).`)]
    }
    return []
  }

  /** An update may come for a call that was never announced (Gemini, when it asked first): both make or change one. */
  #toolCall(said: Update): AgentEvent[] {
    if (!said.toolCallId) {
      this.#log('A tool call without an id was left out.')
      return []
    }
    const known = this.#calls.get(said.toolCallId) ?? { state: 'running', input: null, output: null }
    const call: KnownCall = {
      title: said.title ?? known.title,
      name: said.name ?? known.name,
      kind: said.kind ?? known.kind,
      state: said.status ? (CALL_STATE[said.status] ?? 'running') : known.state,
      input: said.rawInput ?? known.input,
      output: said.rawOutput ?? resultOf(said.content) ?? known.output,
    }
    this.#calls.set(said.toolCallId, call)
    if (ownTool(call, this.#tools) !== null) return []
    const { state, input, output } = call
    return [{ type: 'tool', call: said.toolCallId, title: call.title || call.name || 'Tool', state, input, output }]
  }

  /** What a permission request says of its call; for Gemini it is the first we hear of it. */
  remember(call: string, claimed: ClaimedCall): ClaimedCall {
    const known = this.#calls.get(call)
    const merged = {
      title: claimed.title ?? known?.title,
      name: claimed.name ?? known?.name,
      kind: claimed.kind ?? known?.kind,
    }
    this.#calls.set(call, { state: 'running', input: null, output: null, ...known, ...merged })
    return merged
  }

  /** Once a kind, so that a stream of them does not bury the answer. */
  #unheardOf(kind: string): AgentEvent[] {
    if (this.#unknown.has(kind)) return []
    this.#unknown.add(kind)
    this.#log(`Unknown update “${kind}”.`)
    return [notice('info', `The agent reported something that Tickbird does not know yet (${kind}).`)]
  }
}

const notice = (level: 'info' | 'warning' | 'error', words: string): AgentEvent => ({
  type: 'notice',
  level,
  text: words || 'The agent gave a notice without words.',
})

function textOf(content: unknown): string[] {
  const part = block.parse(content)
  return part?.text && (part.type === 'text' || !part.type) ? [part.text] : []
}

function stepsOf({ entries }: Update) {
  return (entries ?? []).map((entry) => ({
    text: entry.content ?? '',
    state: STEP_STATE[entry.status ?? ''] ?? ('pending' as const),
  }))
}

/** The text of a tool call's content blocks, or undefined where there is none. */
function resultOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined
  const words = content.flatMap((item: { content?: unknown }) => textOf(item?.content))
  return words.length > 0 ? words.join('\n') : undefined
}
