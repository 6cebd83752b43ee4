import { randomUUID } from 'node:crypto'
import * as acp from '@agentclientprotocol/sdk'
import { ASIDE_META } from '../aside.ts'
import { McpClient, ToolFailure } from './mcp/client.ts'
import { type CallTool, emptyMemory, type Memory } from './modelling/world.ts'
import { answerPrompt } from './turn.ts'

interface Session {
  mcp: McpClient | null
  memory: Memory
  running: AbortController | null
}

const { agent: asked, client: told } = acp.methods

/** The practice agent as an ACP agent: sessions, prompts, cancel. It holds no model and reads no files. */
export function practiceAgent(version: string): acp.AgentApp {
  const sessions = new Map<string, Session>()
  const sessionOf = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw acp.RequestError.sessionNotFound(id)
    return session
  }
  return acp
    .agent({ name: 'tickbird-practice' })
    .onRequest(asked.initialize, () => ({
      protocolVersion: acp.PROTOCOL_VERSION,
      agentInfo: { name: 'tickbird-practice', title: 'Practice agent', version },
      agentCapabilities: { mcpCapabilities: { http: true }, sessionCapabilities: { close: {} } },
      authMethods: [],
    }))
    .onRequest(asked.session.new, ({ params }) => {
      const sessionId = randomUUID()
      sessions.set(sessionId, { mcp: clientFor(params.mcpServers), memory: emptyMemory(), running: null })
      return { sessionId }
    })
    .onRequest(asked.session.prompt, async ({ params, client }) => {
      const session = sessionOf(params.sessionId)
      if (session.running) throw acp.RequestError.invalidRequest(undefined, 'A prompt is running in this session.')
      const running = new AbortController()
      session.running = running
      try {
        await answer(params, session, client, running.signal)
        return { stopReason: 'end_turn' as const }
      } catch (error) {
        if (running.signal.aborted) return { stopReason: 'cancelled' as const }
        throw error
      } finally {
        session.running = null
      }
    })
    .onNotification(asked.session.cancel, ({ params }) => sessions.get(params.sessionId)?.running?.abort())
    .onRequest(asked.session.close, ({ params }) => {
      sessions.get(params.sessionId)?.running?.abort()
      sessions.delete(params.sessionId)
      return {}
    })
}

/** The first HTTP server is the one with Rhino's tools; all of them are asked for, not only the everyday ones. */
function clientFor(servers: readonly acp.McpServer[]): McpClient | null {
  const server = servers.find((one) => 'type' in one && one.type === 'http')
  if (!server || !('url' in server)) return null
  const url = new URL(server.url)
  if (!url.searchParams.has('tools')) url.searchParams.set('tools', 'full')
  return new McpClient({
    url: url.href,
    headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
  })
}

async function answer(
  params: acp.PromptRequest,
  session: Session,
  client: acp.AgentContext,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId } = params
  const text = params.prompt
    .flatMap((block) => (block.type === 'text' && !block._meta?.[ASIDE_META] ? [block.text] : []))
    .join('\n')
  const update = (body: acp.SessionUpdate) => void client.notify(told.session.update, { sessionId, update: body })
  await answerPrompt(text, session.memory, toolCaller(session, signal, update), {
    say(words) {
      for (const chunk of words.match(/\S+\s*|\s+/g) ?? []) {
        update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: chunk } })
      }
    },
    plan(steps) {
      const entries = steps.map(({ text: content, state }) => ({ content, status: state, priority: 'medium' as const }))
      update({ sessionUpdate: 'plan', entries })
    },
  })
}

/** Calls tools and reports every call as ACP wants it, named as Gemini names them. */
function toolCaller(session: Session, signal: AbortSignal, update: (body: acp.SessionUpdate) => void): CallTool {
  return async (tool, args) => {
    signal.throwIfAborted()
    if (!session.mcp) throw new ToolFailure('I was given no tools of Rhino, so I cannot do anything in it.')
    const toolCallId = randomUUID()
    const title = `${tool} (rhino MCP Server)`
    update({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'other', status: 'in_progress', rawInput: args })
    try {
      const result = await session.mcp.call(tool, args, signal)
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        rawOutput: { text: result.sentence },
      })
      return result
    } catch (error) {
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' })
      throw error
    }
  }
}
