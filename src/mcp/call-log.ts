import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import { Fault } from '../wire/fault.ts'
import type { Client } from './caller.ts'
import { ERROR_META, type ErrorMeta } from './result.ts'

/** One call of a tool or one read of a resource. */
export interface LoggedCall {
  client: Client
  /** A tool's name, or a resource's URI. */
  target: string
  arguments: Readonly<Record<string, unknown>>
  ms: number
  outcome: 'ok' | 'error' | 'cancelled' | 'asked'
  /** Of an error. */
  code?: string
  /** What went back, piece by piece: "text 120", "image/png 51200". */
  sent: string[]
}

/**
 * One line of JSON for one call. What a user wrote or a file holds never stands in it, nor a token: of texts, lists and
 * objects only the size is told. Numbers are, because a wrong size is what one looks for in a log.
 */
export function logLine(call: LoggedCall, now: Date): string {
  const { client, target, ms, outcome, code, sent } = call
  const told = Object.entries(call.arguments).slice(0, 30)
  return JSON.stringify({
    at: now.toISOString(),
    client: client.kind === 'conversation' ? `conversation ${client.conversation}` : client.name,
    target: target.slice(0, 200),
    outcome,
    ...(code === undefined ? {} : { code }),
    ms: Math.round(ms * 10) / 10,
    arguments: Object.fromEntries(told.map(([name, value]) => [name.slice(0, 40), sizeOf(value)])),
    sent,
  })
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'string') return `text ${value.length}`
  if (Array.isArray(value)) return value.length <= 4 && value.every(Number.isFinite) ? value : `list ${value.length}`
  return typeof value === 'object' ? `object ${Object.keys(value).length}` : typeof value
}

type Answer = CallToolResult | ReadResourceResult | InputRequiredResult

export interface ToLog {
  log: ((line: string) => void) | undefined
  client: Client
  target: string
  given: Readonly<Record<string, unknown>>
  signal: AbortSignal
}

/** Runs `work` and writes its line, whatever becomes of it. */
export async function logged<T extends Answer>(call: ToLog, work: () => Promise<T>): Promise<T> {
  const { log, client, target, given, signal } = call
  if (!log) return work()
  const begun = performance.now()
  const line = (rest: Pick<LoggedCall, 'outcome' | 'code' | 'sent'>) =>
    log(logLine({ client, target, arguments: given, ms: performance.now() - begun, ...rest }, new Date()))
  try {
    const answer = await work()
    line({ ...outcomeOf(answer, signal), sent: piecesOf(answer) })
    return answer
  } catch (error) {
    const code = error instanceof Fault ? { code: error.code } : {}
    line({ outcome: signal.aborted ? 'cancelled' : 'error', ...code, sent: [] })
    throw error
  }
}

/** What an answer sends, piece by piece. */
export function piecesOf(answer: Answer): string[] {
  if (isInputRequiredResult(answer)) return Object.keys(answer.inputRequests ?? {}).map(() => 'question')
  if (isRead(answer)) return answer.contents.map(pieceOf)
  return answer.content.map((block) => {
    if (block.type === 'text') return `text ${block.text.length}`
    if (block.type === 'image' || block.type === 'audio') return `${block.mimeType} ${block.data.length}`
    return block.type === 'resource' ? pieceOf(block.resource) : block.type
  })
}

const isRead = (answer: CallToolResult | ReadResourceResult): answer is ReadResourceResult =>
  Array.isArray(answer.contents)

function pieceOf(resource: ReadResourceResult['contents'][number]): string {
  return `${resource.mimeType ?? 'resource'} ${'blob' in resource ? resource.blob.length : resource.text.length}`
}

/** How an answer counts in the log. */
function outcomeOf(answer: Answer, signal: AbortSignal): Pick<LoggedCall, 'outcome' | 'code'> {
  if (signal.aborted) return { outcome: 'cancelled' }
  if (isInputRequiredResult(answer)) return { outcome: 'asked' }
  if (isRead(answer) || !answer.isError) return { outcome: 'ok' }
  const meta = answer._meta?.[ERROR_META] as ErrorMeta | undefined
  return meta === undefined ? { outcome: 'error' } : { outcome: 'error', code: meta.code }
}
