import { z } from 'zod'

/** What a turn took, as far as its agent tells. Null where it does not. */
export const turnUsage = z.object({
  /** Tokens read anew, out of a cache, and written. */
  input: z.number().int().min(0).nullable(),
  cached: z.number().int().min(0).nullable(),
  output: z.number().int().min(0).nullable(),
  cost: z.object({ amount: z.number().min(0), currency: z.string().max(10) }).nullable(),
  /** Tokens that the agent has in mind now, and how many fit. */
  context: z.object({ used: z.number().int().min(0), size: z.number().int().min(0) }).nullable(),
})
export type TurnUsage = z.infer<typeof turnUsage>

/** What all turns of a conversation took together. */
export const conversationUsage = z.object({
  /** Read and written, of turns whose agent tells. */
  tokens: z.number().int(),
  cost: z.number().nullable(),
  /** Null where there is no cost, or costs are in several currencies: then no sum is told. */
  currency: z.string().nullable(),
})
