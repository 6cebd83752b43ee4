import { createHash, randomBytes } from 'node:crypto'
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { seatOf } from './seat.ts'

/** How long an answer to a question may take, in seconds. */
export const LIVES_S = 600

interface State {
  /** What the question was for: a state of one call cannot be played into another. */
  purpose: string
  /** Makes each one of its kind, so that spending one spends no other. */
  nonce: string
  payload: unknown
}

/**
 * What a question remembers until its answer comes goes by way of the client: signed, for ten minutes, and bound to who
 * was asked. The key is this process's own: a core that starts anew knows no open questions.
 */
const codec = createRequestStateCodec<State>({
  key: randomBytes(32),
  ttlSeconds: LIVES_S,
  bind: (context) => {
    const { client } = seatOf(context)
    return `${client.kind}\0${client.kind === 'conversation' ? client.conversation : client.id}`
  },
})

export const writeState = (context: ServerContext, purpose: string, payload: unknown): Promise<string> =>
  codec.mint({ purpose: digest(purpose), nonce: randomBytes(6).toString('base64url'), payload }, context)

/** Undefined where the request brings none. Throws a protocol error for one that is not ours, not theirs, or too old. */
export async function readState(context: ServerContext, purpose: string): Promise<unknown> {
  const sent: unknown = context.mcpReq.requestState()
  if (sent === undefined) return undefined
  const state = typeof sent === 'string' ? await codec.verify(sent, context).catch(() => undefined) : undefined
  if (state?.purpose !== digest(purpose)) {
    const message = 'Invalid or expired requestState. Nothing was done; send the call again without it.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: 'invalid_request_state' })
  }
  return state.payload
}

/**
 * Takes a state as a permission: true the first time only. False for one that is not ours, not theirs, too old, meant for
 * something else, or used before.
 */
export async function spendState(context: ServerContext, purpose: string, sent: string): Promise<boolean> {
  const state = await codec.verify(sent, context).catch(() => undefined)
  if (state?.purpose !== digest(purpose)) return false
  const now = Date.now()
  for (const [old, at] of spent) if (now - at > LIVES_S * 1000) spent.delete(old)
  const key = digest(sent)
  if (spent.has(key)) return false
  spent.set(key, now)
  return true
}

const spent = new Map<string, number>()

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
