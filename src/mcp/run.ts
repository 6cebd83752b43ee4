import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { ToolSpec } from '../tools/define.ts'
import { ignoredParams, parseParams } from '../tools/validate.ts'
import { Fault } from '../wire/fault.ts'
import type { CallOptions, Client, ToolCaller } from './caller.ts'
import { hold } from './confirm.ts'
import { asFault, errorResult, resultOf } from './result.ts'

type Arguments = Readonly<Record<string, unknown>>

/** Coerces, validates and runs one tool. Never throws: whatever goes wrong is a result that says so. */
export async function runTool(
  caller: ToolCaller,
  client: Client,
  tool: ToolSpec,
  whole: Arguments,
  options: CallOptions,
  context?: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { confirm, dryRun, ...given } = whole
  try {
    const input = readArguments(caller, client, tool, given)
    const held = context && (await hold({ caller, client, tool, input, given: { confirm, dryRun }, options, context }))
    if (held) return held
    const result = resultOf(tool, await caller.call(client, tool, input, options))
    const unread = unreadNote(tool, given)
    if (unread !== null) result.content.push({ type: 'text', text: unread })
    return result
  } catch (error) {
    return errorResult(error)
  }
}

function readArguments(
  caller: ToolCaller,
  client: Client,
  tool: ToolSpec,
  given: Arguments,
): Readonly<Record<string, unknown>> {
  try {
    const input = parseParams(tool, given)
    // Every method takes `doc`; it stands in no schema, and the hosts check it.
    return given.doc === undefined ? input : { ...input, doc: given.doc }
  } catch (error) {
    const fault = inToolWords(tool, asFault(error))
    caller.refused?.(client, tool, given, fault)
    throw fault
  }
}

/** Agents know the tool's name, not the method's. */
function inToolWords(tool: ToolSpec, fault: Fault): Fault {
  const prefix = `${tool.method}: `
  if (!fault.message.startsWith(prefix)) return fault
  return new Fault(fault.code, `${tool.name}: ${fault.message.slice(prefix.length)}`, fault.details)
}

/** A misspelt optional argument would otherwise be lost without a word. */
function unreadNote(tool: ToolSpec, given: Arguments): string | null {
  const unread = ignoredParams(tool, given)
  if (unread.length === 0) return null
  const names = unread
    .slice(0, 5)
    .map(({ name, meant }) => (meant === undefined ? name.slice(0, 40) : `${name.slice(0, 40)} (${meant}?)`))
  return `Not read, because ${tool.name} has no such argument: ${names.join(', ')}${unread.length > 5 ? ', …' : ''}.`
}
