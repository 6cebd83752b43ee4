import {
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { seatOf } from './seat.ts'

/** How often one call may ask, and how long an answer may take, in ms. */
export const MOST_ROUNDS = 8
export const ANSWER_MS = 600_000

/** What must be able to answer each kind of question. */
export const ABILITY_OF: Readonly<Record<string, Ability | undefined>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/** What a client of 2025's protocol said it can be asked for. */
export const ABILITIES = ['elicitation', 'sampling', 'roots'] as const satisfies (keyof ClientCapabilities)[]
export type Ability = (typeof ABILITIES)[number]

/**
 * Runs `work`, which may find that it needs an answer first. A client of 2026's protocol is given the question as the
 * result and calls again. One of 2025's cannot read such a result: it is asked while its call waits, and `work` runs
 * again with the answers.
 */
export async function settle<T>(
  context: ServerContext,
  work: (context: ServerContext) => Promise<T | InputRequiredResult>,
): Promise<T | InputRequiredResult> {
  if (isModern(context)) return work(context)
  let here = context
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    const result = await work(here)
    if (!isInputRequiredResult(result)) return result as T
    here = await answered(context, result)
  }
  throw refusal(`The call asked more than ${MOST_ROUNDS} times. What it did until then may have been done.`)
}

/** Only 2026's requests say of themselves who sends them. */
const isModern = (context: ServerContext): boolean => context.mcpReq.envelope !== undefined

async function answered(context: ServerContext, result: InputRequiredResult): Promise<ServerContext> {
  const questions = Object.entries(result.inputRequests ?? {})
  const answers = await Promise.all(
    questions.map(async ([key, question]) => [key, await ask(context, question)] as const),
  )
  const mcpReq = {
    ...context.mcpReq,
    inputResponses: Object.fromEntries(answers),
    requestState: <S>() => result.requestState as S,
  }
  return { ...context, mcpReq }
}

function ask(context: ServerContext, { method, params }: InputRequest): Promise<unknown> {
  const needed = ABILITY_OF[method]
  if (needed === undefined || !seatOf(context).abilities.has(needed)) {
    throw refusal(
      `This call has a question (${method}), and your client did not say that it can be asked. Nothing was done.`,
    )
  }
  const request = { method, ...(params === undefined ? {} : { params }) } as Parameters<typeof context.mcpReq.send>[0]
  return context.mcpReq.send(request as { method: 'roots/list' }, { timeout: ANSWER_MS, signal: context.mcpReq.signal })
}

const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
