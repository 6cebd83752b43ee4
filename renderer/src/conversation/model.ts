import type { ChangeSummary } from '../../../src/shared/change.ts'
import type { ASKED_EFFECTS, PermissionOption, Trouble, TurnOutcome } from '../../../src/shared/event.ts'
import type { Answer, Question } from '../../../src/shared/question.ts'
import type { TurnUsage } from '../../../src/shared/usage.ts'

/** What the panel knows of one conversation: a fold over its events. */
export interface Conversation {
  /** Number of the last event that is in here. */
  readonly seq: number
  readonly turns: readonly Turn[]
  /**
   * The text block that is still growing. Its text lives here until something follows it, so that `turns` stays the
   * same object while text streams.
   */
  readonly tail: Tail | null
}

export interface Tail {
  readonly turn: string
  readonly key: string
  readonly text: string
}

export interface Turn {
  readonly id: string
  /** 0 where the turn's beginning was never seen. */
  readonly number: number
  readonly prompt: string
  readonly agent: string
  readonly at: number
  readonly blocks: readonly Block[]
  readonly end: TurnEnd | null
  readonly reverted: boolean
  /** The turn whose prompt this one sent again. */
  readonly again: string | null
}

export interface TurnEnd {
  readonly outcome: TurnOutcome
  readonly trouble: Trouble | null
  readonly changes: ChangeSummary
  readonly before: string | null
  readonly after: string | null
  readonly units: string
  readonly ms: number
  /** What a turn that did not end well left in the model, in words. */
  readonly left: string | null
  /** Null where the agent tells nothing of it. */
  readonly usage: TurnUsage | null
}

/** `key` is unique within its turn and stays with the block. */
export type Block = TextBlock | ToolBlock | PlanBlock | PermissionBlock | QuestionBlock | NoticeBlock

export interface TextBlock {
  readonly kind: 'text' | 'thought'
  readonly key: string
  readonly text: string
}

export interface ToolBlock {
  readonly kind: 'tool'
  readonly key: string
  readonly call: string
  readonly tool: string
  readonly title: string
  readonly input: unknown
  readonly at: number
  readonly end: ToolEnd | null
}

export interface ToolEnd {
  readonly outcome: 'ok' | 'failed' | 'stopped'
  readonly sentence: string
  readonly output: unknown
  readonly pictures: readonly string[]
  readonly objects: readonly string[]
  readonly ms: number
}

export interface PlanBlock {
  readonly kind: 'plan'
  readonly key: string
  readonly steps: readonly { readonly text: string; readonly state: 'pending' | 'running' | 'done' }[]
}

export interface PermissionBlock {
  readonly kind: 'permission'
  readonly key: string
  readonly request: string
  readonly title: string
  readonly detail: string
  readonly options: readonly PermissionOption[]
  /** By what the call does to the document; null in older conversations. */
  readonly effect: (typeof ASKED_EFFECTS)[number] | null
  /** What undo would not bring back. */
  readonly warning: string | null
  /** Undefined while nobody has answered; null is a refusal. */
  readonly answer: string | null | undefined
}

export interface QuestionBlock {
  readonly kind: 'question'
  readonly key: string
  readonly request: string
  readonly questions: readonly Question[]
  /** The agent holds its turn for the answer; else the answer is the next prompt. */
  readonly waits: boolean
  /** Undefined while nobody has answered; null where the person declined. */
  readonly answers: readonly Answer[] | null | undefined
}

export interface NoticeBlock {
  readonly kind: 'notice'
  readonly key: string
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
}

export const emptyConversation: Conversation = { seq: 0, turns: [], tail: null }

/** The turn that has begun and not ended; only the newest can be. */
export function openTurn(turns: readonly Turn[]): Turn | null {
  const last = turns.at(-1)
  return last && !last.end ? last : null
}

/** The question that the agent is waiting on, if any. */
export function openQuestion(turns: readonly Turn[]): PermissionBlock | null {
  for (const block of openTurn(turns)?.blocks ?? []) {
    if (block.kind === 'permission' && block.answer === undefined) return block
  }
  return null
}

/** The card with questions that can be answered now, if any: one of the newest turn, which may have ended. */
export function openQuestions(turns: readonly Turn[]): QuestionBlock | null {
  const turn = turns.at(-1)
  const block = turn?.blocks.findLast((one) => one.kind === 'question' && one.answers === undefined)
  if (block?.kind !== 'question') return null
  return block.waits && turn?.end ? null : block
}
