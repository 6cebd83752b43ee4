import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { table } from '../../shared/table.ts'
import { type Fields, fields, list, named, text } from '../translator/read.ts'
import type { SessionPort } from '../translator/translator.ts'

const ONCE: PermissionOption = { optionId: 'once', name: 'Allow', kind: 'allow_once' }
const ALWAYS: PermissionOption = { optionId: 'always', name: 'Allow for this conversation', kind: 'allow_always' }
const NO: PermissionOption = { optionId: 'no', name: 'Refuse', kind: 'reject_once' }

/** What Codex decides with on a command or a change of files. */
const DECISIONS = table<string>({ once: 'accept', always: 'acceptForSession', no: 'decline' })

/**
 * Answers a question of the app-server through the client. `callOf` finds the call that a question is about, because
 * questions on MCP tools do not name it. Undefined for questions that we do not know.
 */
export async function answerServer(
  method: string,
  params: Fields,
  port: SessionPort,
  callOf: (server: string, tool: string) => string | null,
): Promise<object | undefined> {
  switch (method) {
    case 'mcpServer/elicitation/request':
      return fields(params._meta).codex_approval_kind === 'mcp_tool_call'
        ? await mcpTool(params, port, callOf)
        : await elicitation(params, port)
    case 'item/commandExecution/requestApproval':
      return await decision({ title: text(params.command) ?? 'A command', kind: 'execute' }, params, port)
    case 'item/fileChange/requestApproval':
      return await decision({ title: 'Change files', kind: 'edit' }, params, port)
    case 'item/tool/requestUserInput':
      return await userInput(params, port)
    default:
      return undefined
  }
}

async function mcpTool(params: Fields, port: SessionPort, callOf: (server: string, tool: string) => string | null) {
  const { tool_name, tool_params, persist } = fields(params._meta)
  const server = text(params.serverName) ?? ''
  const tool = text(tool_name) ?? ''
  const toolCall: ToolCallUpdate = {
    toolCallId: callOf(server, tool) ?? `approval of ${tool}`,
    title: `mcp__${server}__${tool}`,
    kind: 'other',
    status: 'pending',
    rawInput: tool_params,
  }
  const options = list(persist).includes('session') ? [ONCE, ALWAYS, NO] : [ONCE, NO]
  const chosen = await port.permission(toolCall, options)
  if (chosen === 'always') return { action: 'accept', content: {}, _meta: { persist: 'session' } }
  return chosen === 'once'
    ? { action: 'accept', content: {}, _meta: null }
    : { action: 'decline', content: null, _meta: null }
}

async function decision(about: Pick<ToolCallUpdate, 'title' | 'kind'>, params: Fields, port: SessionPort) {
  const reason = text(params.reason)
  const toolCall: ToolCallUpdate = {
    toolCallId: text(params.itemId) ?? 'approval',
    status: 'pending',
    ...about,
    ...(reason && { content: [{ type: 'content', content: { type: 'text', text: reason } }] }),
  }
  const chosen = await port.permission(toolCall, [ONCE, ALWAYS, NO])
  return { decision: DECISIONS[chosen ?? ''] ?? 'cancel' }
}

/** A question of an MCP server, passed on as it is where it is a form. */
async function elicitation(params: Fields, port: SessionPort) {
  if (params.mode !== 'form') return { action: 'decline', content: null, _meta: null }
  const answer = await port.elicit(text(params.message) ?? 'A question', fields(params.requestedSchema))
  return { action: answer.action, content: answer.action === 'accept' ? (answer.content ?? {}) : null, _meta: null }
}

/** Codex's own question tool: a field for each question, a choice where it offers one. */
async function userInput(params: Fields, port: SessionPort) {
  const questions = list(params.questions).map(fields)
  const properties = questions.map((question) => {
    const choices = list(question.options).flatMap((option) => text(fields(option).label) ?? [])
    const title = text(question.question) ?? ''
    return [text(question.id) ?? '', { type: 'string', title, ...(choices.length > 0 && { enum: choices }) }]
  })
  const message = questions.flatMap((question) => text(question.question) ?? []).join('\n')
  const answer = await port.elicit(message, { type: 'object', properties: Object.fromEntries(properties) })
  const given = answer.action === 'accept' ? fields(answer.content) : {}
  return { answers: Object.fromEntries(Object.entries(given).map(([id, value]) => [id, { answers: [named(value)] }])) }
}
