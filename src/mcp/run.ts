import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolSpec } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import type { CallOptions, Client, ToolCaller } from './caller.ts'
import { errorResult, resultOf } from './result.ts'

/** Coerces, validates and runs one tool. Never throws: whatever goes wrong is a result that says so. */
export async function runTool(
  caller: ToolCaller,
  client: Client,
  tool: ToolSpec,
  given: Record<string, unknown>,
  options: CallOptions,
): Promise<CallToolResult> {
  try {
    const input = readArguments(caller, client, tool, given)
    return resultOf(tool, await caller.call(client, tool, input, options))
  } catch (error) {
    return errorResult(error)
  }
}

function readArguments(caller: ToolCaller, client: Client, tool: ToolSpec, given: Record<string, unknown>) {
  const read = tool.input.safeParse(given)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const fault = new Fault('INVALID_PARAMS', `${issue?.path.join('.')}: ${issue?.message}`, {
    next: 'Correct the arguments and call again.',
  })
  caller.refused?.(client, tool, given, fault)
  throw fault
}
