import { oc } from '@orpc/contract'
import { z } from 'zod'
import { trouble } from './event.ts'
import { HOST_STATES } from './status.ts'

/** One program with a document to work in. */
export const hostChoice = z.object({
  kind: z.enum(['embedded', 'rhino']),
  label: z.string(),
  /** Null for the built-in modeller while it does not run; it is started when it is chosen. */
  processId: z.number().int().nullable(),
  state: z.enum(HOST_STATES),
  /** The one that is worked in. */
  active: z.boolean(),
  /** Its open documents; empty while it does not answer. */
  documents: z.array(z.object({ serial: z.number().int(), name: z.string(), active: z.boolean() })),
})
export type HostChoice = z.infer<typeof hostChoice>

const errors = { TROUBLE: { data: trouble } }

/** Which Rhino is worked in, or the built-in modeller. */
export const hostContract = {
  /** Starts the host again after it was lost. */
  restart: oc.output(z.object({})).errors(errors),
  list: oc.output(z.object({ hosts: z.array(hostChoice) })).errors(errors),
  /** Null chooses the built-in modeller. Not while a turn is running. */
  choose: oc
    .input(z.object({ processId: z.number().int().nullable() }))
    .output(z.object({}))
    .errors(errors),
}
