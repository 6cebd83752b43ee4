import { randomUUID } from 'node:crypto'
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk'
import type { AgentEvent } from '../../shared/agent.ts'
import type { PermissionOption } from '../../shared/event.ts'

type Emit = (event: AgentEvent) => void

/** Questions that wait for the user's answer, by the id the panel knows them by. */
export class OpenQuestions {
  readonly #emit: Emit
  readonly #waiting = new Map<string, (option: string | null) => void>()

  constructor(emit: Emit) {
    this.#emit = emit
  }

  get open(): boolean {
    return this.#waiting.size > 0
  }

  /** Puts a question to the user; null when it was refused, or when the turn ended without an answer. */
  ask(title: string, detail: string, options: PermissionOption[]): Promise<string | null> {
    const request = randomUUID()
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve)
      this.#emit({ type: 'permission', request, title, detail, options })
    })
  }

  /** An answer to a question that nobody waits for any more is nothing. */
  answer(request: string, option: string | null): void {
    this.#waiting.get(request)?.(option)
    this.#waiting.delete(request)
  }

  endAll(): void {
    for (const request of [...this.#waiting.keys()]) this.answer(request, null)
  }
}

/** What a permission request is about, in full: the user decides on it. */
export function permissionDetail({ toolCall }: RequestPermissionRequest): string {
  const words = (toolCall.content ?? []).flatMap((part) =>
    part.type === 'content' && part.content.type === 'text'
      ? [part.content.text]
      : part.type === 'diff'
        ? [`${part.path}\n${part.newText}`]
        : [],
  )
  if (words.length === 0 && toolCall.rawInput !== undefined) words.push(JSON.stringify(toolCall.rawInput, null, 2))
  return words.join('\n').slice(0, 4000)
}

/** What a form's only field lets one choose from; null for anything that needs more than one choice. */
function soleChoice(
  request: CreateElicitationRequest,
): { field: string; choices: { value: string; label: string }[] } | null {
  const schema = (request as { requestedSchema?: { properties?: Record<string, unknown>; required?: unknown } })
    .requestedSchema
  const required = Array.isArray(schema?.required) ? schema.required : []
  const fields = Object.entries(schema?.properties ?? {})
  const wanted = fields.length === 1 ? fields : fields.filter(([name]) => required.includes(name))
  const [only, second] = wanted.length > 0 ? wanted : fields
  if (!only || (second && wanted.length > 0)) return null
  const [field, property] = only as [string, { enum?: unknown; oneOf?: unknown; enumNames?: unknown }]
  if (Array.isArray(property?.enum)) {
    return { field, choices: property.enum.map((value) => ({ value: String(value), label: String(value) })) }
  }
  if (Array.isArray(property?.oneOf)) {
    const choices = property.oneOf as { const?: unknown; title?: unknown }[]
    return {
      field,
      choices: choices.map((one) => ({ value: String(one.const), label: String(one.title ?? one.const) })),
    }
  }
  return null
}

/**
 * A question of the agent (ACP elicitation). One choice becomes a card with buttons; what does not fit one card is
 * declined, and the user is told the question, so that they can answer it in their next message.
 */
export async function elicit(
  request: CreateElicitationRequest,
  questions: OpenQuestions,
  emit: Emit,
): Promise<CreateElicitationResponse> {
  const choice = request.mode === 'form' ? soleChoice(request) : null
  if (choice && choice.choices.length > 0 && choice.choices.length <= 12) {
    const options = choice.choices.map(({ value, label }) => ({ id: value, label, kind: 'allow_once' as const }))
    const chosen = await questions.ask(request.message, '', options)
    if (chosen === null) return { action: 'cancel' }
    return { action: 'accept', content: { [choice.field]: chosen } }
  }
  const where = 'url' in request && typeof request.url === 'string' ? ` ${request.url}` : ''
  emit({
    type: 'notice',
    level: 'info',
    text: `The agent asks: ${request.message}${where} Answer it in your next message.`,
  })
  return { action: 'decline' }
}
