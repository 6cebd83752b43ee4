import * as acp from '@agentclientprotocol/sdk'
import { asRequestError } from './failure.ts'
import type { SessionPort, TranslatedSession, Translator } from './translator.ts'

const { agent: asked, client: told } = acp.methods

/** A translator as an ACP agent: sessions, prompts, cancel, resume, close. */
export function translatedAgent(translator: Translator, name: string, version: string): acp.AgentApp {
  const sessions = new Map<string, TranslatedSession>()
  const sessionOf = (id: string): TranslatedSession => {
    const session = sessions.get(id)
    if (!session) throw acp.RequestError.sessionNotFound(id)
    return session
  }
  const open = async (
    { cwd, mcpServers = [] }: { cwd: string; mcpServers?: readonly acp.McpServer[] | undefined },
    resume: string | null,
    client: acp.AgentContext,
  ): Promise<string> => {
    if (resume !== null && sessions.has(resume)) await sessions.get(resume)?.close()
    const session = await translator.open({ cwd, mcpServers, resume, port: (id) => portTo(client, id) })
    sessions.set(session.id, session)
    return session.id
  }
  return acp
    .agent({ name })
    .onRequest(asked.initialize, async () => {
      await tell(() => translator.start())
      return {
        protocolVersion: acp.PROTOCOL_VERSION,
        agentInfo: { name, version },
        agentCapabilities: {
          promptCapabilities: { image: true },
          mcpCapabilities: { http: true },
          sessionCapabilities: { close: {}, resume: {} },
        },
        authMethods: [],
      }
    })
    .onRequest(asked.session.new, async ({ params, client }) => {
      const sessionId = await tell(() => open(params, null, client))
      return { sessionId, configOptions: optionsOf(sessionOf(sessionId)) }
    })
    .onRequest(asked.session.resume, async ({ params, client }) => {
      await tell(() => open(params, params.sessionId, client))
      return { configOptions: optionsOf(sessionOf(params.sessionId)) }
    })
    .onRequest(asked.session.setConfigOption, async ({ params: { sessionId, configId, value } }) => {
      const session = sessionOf(sessionId)
      if (configId !== 'model' || typeof value !== 'string') throw acp.RequestError.invalidParams({ configId })
      await tell(() => session.choose(configId, value))
      return { configOptions: optionsOf(session) }
    })
    .onRequest(asked.session.prompt, async ({ params }) => ({
      stopReason: await tell(() => sessionOf(params.sessionId).prompt(params.prompt)),
    }))
    .onNotification(asked.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel())
    .onRequest(asked.session.close, async ({ params }) => {
      const session = sessions.get(params.sessionId)
      sessions.delete(params.sessionId)
      await session?.close()
      return {}
    })
}

const optionsOf = (session: TranslatedSession): acp.SessionConfigOption[] =>
  Object.entries(session.choices()).map(([id, { current, offered }]) => ({
    id,
    name: id,
    category: id,
    type: 'select',
    currentValue: current,
    options: offered,
  }))

function portTo(client: acp.AgentContext, sessionId: string): SessionPort {
  return {
    say: (update) => void client.notify(told.session.update, { sessionId, update }),
    async permission(toolCall, options) {
      const { outcome } = await client.request(told.session.requestPermission, { sessionId, toolCall, options })
      return outcome.outcome === 'selected' ? outcome.optionId : null
    },
    async elicit(message, schema) {
      const request = { sessionId, mode: 'form' as const, message, requestedSchema: schema }
      return await client.request(told.elicitation.create, request as acp.CreateElicitationRequest)
    },
  }
}

async function tell<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asRequestError(error)
  }
}
