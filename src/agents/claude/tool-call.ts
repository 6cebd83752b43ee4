import type { SessionUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { table } from '../../shared/table.ts'

/** Claude's own tools by what they do; MCP tools are `other`. */
const KINDS = table<ToolKind>({
  Bash: 'execute',
  PowerShell: 'execute',
  KillShell: 'execute',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Read: 'read',
  Glob: 'search',
  Grep: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
})

export const kindOf = (tool: string): ToolKind => KINDS[tool] ?? 'other'

/** A call begins, or its input has become known. */
export function announce(toolCallId: string, tool: string, rawInput: unknown, known: boolean): SessionUpdate {
  const input = rawInput === undefined ? {} : { rawInput }
  if (known) return { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', ...input }
  return { sessionUpdate: 'tool_call', toolCallId, title: tool, kind: kindOf(tool), status: 'in_progress', ...input }
}

export const settle = (toolCallId: string, words: string | null, failed: boolean): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  status: failed ? 'failed' : 'completed',
  ...(words !== null && { rawOutput: words }),
})
