import { z } from 'zod'
import { UNIT_SYSTEMS } from './geometry.ts'

/**
 * What an agent may ask. `choice`: one of the options, `choices`: any number of them, `length`: a number with a unit,
 * `point`: three coordinates in the document's unit, `objects`: objects of the document.
 */
export const QUESTION_KINDS = ['choice', 'choices', 'text', 'number', 'length', 'point', 'objects'] as const

export const question = z.object({
  /** Among the questions of one card. */
  id: z.string().min(1).max(60),
  kind: z.enum(QUESTION_KINDS),
  text: z.string().min(1).max(2000),
  /** Of `choice` and `choices`. */
  options: z.array(z.object({ label: z.string().min(1).max(200), detail: z.string().max(1000).default('') })).max(50),
  /** The options are suggestions: own words may be given instead. */
  custom: z.boolean(),
  /** Bounds: of a number, of a length in the document's unit, or how many objects or options. Null is no bound. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** May be left unanswered. */
  optional: z.boolean(),
})
export type Question = z.infer<typeof question>

const id = z.string().min(1).max(60)
export const answer = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('choice'), labels: z.array(z.string().max(200)).max(50) }),
  z.object({ id, kind: z.literal('text'), text: z.string().trim().min(1).max(20_000) }),
  z.object({ id, kind: z.literal('number'), value: z.number() }),
  z.object({ id, kind: z.literal('length'), value: z.number(), unit: z.enum(UNIT_SYSTEMS) }),
  z.object({ id, kind: z.literal('point'), point: z.tuple([z.number(), z.number(), z.number()]) }),
  z.object({ id, kind: z.literal('objects'), ids: z.array(z.string().min(1).max(64)).max(1000) }),
])
export type Answer = z.infer<typeof answer>

/** Most questions of one card. */
export const MAX_QUESTIONS = 10
