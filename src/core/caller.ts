import type { CallableHost, Client, ToolCaller } from '../mcp/caller.ts'
import type { RhinoSession } from '../rhino/session.ts'
import golem from '../tools/golem.json' with { type: 'json' }
import type { OutsideTurns } from '../turns/outside.ts'
import type { SessionSource } from '../turns/ports.ts'
import type { TurnService } from '../turns/service.ts'
import { Fault } from '../wire/fault.ts'

/** The session in use, and all others that can be asked for by their process. */
export interface AllSessions extends SessionSource {
  readonly all: readonly RhinoSession[]
}

/** Sends MCP's tool calls to the turns they belong to: a conversation's own, or an outside client's. */
export function createCaller(deps: { sessions: AllSessions; turns: TurnService; outside: OutsideTurns }): ToolCaller {
  const support = new SupportTable()
  const learn = () => {
    for (const session of deps.sessions.all) support.learn(session)
  }
  deps.sessions.onChange(learn)
  learn()
  return {
    // The one in use first.
    hosts: () => {
      const current = deps.sessions.current()
      const others = deps.sessions.all.filter((session) => session !== current)
      return [...(current ? [current] : []), ...others].flatMap((session) => support.host(session) ?? [])
    },
    call: async (client: Client, tool, input, { signal, processId, onProgress }) => {
      const session = processId === undefined ? undefined : named(deps.sessions, processId)
      return client.kind === 'conversation'
        ? deps.turns.callTool(client.conversation, tool, input, signal, { session, onProgress })
        : deps.outside.callTool(client, tool, input, signal, { session, onProgress })
    },
    ask: ({ conversation }, questions) => deps.turns.ask(conversation, questions),
    refused: (client, tool, input, fault) => {
      if (client.kind === 'conversation') deps.turns.refuse(client.conversation, tool, input, fault)
    },
  }
}

/** The session of a process; throws a Fault where it has none that can be called. */
function named({ all }: AllSessions, processId: number): RhinoSession {
  const session = all.find((one) => one.processId === processId && one.state !== 'closed')
  if (session) return session
  throw new Fault('NOT_FOUND', `No Rhino with process ${processId} is connected.`, {
    parameter: 'processId',
    connected: all.flatMap((one) => one.processId ?? []),
    next: 'Leave processId out, or search again for what is connected now.',
  })
}

/** What GOLEM's plugin registers; it cannot be asked, because it lists three of them. */
const GOLEM: ReadonlySet<string> = new Set(golem.methods.map(({ method }) => method))

/** Which methods each session can do at all, asked once a session. */
class SupportTable {
  readonly #missing = new WeakMap<RhinoSession, ReadonlySet<string>>()
  readonly #asked = new WeakSet<RhinoSession>()

  /** Undefined while it cannot be called. */
  host(session: RhinoSession): CallableHost | undefined {
    const { processId, label, state, legacy } = session
    if (processId === null || (state !== 'ready' && state !== 'busy')) return undefined
    const supports = (method: string) => (legacy ? GOLEM.has(method) : !this.#missing.get(session)?.has(method))
    return { processId, label, supports }
  }

  learn(session: RhinoSession): void {
    if (session.state !== 'ready' || session.legacy || this.#asked.has(session)) return
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
