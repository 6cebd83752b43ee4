import { createHash } from 'node:crypto'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { ToolSpec } from '../tools/define.ts'
import { toolNamed } from '../tools/registry.ts'
import { parseParams } from '../tools/validate.ts'
import { type Look, mayLose, warningOf } from '../turns/warnings.ts'
import type { CallOptions, Client, ToolCaller } from './caller.ts'
import { spendState, writeState } from './request-state.ts'
import { ERROR_META, type ErrorMeta } from './result.ts'
import { seatOf } from './seat.ts'

type Given = Readonly<Record<string, unknown>>

/** What such tools take beside their own arguments. */
export const CONFIRM_PROPERTIES = {
  confirm: { type: 'string' },
  dryRun: { type: 'boolean' },
} as const

export const mayNeedConfirming = mayLose

export interface Confirming {
  caller: ToolCaller
  client: Client
  tool: ToolSpec
  /** Validated. */
  input: Given
  given: Given
  options: CallOptions
  context: ServerContext
}

/**
 * What stands between a call and its doing: nothing (undefined), a question to the user of a client that can be asked,
 * or else a refusal with a token; the same call with that token goes through, once. Our own panel asks in its own way.
 */
export async function hold(call: Confirming): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { client, tool, given, context } = call
  if (given.dryRun === true && tool.effect !== 'read') return dryRun(tool, await warningFor(call))
  if (client.kind === 'conversation' || !mayNeedConfirming(tool.name)) return undefined
  const purpose = purposeOf(call)
  if (typeof given.confirm === 'string' && (await spendState(context, purpose, given.confirm))) return undefined
  const state: unknown = context.mcpReq.requestState()
  const answer = context.mcpReq.inputResponses?.confirm as { action?: unknown; content?: { yes?: unknown } } | undefined
  if (answer && typeof state === 'string' && (await spendState(context, purpose, state))) {
    return answer.action === 'accept' && answer.content?.yes === true ? undefined : declined(tool)
  }
  const warning = await warningFor(call)
  if (warning === null) return undefined
  const token = await writeState(context, purpose, {})
  return canAsk(context) ? question(tool, warning, token) : refusal(tool, warning, token)
}

async function warningFor({ caller, client, tool, input, options }: Confirming): Promise<string | null> {
  const look: Look = async () => {
    const context = toolNamed('get_context')
    if (!context) return {}
    const { output } = await caller.call(client, context, parseParams(context, {}), options)
    return (output.document ?? {}) as Record<string, unknown>
  }
  return await warningOf(tool.name, input, look)
}

/** A token is good for this tool, these arguments and this process only. */
function purposeOf({ tool, input, options }: Confirming): string {
  const { confirm: _confirm, dryRun: _dryRun, ...meant } = input
  const digest = createHash('sha256').update(JSON.stringify(meant)).digest('hex')
  return `confirm ${tool.name} ${options.processId ?? ''} ${digest}`
}

function canAsk(context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined
  if (envelope === undefined) return seatOf(context).abilities.has('elicitation')
  return Boolean((envelope[CLIENT_CAPABILITIES_META_KEY] as { elicitation?: unknown } | undefined)?.elicitation)
}

const question = (tool: ToolSpec, warning: string, requestState: string) =>
  inputRequired({
    requestState,
    inputRequests: {
      confirm: inputRequired.elicit({
        message: `${tool.title}: ${warning}`,
        requestedSchema: {
          type: 'object',
          properties: { yes: { type: 'boolean', title: tool.title, default: false } },
          required: ['yes'],
        },
      }),
    },
  })

function refusal(tool: ToolSpec, warning: string, confirm: string): CallToolResult {
  const next = `If the user wants that, send the same call again with confirm: "${confirm}" (good for ten minutes, once).`
  return notDone('CONFIRMATION_NEEDED', `${tool.title} was not done. ${warning}`, next, { confirm })
}

const declined = (tool: ToolSpec): CallToolResult =>
  notDone(
    'CONFIRMATION_NEEDED',
    `${tool.title} was not done: the user said no.`,
    'Ask the user what to do instead.',
    {},
  )

const dryRun = (tool: ToolSpec, warning: string | null): CallToolResult =>
  notDone(
    'DRY_RUN',
    `Dry run: ${tool.title} was not done; its arguments are in order. ${warning ?? 'Nothing would be lost.'}`,
    'Send the call without dryRun to do it.',
    {},
  )

/** Marked as an error, because nothing came of it and clients check all else against the tool's output schema. */
function notDone(code: string, message: string, next: string, details: ErrorMeta['details']): CallToolResult {
  const meta: ErrorMeta = { code, details, next }
  return {
    isError: true,
    content: [{ type: 'text', text: `${message} [${code}] ${next}` }],
    _meta: { [ERROR_META]: meta },
  }
}
