import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolSpec } from '../tools/define.ts'
import { Fault, type FaultDetails } from '../wire/fault.ts'
import type { ToolAnswer } from './caller.ts'

/** Longest picture that is sent, in base64 characters: vendors cut or refuse larger ones (contract §3). */
export const MAX_PICTURE_CHARACTERS = 1_048_576

export const ERROR_META = 'tickbird/error'

/** What an error result carries in `_meta["tickbird/error"]`. */
export interface ErrorMeta {
  code: string
  details: FaultDetails
  next: string | null
}

/**
 * What a tool gave, as MCP wants it: the sentence, the data as compact JSON, the same data structured, and the picture
 * as an image block. A tool with a picture has no structured content, because clients that see some show their model
 * nothing else, and the picture would be lost (Claude Code, github.com/anthropics/claude-code/issues/54737).
 */
export function resultOf(tool: ToolSpec, answer: ToolAnswer): CallToolResult {
  const { data, picture } = split(tool, answer.output)
  const text = (value: string) => ({ type: 'text', text: value }) as const
  if (tool.picture === undefined) {
    const fit = tool.output.safeParse(data)
    if (!fit.success) return misfit(tool, data, fit.error.issues[0])
    return { content: [text(answer.sentence), text(JSON.stringify(data))], structuredContent: data }
  }
  const content: CallToolResult['content'] = [text(answer.sentence)]
  if (picture !== null && picture.length <= MAX_PICTURE_CHARACTERS) {
    content.push({ type: 'image', data: picture, mimeType: 'image/png' })
  } else if (picture !== null) {
    content.push(text(tooLarge(picture.length)))
  }
  if (Object.keys(data).length > 0) content.push(text(JSON.stringify(data)))
  return { content }
}

/** A failure as a result: sentence, code and next step as text, the same for programs in `_meta`. */
export function errorResult(error: unknown): CallToolResult {
  const fault = asFault(error)
  const { next, ...details } = fault.details
  const sentence = /[.!?…]$/.test(fault.message) ? fault.message : `${fault.message}.`
  const meta: ErrorMeta = { code: fault.code, details, next: next ?? null }
  return {
    isError: true,
    content: [{ type: 'text', text: [`${sentence} [${fault.code}]`, next].filter(Boolean).join(' ') }],
    _meta: { [ERROR_META]: meta },
  }
}

/** Anything thrown, as a Fault. What is no Fault is our own bug, and its text may hold anything: it is not passed on. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('INTERNAL_ERROR', 'Tickbird made a mistake while it worked on this call.', {
    next: 'Look with get_context whether something changed before you try again.',
  })
}

function split(
  tool: ToolSpec,
  output: Record<string, unknown>,
): { data: Record<string, unknown>; picture: string | null } {
  if (tool.picture === undefined) return { data: output, picture: null }
  const { [tool.picture]: picture, ...data } = output
  return { data, picture: typeof picture === 'string' && picture !== '' ? picture : null }
}

function tooLarge(characters: number): string {
  const megabytes = (n: number) => (n / 1_000_000).toFixed(1)
  return (
    `The picture was made but is too large to send (${megabytes(characters)} MB, at most ${megabytes(MAX_PICTURE_CHARACTERS)}). ` +
    'Ask again with a smaller width and height.'
  )
}

/** The host did it but answered in a form nobody agreed on. Clients refuse such data, so it goes as text only. */
function misfit(
  tool: ToolSpec,
  data: unknown,
  issue: { path: PropertyKey[]; message: string } | undefined,
): CallToolResult {
  const where = issue ? ` (${issue.path.join('.') || 'answer'}: ${issue.message})` : ''
  const result = errorResult(
    new Fault('INTERNAL_ERROR', `“${tool.title}” was carried out, but the host's answer has an unknown form${where}.`, {
      next: 'Do not repeat the call; look with get_context what is there now.',
    }),
  )
  return { ...result, content: [...result.content, { type: 'text', text: JSON.stringify(data) ?? 'null' }] }
}
