import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'

/** One call of a tool, or one read of a resource, as the log has it: sizes, never what was written or held. */
export const trafficCall = z.object({
  /** Counts from 1 since the core was started. */
  seq: z.number().int(),
  /** When it ended, in ms since 1970. */
  at: z.number(),
  /** Of an outside client its name; empty for an agent of a conversation. */
  client: z.string(),
  conversation: z.string().nullable(),
  /** A tool's name, or a resource's URI. */
  target: z.string(),
  outcome: z.enum(['ok', 'error', 'cancelled', 'asked']),
  /** Of an error: "INVALID_PARAMS". */
  code: z.string().nullable(),
  ms: z.number(),
  /** Numbers as they are; of everything else the kind and size: "text 120", "list 8". */
  arguments: z.record(z.string(), z.unknown()),
  /** What went back, piece by piece: "text 120", "image/png 51200". Sizes in characters. */
  sent: z.array(z.string()),
})
export type TrafficCall = z.infer<typeof trafficCall>

export const trafficContract = {
  /** The last calls after `after`, at most 500, then each as it ends. */
  watch: oc.input(z.object({ after: z.number().int().min(0) })).output(eventIterator(z.array(trafficCall))),
}
