import type { SessionUpdate, ToolCallStatus, ToolKind } from '@agentclientprotocol/sdk'
import { table } from '../../shared/table.ts'
import { type Fields, fields, list, named, text, wordsOf } from '../translator/read.ts'

/** Items that are calls of something, and what they do. */
const KINDS = table<ToolKind>({
  mcpToolCall: 'other',
  dynamicToolCall: 'other',
  collabAgentToolCall: 'other',
  commandExecution: 'execute',
  fileChange: 'edit',
  webSearch: 'fetch',
  imageView: 'read',
  imageGeneration: 'other',
})

const FAILED = new Set(['failed', 'declined'])

/** How a call is called: MCP tools by their server too, a command by itself. */
export function titleOf(item: Fields): string {
  switch (item.type) {
    case 'mcpToolCall':
      return `mcp__${text(item.server) ?? ''}__${text(item.tool) ?? ''}`
    case 'commandExecution':
      return text(item.command) ?? 'Command'
    case 'fileChange':
      return `Change ${pathsOf(item).join(', ') || 'files'}`
    case 'webSearch':
      return `Search: ${text(item.query) ?? ''}`
    default:
      return text(item.tool) ?? named(item.type)
  }
}

export const kindOf = (item: Fields): ToolKind => KINDS[named(item.type)] ?? 'other'

const pathsOf = (item: Fields) => list(item.changes).flatMap((change) => text(fields(change).path) ?? [])

const isCall = (item: Fields): boolean => named(item.type) in KINDS && text(item.id) !== null

export function begun(item: Fields): SessionUpdate[] {
  if (item.type === 'contextCompaction') return [compaction(item, 'in_progress')]
  return isCall(item) ? [call(item, 'in_progress')] : []
}

/** `streamed`: its words were told as they came. */
export function finished(item: Fields, streamed: boolean): SessionUpdate[] {
  if (item.type === 'contextCompaction') return [compaction(item, 'completed')]
  if (isCall(item)) return [call(item, FAILED.has(named(item.status)) ? 'failed' : 'completed')]
  if (streamed) return []
  if (item.type === 'agentMessage') return spoken('agent_message_chunk', text(item.text))
  if (item.type === 'plan') return spoken('agent_message_chunk', text(item.text))
  if (item.type !== 'reasoning') return []
  const thoughts = [...list(item.summary), ...list(item.content)].filter((one) => typeof one === 'string')
  return spoken('agent_thought_chunk', text(thoughts.join('\n')))
}

/** Told whole at its beginning and its end, so that either may be missing. */
function call(item: Fields, status: ToolCallStatus): SessionUpdate {
  const input = item.arguments ?? (item.type === 'fileChange' ? item.changes : undefined)
  const output = outputOf(item)
  const told = {
    toolCallId: text(item.id) ?? '',
    title: titleOf(item),
    kind: kindOf(item),
    status,
    ...(input !== undefined && input !== null && { rawInput: input }),
    ...(output !== null && { rawOutput: output }),
  }
  return status === 'in_progress'
    ? { sessionUpdate: 'tool_call', ...told }
    : { sessionUpdate: 'tool_call_update', ...told }
}

function outputOf(item: Fields): string | null {
  const failure = fields(item.error)
  return (
    text(failure.message) ??
    wordsOf(fields(item.result).content) ??
    text(item.aggregatedOutput) ??
    wordsOf(item.contentItems)
  )
}

const spoken = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', words: string | null): SessionUpdate[] =>
  words ? [{ sessionUpdate, content: { type: 'text', text: words } }] : []

const compaction = (item: Fields, status: string): SessionUpdate => ({
  sessionUpdate: 'compaction_update',
  compactionId: text(item.id) ?? 'compaction',
  status,
})
