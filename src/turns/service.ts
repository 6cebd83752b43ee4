import { randomUUID } from 'node:crypto'
import type { RhinoSession } from '../rhino/session.ts'
import type { AgentConversation, AgentEvent, AgentService } from '../shared/agent.ts'
import { changedAnything, noChange } from '../shared/change.ts'
import type { ConversationEvent, Trouble, TurnOutcome } from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { ToolSpec } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import { callWithCard, type ToolAnswer } from './card.ts'
import { closeTurn } from './close.ts'
import type { DocumentWatch } from './document.ts'
import type { Gate } from './gate.ts'
import { INSTRUCTIONS, turnLabel, undoNotes } from './instructions.ts'
import { Journal } from './journal.ts'
import type { SessionSource } from './ports.ts'
import { troubleError, troubleOf } from './trouble.ts'
import { wordsFor } from './words.ts'

export interface TurnDeps {
  store: ConversationStore
  agents: AgentService
  sessions: SessionSource
  document: DocumentWatch
  gate: Gate
  /** Where one conversation's agent finds our tools. */
  mcpFor(conversation: string): { url: string; token: string }
  /** Labels of turns taken back since this conversation's agent last spoke; asking forgets them. */
  takeUndone(conversation: string): string[]
  /** A tool call took turns back, or brought them back. */
  noteUndo(method: string, output: Record<string, unknown>): void
  /** After a turn that changed the document. */
  onChanged?(): void
}

/** A turn on its way. */
interface Running {
  readonly turn: string
  readonly conversation: string
  readonly label: string
  readonly journal: Journal
  readonly stop: AbortController
  session: RhinoSession | null
  agent: AgentConversation | null
  /** Resolves when the turn's last event is stored. */
  ended: Promise<void>
}

/** Runs the turns of the panel's conversations: one prompt, everything the agent does, and how it ended. */
export class TurnService {
  readonly #deps: TurnDeps
  readonly #running = new Map<string, Running>()
  readonly #open = new Map<string, { agent: string; held: Promise<AgentConversation> }>()

  constructor(deps: TurnDeps) {
    this.#deps = deps
  }

  isRunning(conversation: string): boolean {
    return this.#running.has(conversation)
  }

  /** Begins a turn and returns at once with its id; what happens is told by the conversation's events. */
  send(conversation: string, prompt: string, agent?: string): string {
    const { store, gate } = this.#deps
    const head = store.get(conversation)
    if (!head) throw troubleError('This conversation is gone', 'It was deleted.', 'Start a new one.')
    if (this.#running.has(conversation)) {
      throw troubleError(
        'The agent is still working',
        'A turn of this conversation is running.',
        'Wait for it, or stop it.',
      )
    }
    const chosen = agent ?? head.agent
    if (chosen !== head.agent) store.setAgent(conversation, chosen)
    const number = head.turns + 1
    const turn = randomUUID()
    const running: Running = {
      turn,
      conversation,
      label: turnLabel(number, prompt),
      journal: new Journal(store, conversation, turn),
      stop: new AbortController(),
      session: null,
      agent: null,
      ended: Promise.resolve(),
    }
    this.#running.set(conversation, running)
    store.append(conversation, { type: 'turn.begin', turn, number, prompt, agent: chosen })
    if (gate.holder) {
      store.append(conversation, {
        type: 'notice',
        turn,
        level: 'info',
        text: `Waiting: ${gate.holder} is changing the document.`,
      })
    }
    running.ended = this.#run(running, chosen, prompt)
    return turn
  }

  /** Resolves when no turn of this conversation is running any more. */
  async settled(conversation: string): Promise<void> {
    await this.#running.get(conversation)?.ended
  }

  stop(conversation: string): boolean {
    const running = this.#running.get(conversation)
    if (!running) return false
    running.stop.abort()
    running.agent?.stop()
    return true
  }

  answerPermission(conversation: string, request: string, option: string | null): void {
    const running = this.#running.get(conversation)
    if (!running?.agent) throw troubleError('Nothing to answer', 'The turn that asked is over.', 'Ask the agent again.')
    running.agent.answerPermission(request, option)
    this.#deps.store.append(conversation, { type: 'permission.answer', turn: running.turn, request, option })
  }

  /** One call of one of our tools by the conversation's own agent. Throws a Fault. */
  async callTool(
    conversation: string,
    tool: ToolSpec,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const running = this.#running.get(conversation)
    if (!running?.session) {
      throw new Fault(
        'OPERATION_FAILED',
        'No turn of this conversation is running, so nothing may be changed or read.',
        {
          next: 'Wait for the next prompt.',
        },
      )
    }
    running.journal.flush()
    const { store, document } = this.#deps
    const answer = await callWithCard({
      store,
      conversation,
      turn: running.turn,
      tool,
      input,
      session: running.session,
      words: wordsFor(document.status),
      signal: AbortSignal.any([signal, running.stop.signal]),
    })
    this.#deps.noteUndo(tool.method, answer.output)
    if (tool.effect !== 'read') void document.look()
    return answer
  }

  /** A call that did not fit its schema: only its card. */
  refuse(conversation: string, tool: ToolSpec, input: unknown, fault: Error): void {
    const running = this.#running.get(conversation)
    if (!running) return
    running.journal.flush()
    const base = { turn: running.turn, call: randomUUID() }
    this.#deps.store.append(conversation, { type: 'tool.begin', ...base, tool: tool.name, title: tool.title, input })
    this.#deps.store.append(conversation, {
      type: 'tool.end',
      ...base,
      outcome: 'failed',
      sentence: fault.message,
      output: null,
      pictures: [],
      objects: [],
      ms: 0,
    })
  }

  /** Ends the agent of a conversation, for instance because the conversation is deleted. */
  async forget(conversation: string): Promise<void> {
    this.stop(conversation)
    await this.settled(conversation)
    const open = this.#open.get(conversation)
    this.#open.delete(conversation)
    await open?.held.then((agent) => agent.close()).catch(() => undefined)
  }

  /** Stops every turn and waits until each has been closed. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((conversation) => this.forget(conversation)))
  }

  /** Never rejects: however a turn goes, it ends with its event. */
  async #run(running: Running, agent: string, prompt: string): Promise<void> {
    const begun = performance.now()
    let end: { outcome: TurnOutcome; trouble: Trouble | null }
    let release: (() => void) | null = null
    try {
      release = await this.#deps.gate.enter(`“${running.label}”`, { signal: running.stop.signal })
      running.session = await this.#deps.sessions.ready()
      await this.#deps.document.look()
      await running.session.call('undo.begin_turn', { turn_id: running.turn, label: running.label })
      end = await this.#converse(running, agent, prompt)
    } catch (error) {
      end = { outcome: 'failed', trouble: troubleOf(error, 'The turn could not be run') }
    }
    if (running.stop.signal.aborted) end = { outcome: 'stopped', trouble: null }
    running.journal.flush()
    const last = await this.#finish(running, end, begun)
    release?.()
    this.#running.delete(running.conversation)
    // Last of all: whoever hears that the turn has ended may send the next prompt at once.
    this.#deps.store.append(running.conversation, last)
  }

  async #converse(running: Running, agent: string, prompt: string) {
    const held = await this.#agentOf(running.conversation, agent)
    running.agent = held
    if (running.stop.signal.aborted) return { outcome: 'stopped' as const, trouble: null }
    const end = await held.prompt(prompt, undoNotes(this.#deps.takeUndone(running.conversation)))
    // An agent that failed may have lost its process; the next turn opens a new one.
    if (end.outcome === 'failed') this.#drop(running.conversation, held)
    return end
  }

  async #finish(
    running: Running,
    end: { outcome: TurnOutcome; trouble: Trouble | null },
    begun: number,
  ): Promise<ConversationEvent> {
    const { store, document } = this.#deps
    const closed = running.session
      ? await closeTurn(running.session, running.turn, store)
      : { changes: noChange(), before: null, after: null, trouble: null }
    await document.look()
    if (changedAnything(closed.changes)) this.#deps.onChanged?.()
    return {
      type: 'turn.end',
      turn: running.turn,
      outcome: closed.trouble && end.outcome === 'done' ? 'failed' : end.outcome,
      trouble: end.trouble ?? closed.trouble,
      changes: closed.changes,
      before: closed.before,
      after: closed.after,
      units: document.status?.unit ?? '',
      ms: Math.round(performance.now() - begun),
    }
  }

  #agentOf(conversation: string, agent: string): Promise<AgentConversation> {
    const open = this.#open.get(conversation)
    if (open?.agent === agent) return open.held
    if (open) void open.held.then((old) => old.close()).catch(() => undefined)
    const held = this.#deps.agents.open({
      agent,
      mcp: this.#deps.mcpFor(conversation),
      instructions: INSTRUCTIONS,
      onEvent: (event) => this.#take(conversation, event),
    })
    this.#open.set(conversation, { agent, held })
    held.catch(() => this.#open.delete(conversation))
    return held
  }

  #drop(conversation: string, held: AgentConversation): void {
    this.#open.delete(conversation)
    void held.close()
  }

  #take(conversation: string, event: AgentEvent): void {
    const running = this.#running.get(conversation)
    if (!running) return
    const { store } = this.#deps
    const { turn, journal } = running
    if (event.type !== 'text' && event.type !== 'thought') journal.flush()
    switch (event.type) {
      case 'text':
      case 'thought':
        journal.write(event.type, event.text)
        return
      case 'plan':
        store.append(conversation, { type: 'plan', turn, steps: event.steps })
        return
      case 'notice':
        store.append(conversation, { type: 'notice', turn, level: event.level, text: event.text })
        return
      case 'permission':
        store.append(conversation, {
          type: 'permission.ask',
          turn,
          request: event.request,
          title: event.title,
          detail: event.detail,
          options: event.options,
        })
        return
      case 'tool':
        this.#foreignTool(conversation, turn, event)
    }
  }

  /** A tool that is not ours: the agent's own word for it is all there is. */
  #foreignTool(conversation: string, turn: string, event: Extract<AgentEvent, { type: 'tool' }>): void {
    const { store } = this.#deps
    if (event.state === 'running') {
      store.append(conversation, {
        type: 'tool.begin',
        turn,
        call: event.call,
        tool: '',
        title: event.title,
        input: event.input,
      })
      return
    }
    store.append(conversation, {
      type: 'tool.end',
      turn,
      call: event.call,
      outcome: event.state,
      sentence: event.title,
      output: event.output,
      pictures: [],
      objects: [],
      ms: 0,
    })
  }
}
