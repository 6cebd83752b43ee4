import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConversationStore } from '../../../src/conversation/store.ts'
import { Autosave } from '../../../src/core/autosave.ts'
import { Copies } from '../../../src/core/copies.ts'
import { Sessions } from '../../../src/rhino/sessions.ts'
import { DEFAULTS } from '../../../src/rhino/settings.ts'
import type { AgentEvent, AgentService, OpenAgentConversation, PromptEnd } from '../../../src/shared/agent.ts'
import type { ConversationEvent } from '../../../src/shared/event.ts'
import type { Answer } from '../../../src/shared/question.ts'
import { toolNamed } from '../../../src/tools/registry.ts'
import { DocumentWatch } from '../../../src/turns/document.ts'
import { FollowUps } from '../../../src/turns/follow-ups.ts'
import { Gate } from '../../../src/turns/gate.ts'
import { History } from '../../../src/turns/history.ts'
import { OutsideTurns } from '../../../src/turns/outside.ts'
import type { PermissionDeps } from '../../../src/turns/permissions.ts'
import { TurnService } from '../../../src/turns/service.ts'
import { bundleHost } from '../../real/host.ts'

/** What a scripted agent does with one prompt. */
export interface Stage {
  prompt: string
  notes: readonly string[]
  emit(event: AgentEvent): void
  /** Calls one of our tools as the agent would over MCP. */
  call(tool: string, input: Record<string, unknown>): Promise<{ output: Record<string, unknown>; sentence: string }>
  /** Resolves with the answer to a card that the agent put up and waits for. */
  answered(request: string): Promise<readonly Answer[] | null>
  /** Resolves with the option that the designer chose. */
  permitted(request: string): Promise<string | null>
  /** Resolves when the turn is stopped. */
  stopped: Promise<void>
}
export type Script = (stage: Stage) => Promise<PromptEnd>

interface BenchOptions {
  pauseMs?: number
  opening?: Promise<void>
  permissions?: PermissionDeps
  /** The document outlives its host, as in a core that keeps it. */
  keeps?: boolean
}

/** The rooms around a turn, all real but the agent, which follows a script. */
export async function turnBench(script: Script, options: BenchOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-turns-'))
  const store = openConversationStore(join(home, 'store'))
  const autosave = new Autosave(home)
  const sessions = new Sessions({
    home,
    settings: { ...DEFAULTS, backoffMs: [20] },
    embedded: { entry: await bundleHost() },
    ...(options.keeps && { prepare: async (session) => void (await autosave.restore(session)) }),
  })
  const document = new DocumentWatch(sessions)
  const gate = new Gate()
  const copies = new Copies(home, (session) => autosave.present(session))
  const onChanged = async () => {
    if (!options.keeps) return null
    autosave.request(sessions.current())
    await autosave.settled()
    return autosave.trouble
  }
  const earlier = options.keeps ? { earlier: autosave } : {}
  const history = new History({ store, sessions, document, gate, copies, onChanged, ...earlier })
  const deps = { store, sessions, document, gate, onChanged, noteUndo: history.note.bind(history) }
  const opened: OpenAgentConversation[] = []
  const agents = scriptedAgents(
    script,
    (conversation, tool, input) => {
      const spec = toolNamed(tool)
      if (!spec) throw new Error(`There is no tool ${tool}.`)
      return turns.callTool(conversation, spec, input, new AbortController().signal)
    },
    options.opening,
    opened,
  )
  const turns: TurnService = new TurnService({
    ...deps,
    ...(options.keeps && { beforeTurn: () => autosave.keepStart(sessions.current()) }),
    agents,
    ...(options.permissions && { permissions: options.permissions }),
    takeUndone: history.takeUndone.bind(history),
    mcpFor: (conversation) => ({ url: '', token: conversation }),
  })
  const outside = new OutsideTurns({ ...deps, pauseMs: options.pauseMs ?? 50 })
  const followUps = new FollowUps({ store, turns })
  const conversation = store.create('scripted').id
  return {
    home,
    store,
    sessions,
    document,
    gate,
    history,
    copies,
    autosave,
    followUps,
    turns,
    outside,
    conversation,
    /** What every agent was opened with. */
    opened,
    events: (id = conversation): ConversationEvent[] => store.read(id, 0, 10_000).map(({ event }) => event),
    async run(prompt: string, id = conversation) {
      const turn = turns.send(id, prompt)
      await turns.settled(id)
      const end = store.read(id, 0, 10_000).findLast(({ event }) => event.type === 'turn.end')?.event
      if (end?.type !== 'turn.end') throw new Error('The turn has no end.')
      return { turn, end }
    },
    async objects(): Promise<number> {
      const session = await sessions.ready()
      return (await session.call('context.get', {})).document.object_count
    },
    async close() {
      await turns.close()
      await outside.close()
      await autosave.settled()
      document.close()
      await sessions.close()
      store.close()
    },
  }
}

type Call = (conversation: string, tool: string, input: Record<string, unknown>) => ReturnType<Stage['call']>

/** `opening`: how long an agent takes to start. */
function scriptedAgents(
  script: Script,
  call: Call,
  opening: Promise<void> = Promise.resolve(),
  opened: OpenAgentConversation[] = [],
): AgentService {
  return {
    statuses: () => [],
    onStatus: () => () => undefined,
    refresh: async () => undefined,
    prepare: () => undefined,
    close: async () => undefined,
    async open(options) {
      const { mcp, onEvent } = options
      opened.push(options)
      await opening
      let stop = () => {}
      const permissions = new Map<string, (option: string | null) => void>()
      const permitted = (request: string) =>
        new Promise<string | null>((resolve) => void permissions.set(request, resolve))
      const waiting = new Map<string, (answers: readonly Answer[] | null) => void>()
      const answered = (request: string) =>
        new Promise<readonly Answer[] | null>((resolve) => void waiting.set(request, resolve))
      return {
        agentSessionId: 'scripted',
        prompt(prompt, notes = []) {
          const stopped = new Promise<void>((resolve) => {
            stop = resolve
          })
          return script({
            prompt,
            notes,
            emit: onEvent,
            answered,
            permitted,
            stopped,
            call: (tool, input) => call(mcp.token, tool, input),
          })
        },
        answerPermission: (request, option) => {
          permissions.get(request)?.(option)
          permissions.delete(request)
        },
        answerQuestion: (request, answers) => {
          waiting.get(request)?.(answers)
          return waiting.delete(request)
        },
        stop: () => stop(),
        close: async () => undefined,
      }
    },
  }
}
