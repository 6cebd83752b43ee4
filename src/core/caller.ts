import type { CallableHost, Client, ToolCaller } from '../mcp/caller.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { OutsideTurns } from '../turns/outside.ts'
import type { SessionSource } from '../turns/ports.ts'
import type { TurnService } from '../turns/service.ts'

/** Sends MCP's tool calls to the turns they belong to: a conversation's own, or an outside client's. */
export function createCaller(deps: { sessions: SessionSource; turns: TurnService; outside: OutsideTurns }): ToolCaller {
  const support = new SupportTable()
  const learn = () => support.learn(deps.sessions.current())
  deps.sessions.onChange(learn)
  learn()
  return {
    hosts: () => support.hosts(deps.sessions.current()),
    call: (client: Client, tool, input, { signal }) =>
      client.kind === 'conversation'
        ? deps.turns.callTool(client.conversation, tool, input, signal)
        : deps.outside.callTool(client, tool, input, signal),
    ask: ({ conversation }, questions) => deps.turns.ask(conversation, questions),
    refused: (client, tool, input, fault) => {
      if (client.kind === 'conversation') deps.turns.refuse(client.conversation, tool, input, fault)
    },
  }
}

/** Which methods each session can do at all, asked once a session. */
class SupportTable {
  readonly #missing = new WeakMap<RhinoSession, ReadonlySet<string>>()
  readonly #asked = new WeakSet<RhinoSession>()

  hosts(session: RhinoSession | null): CallableHost[] {
    if (!session?.processId || (session.state !== 'ready' && session.state !== 'busy')) return []
    const missing = this.#missing.get(session)
    return [{ processId: session.processId, label: session.label, supports: (method) => !missing?.has(method) }]
  }

  learn(session: RhinoSession | null): void {
    if (session?.state !== 'ready' || this.#asked.has(session)) return
    this.#asked.add(session)
    session
      .call('rhino.capabilities', {})
      .then(({ methods }) => {
        const none = methods.filter(({ support }) => support === 'none').map(({ method }) => method)
        this.#missing.set(session, new Set(none))
      })
      // Unknown is taken as able: a call that fails says so itself. Asked again with the next change of state.
      .catch(() => this.#asked.delete(session))
  }
}
