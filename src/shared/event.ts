import { z } from 'zod'
import { changeSummary } from './change.ts'
import { answer, question } from './question.ts'
import { conversationUsage, turnUsage } from './usage.ts'

/** Why a turn ended. `stopped` is the user's doing, `failed` is not. */
export const TURN_OUTCOMES = ['done', 'stopped', 'failed'] as const
export type TurnOutcome = (typeof TURN_OUTCOMES)[number]

/** A failure as a person reads it: what happened, why, and what to do; the details stand behind a fold. */
export const trouble = z.object({
  title: z.string(),
  cause: z.string(),
  next: z.string(),
  details: z.string().optional(),
})
export type Trouble = z.infer<typeof trouble>

export const ASKED_EFFECTS = ['create', 'modify', 'delete', 'file', 'view', 'run', 'other'] as const

export const permissionOption = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['allow_once', 'allow_conversation', 'allow_always', 'reject_once', 'reject_always']),
})
export type PermissionOption = z.infer<typeof permissionOption>

/**
 * One thing that happened in a conversation. Events are only ever appended; the panel is a fold over them.
 * `turn` is the turn's id, `call` a tool call's id within it. Pictures are ids into the store.
 */
export const conversationEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('turn.begin'),
    turn: z.string(),
    /** 1 for a conversation's first turn. */
    number: z.number().int(),
    prompt: z.string(),
    agent: z.string(),
    /** The turn whose prompt this one sends again, perhaps changed. */
    again: z.string().optional(),
    /** The follow-up that it was: gone from the queue with this event. */
    queued: z.string().optional(),
  }),
  z.object({ type: z.literal('text'), turn: z.string(), text: z.string() }),
  z.object({ type: z.literal('thought'), turn: z.string(), text: z.string() }),
  z.object({
    type: z.literal('tool.begin'),
    turn: z.string(),
    call: z.string(),
    tool: z.string(),
    title: z.string(),
    input: z.unknown(),
  }),
  z.object({
    type: z.literal('tool.end'),
    turn: z.string(),
    call: z.string(),
    outcome: z.enum(['ok', 'failed', 'stopped']),
    /** The one sentence on the card: "Box 40 × 25 × 10 mm", or why it failed. */
    sentence: z.string(),
    output: z.unknown(),
    pictures: z.array(z.string()),
    /** Objects the card is about, for lighting them up. */
    objects: z.array(z.string()),
    ms: z.number(),
  }),
  z.object({
    type: z.literal('plan'),
    turn: z.string(),
    steps: z.array(z.object({ text: z.string(), state: z.enum(['pending', 'running', 'done']) })),
  }),
  z.object({
    type: z.literal('permission.ask'),
    turn: z.string(),
    request: z.string(),
    title: z.string(),
    detail: z.string(),
    options: z.array(permissionOption),
    /** By what the call does to the document; `other` is a tool of the agent's own. Left out in older conversations. */
    effect: z.enum(ASKED_EFFECTS).optional(),
    /** What undo would not bring back: then only this one call can be allowed. */
    warning: z.string().optional(),
  }),
  z.object({
    type: z.literal('permission.answer'),
    turn: z.string(),
    request: z.string(),
    option: z.string().nullable(),
  }),
  /**
   * A card with questions to the designer. Open until it is answered or a later turn begins, also after the turn that
   * asked has ended, and after a restart. `waits`: the agent holds its turn for the answer; else the answer is the next
   * prompt.
   */
  z.object({
    type: z.literal('question.ask'),
    turn: z.string(),
    request: z.string(),
    questions: z.array(question),
    waits: z.boolean(),
  }),
  /** `answers` is null where the designer declined; `words` is what the agent was told. */
  z.object({
    type: z.literal('question.answer'),
    turn: z.string(),
    request: z.string(),
    answers: z.array(answer).nullable(),
    words: z.string(),
  }),
  z.object({
    type: z.literal('notice'),
    turn: z.string(),
    level: z.enum(['info', 'warning', 'error']),
    text: z.string(),
  }),
  z.object({
    type: z.literal('turn.end'),
    turn: z.string(),
    outcome: z.enum(TURN_OUTCOMES),
    trouble: trouble.nullable(),
    changes: changeSummary,
    /** Pictures of the model at the same camera; null where the turn changed nothing or the host cannot draw. */
    before: z.string().nullable(),
    after: z.string().nullable(),
    units: z.string(),
    ms: z.number(),
    /** What a turn that did not end well left in the model, in words; the panel offers to take it back. */
    left: z.string().optional(),
    /** Left out where the agent tells nothing of it. */
    usage: turnUsage.optional(),
  }),
  /** These turns' changes are no longer in the document, newest first. */
  z.object({ type: z.literal('turn.reverted'), turns: z.array(z.string()) }),
  z.object({ type: z.literal('turn.redone'), turns: z.array(z.string()) }),
])
export type ConversationEvent = z.infer<typeof conversationEvent>

/** An event as the store keeps it: `seq` counts from 1 within a conversation without gaps, `at` is ms since 1970. */
export const storedEvent = z.object({ seq: z.number().int(), at: z.number(), event: conversationEvent })
export type StoredEvent = z.infer<typeof storedEvent>

/** A stored event of one type. */
export type StoredEventOf<T extends ConversationEvent['type']> = Omit<StoredEvent, 'event'> & {
  event: Extract<ConversationEvent, { type: T }>
}

export const conversationHead = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  turns: z.number().int(),
  /** A turn is running now. */
  running: z.boolean(),
  archived: z.boolean(),
  /** What it is about: the document of its first turn. Null before that, and for one that was set free. */
  document: z.object({ name: z.string(), path: z.string().nullable() }).nullable(),
  /** Left out where no turn's agent told. */
  usage: conversationUsage.optional(),
})
export type ConversationHead = z.infer<typeof conversationHead>
