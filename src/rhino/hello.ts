import { z } from 'zod'
import { Fault } from '../wire/fault.ts'
import type { Channel } from './channel.ts'

/** Ours; a host that speaks another one says so in its answer to `hello`. */
const PROTOCOL = 1

const greeting = z.object({
  host: z.enum(['embedded', 'rhino']),
  version: z.string().catch(''),
  rhino: z.string().nullable().catch(null),
  pid: z.number().int(),
  capabilities: z.array(z.string()).catch([]),
})

/** Who is at the other end. Null for a host without `hello`: GOLEM's own plugin. */
export type Greeting = z.infer<typeof greeting> | null

/** Makes us known to the host. Throws UNAUTHORIZED where the secret is not the host's, or ConnectionLost. */
export async function greet(channel: Channel, secret: string, timeoutMs: number): Promise<Greeting> {
  let answer: unknown
  try {
    answer = await channel.request('hello', { secret, client: 'tickbird', protocol: PROTOCOL }, { timeoutMs })
  } catch (error) {
    if (isUnknownMethod(error)) return null
    if (error instanceof Fault && error.code === 'TIMEOUT') throw mute(timeoutMs)
    throw error
  }
  const read = greeting.safeParse(answer)
  if (read.success) return read.data
  throw new Fault('INTERNAL_ERROR', 'What answers on this port is no Rhino that Tickbird knows.', {
    next: 'Set another port in Rhino’s Tickbird panel or in GOLEM_RHINO_PORT.',
  })
}

/** GOLEM's dispatcher says -32000 and a sentence where it means -32601. */
const isUnknownMethod = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.code === 'NOT_FOUND' ||
    (error.code === 'OPERATION_FAILED' && /unknown|not found|no handler/i.test(error.message)))

/** GOLEM's plugin serves one client and lets the next one wait without a word. */
const mute = (timeoutMs: number): Fault =>
  new Fault('RHINO_BUSY', `Rhino took the connection but said nothing for ${timeoutMs / 1000} s.`, {
    next: 'If another program is connected to Rhino’s port, close it.',
  })
