import { randomUUID } from 'node:crypto'
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk'
import type { AgentEvent } from '../../shared/agent.ts'
import type { PermissionOption } from '../../shared/event.ts'
import type { Answer, Question } from '../../shared/question.ts'
import { formOf } from './form.ts'

type Emit = (event: AgentEvent) => void

/** Questions that wait for the user's answer, by the id the panel knows them by. */
export class OpenQuestions {
  readonly #emit: Emit
  readonly #waiting = new Map<string, (option: string | null) => void>()
  readonly #forms = new Map<string, (answers: readonly Answer[] | null) => void>()
  #ended = false

  constructor(emit: Emit) {
    this.#emit = emit
  }

  get open(): boolean {
    return this.#waiting.size + this.#forms.size > 0
  }

  /** The turn ended under the last question. */
  get ended(): boolean {
    return this.#ended
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

  /** Puts a card of questions to the user; null when it was declined, or when the turn ended without an answer. */
  askForm(questions: Question[]): Promise<readonly Answer[] | null> {
    const request = randomUUID()
    this.#ended = false
    return new Promise((resolve) => {
      this.#forms.set(request, resolve)
      this.#emit({ type: 'question', request, questions })
    })
  }

  /** False where nobody waits for it. */
  answerForm(request: string, answers: readonly Answer[] | null): boolean {
    this.#forms.get(request)?.(answers)
    return this.#forms.delete(request)
  }

  endAll(): void {
    this.#ended = true
    for (const request of [...this.#waiting.keys()]) this.answer(request, null)
    for (const request of [...this.#forms.keys()]) this.answerForm(request, null)
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

/**
 * A form of the agent becomes a card; what does not fit one is declined, and the user is told the question, so that they
 * can answer it in their next message.
 */
export async function elicit(
  request: CreateElicitationRequest,
  questions: OpenQuestions,
  emit: Emit,
): Promise<CreateElicitationResponse> {
  const form = formOf(request)
  if (form) {
    const answers = await questions.askForm(form.questions)
    if (answers === null) return { action: questions.ended ? 'cancel' : 'decline' }
    return { action: 'accept', content: form.content(answers) }
  }
  const where = 'url' in request && typeof request.url === 'string' ? ` ${request.url}` : ''
  emit({
    type: 'notice',
    level: 'info',
    text: `The agent asks: ${request.message}${where} Answer it in your next message.`,
  })
  return { action: 'decline' }
}
