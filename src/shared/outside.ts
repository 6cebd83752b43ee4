import { oc } from '@orpc/contract'
import { z } from 'zod'
import { trouble } from './event.ts'

/** Another program on this computer that can work through Tickbird's tools: Claude Desktop, Cursor. */
export const outsideClient = z.object({
  id: z.string(),
  name: z.string(),
  /** Its settings were found. */
  present: z.boolean(),
  /** `old`: its settings start a Tickbird in another place. `unreadable`: see `trouble`. */
  state: z.enum(['connected', 'not_connected', 'old', 'unreadable']),
  /** The settings file that is changed. */
  file: z.string(),
  /** What a person does in that program for a change to be seen. */
  afterwards: z.string(),
  trouble: trouble.nullable(),
})
export type OutsideClient = z.infer<typeof outsideClient>

const errors = { TROUBLE: { data: trouble } }

export const outsideContract = {
  list: oc
    .output(
      z.object({
        clients: z.array(outsideClient),
        /** The same by hand; null in the packed app, which has no command for it. */
        command: z.string().nullable(),
        /** Why none can be connected from here; null where they can. */
        trouble: trouble.nullable(),
      }),
    )
    .errors(errors),
  /** Writes us into that program's settings, or out of them; the file as it was is kept beside it. */
  connect: oc
    .input(z.object({ client: z.string().max(64), connected: z.boolean() }))
    .output(outsideClient)
    .errors(errors),
}
