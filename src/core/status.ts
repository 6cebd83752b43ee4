import type { RhinoSession } from '../rhino/session.ts'
import type { AgentService } from '../shared/agent.ts'
import type { Trouble } from '../shared/event.ts'
import type { AgentActivity, AgentStatus, AppStatus, HostStatus } from '../shared/status.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { DocumentWatch } from '../turns/document.ts'
import type { SessionSource } from '../turns/ports.ts'

export interface StatusDeps {
  version: string
  store: ConversationStore
  agents: AgentService
  sessions: SessionSource & { trouble(): Trouble | null; documentTrouble(): Trouble | null }
  document: DocumentWatch
  activityOf(agent: string): 'busy' | 'asking' | 'stopped' | null
  /** Known once the server listens. */
  mcpUrl(): string
}

/** Everything the panel's status line shows, put together from where each part lives. */
export class StatusBoard {
  readonly #deps: StatusDeps

  constructor(deps: StatusDeps) {
    this.#deps = deps
  }

  get = (): AppStatus => {
    const { version, store, agents, sessions, document, mcpUrl } = this.#deps
    const named = (turn: { turn: string; label: string } | null) =>
      turn && { ...turn, conversation: store.findTurn(turn.turn)?.conversation ?? null }
    return {
      version,
      host: hostStatus(sessions.current(), sessions.trouble()),
      document: document.status,
      agents: agents.statuses().map((status) => ({ ...status, activity: this.#activityOf(status) })),
      mcpUrl: mcpUrl(),
      storeTrouble: store.trouble,
      documentTrouble: sessions.documentTrouble(),
      undoableTurn: named(document.undo.undoable),
      redoableTurn: named(document.undo.redoable),
    }
  }

  /** What a turn is at says more than how the agent's process is; a turn that was stopped says less. */
  #activityOf({ id, activity = 'idle' }: AgentStatus): AgentActivity {
    const ofTurns = this.#deps.activityOf(id)
    if (ofTurns === 'asking' || (ofTurns === 'busy' && activity !== 'starting')) return ofTurns
    return activity === 'idle' ? (ofTurns ?? 'idle') : activity
  }

  onChange = (listener: () => void): (() => void) => {
    const stops = [
      this.#deps.sessions.onChange(listener),
      this.#deps.document.onChange(listener),
      this.#deps.agents.onStatus(listener),
      this.#deps.store.onAppend((_conversation, { event }) => {
        if (/^(turn|permission|question)\./.test(event.type)) listener()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
}

export const HOST_STATE = {
  connecting: 'starting',
  ready: 'ready',
  busy: 'busy',
  lost: 'lost',
  closed: 'lost',
} as const

function hostStatus(session: RhinoSession | null, trouble: HostStatus['trouble']): HostStatus {
  if (!session) {
    return {
      state: trouble ? 'failed' : 'starting',
      kind: 'embedded',
      label: 'Built-in modeller',
      processId: null,
      trouble,
    }
  }
  return {
    state: HOST_STATE[session.state],
    kind: session.kind,
    label: session.label,
    processId: session.processId,
    trouble,
  }
}
