import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RhinoSession } from '../rhino/session.ts'
import type { AgentConversation, AgentEvent, PromptEnd } from '../shared/agent.ts'
import { changedAnything, noChange } from '../shared/change.ts'
import type { ConversationEvent } from '../shared/event.ts'
import type { Answer, Question } from '../shared/question.ts'
import type { ToolSpec } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import { bindToDocument } from './about.ts'
import { beginTurn } from './begin.ts'
import { callWithCard, type ToolAnswer } from './card.ts'
import { closeTurn, leftBehind, warn } from './close.ts'
import type { DocumentWatch } from './document.ts'
import { type CallWish, refuseElsewhere } from './elsewhere.ts'
import type { Gate } from './gate.ts'
import { HeldAgents, type HeldAgentsDeps } from './held-agents.ts'
import { turnLabel, undoNotes } from './instructions.ts'
import { Journal } from './journal.ts'
import { type PermissionDeps, Permissions } from './permissions.ts'
import type { SessionSource } from './ports.ts'
import { checkAnswers, openQuestion, wordsOfAnswers } from './questions.ts'
import { troubleError, troubleOf } from './trouble.ts'
import { wordsFor } from './words.ts'

export interface TurnDeps extends HeldAgentsDeps {
  sessions: SessionSource
  document: DocumentWatch
  gate: Gate
  permissions?: PermissionDeps
  /** Labels of turns taken back since this conversation's agent last spoke; asking forgets them. */
  takeUndone(conversation: string, turn: string): string[]
  /** A tool call took turns back, or brought them back; done when that is kept and told. */
  noteUndo(method: string, output: Record<string, unknown>): Promise<void>
  /** What is to be done with the document as it was before a turn: waited for, but not for long. */
  beforeTurn?(): Promise<void>
  /** After a turn that changed the document; done when the change is kept: what is shown as done must not be lost. */
  /** Keeps what changed; resolves with what the designer must know where that failed. */
  onChanged?(): Promise<string | null>
}

/** Where a turn's prompt comes from, if not from the composer. */
export interface TurnOrigin {
  /** The turn whose prompt it sends again. */
  again?: string
  /** The follow-up that it was. */
  queued?: string
}

/** A turn on its way. */
interface Running {
  readonly turn: string
  readonly conversation: string
  readonly label: string
  readonly journal: Journal
  readonly stop: AbortController
  /** Calls of our tools that are on their way. */
  readonly calls: Set<Promise<unknown>>
  session: RhinoSession | null
  agent: AgentConversation | null
  /** What the agent asks about tools of its own and waits for. */
  readonly asks: Map<string, Extract<AgentEvent, { type: 'permission' }>>
  /** Cards of the agent that it holds its turn for. */
  readonly holds: Set<string>
  readonly agentId: string
  /** It asked the designer something, and is to wait for the answer. */
  asked: boolean
  /** The agent has ended: nothing more may be done in this turn. */
  over: boolean
  /** Resolves when the turn's last event is stored. */
  ended: Promise<void>
}

/** How long a turn waits for the state before it to be kept, in ms. */
const PATIENCE_MS = 2000

/** Runs the turns of the panel's conversations: one prompt, everything the agent does, and how it ended. */
export class TurnService {
  readonly #deps: TurnDeps
  readonly #permissions: Permissions
  /** What the last turn of an agent came to, where the user is to do something. */
  readonly #came = new Map<string, 'asking' | 'stopped'>()
  readonly #running = new Map<string, Running>()
  readonly #held: HeldAgents
  #closed = false

  constructor(deps: TurnDeps) {
    this.#deps = deps
    this.#permissions = new Permissions(deps.permissions ?? {})
    this.#held = new HeldAgents(deps)
  }

  isRunning(conversation: string): boolean {
    return this.#running.has(conversation)
  }

  /** Begins a turn and returns at once with its id; what happens is told by the conversation's events. */
  send(conversation: string, prompt: string, agent?: string, more: TurnOrigin = {}): string {
    const { store, gate } = this.#deps
    if (this.#closed) throw troubleError('Tickbird is closing', 'No new turn is begun.', 'Start Tickbird again.')
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
    const stop = new AbortController()
    const running: Running = {
      turn,
      conversation,
      label: turnLabel(number, prompt),
      // What cannot be shown must not be done either.
      journal: new Journal(store, conversation, turn, () => this.#halt(running)),
      stop,
      calls: new Set(),
      session: null,
      agent: null,
      asked: false,
      asks: new Map(),
      holds: new Set(),
      agentId: chosen,
      over: false,
      ended: Promise.resolve(),
    }
    // Throws where it cannot be kept; then there is no turn.
    store.append(conversation, { type: 'turn.begin', turn, number, prompt, agent: chosen, ...more })
    this.#running.set(conversation, running)
    this.#came.delete(chosen)
    if (gate.holder) {
      const text = `Waiting: ${gate.holder} is changing the document.`
      running.journal.append({ type: 'notice', turn, level: 'info', text })
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
    this.#halt(running)
    return true
  }

  #halt(running: Running): void {
    running.stop.abort()
    running.agent?.stop()
  }

  answerPermission(conversation: string, request: string, option: string | null): void {
    const running = this.#running.get(conversation)
    const over = () => troubleError('Nothing to answer', 'The turn that asked is over.', 'Ask the agent again.')
    if (!running) throw over()
    if (!this.#permissions.answer(request, option)) {
      const asked = running.asks.get(request)
      if (!running.agent || !asked) throw over()
      const meant = this.#permissions.answerOf(conversation, asked, option)
      running.asks.delete(request)
      running.agent.answerPermission(request, meant)
    }
    running.journal.append({ type: 'permission.answer', turn: running.turn, request, option })
  }

  /** What an agent's turns are at; null where it has nothing to do with any. */
  activityOf(agent: string): 'busy' | 'asking' | 'stopped' | null {
    const own = [...this.#running.values()].filter((running) => running.agentId === agent)
    const waits = ({ conversation, asks, holds }: Running) =>
      this.#permissions.asks(conversation) || asks.size > 0 || holds.size > 0
    if (own.some(waits)) return 'asking'
    if (own.length > 0) return 'busy'
    return this.#came.get(agent) ?? null
  }

  /** One call of one of our tools by the conversation's own agent. Throws a Fault. */
  async callTool(
    conversation: string,
    tool: ToolSpec,
    input: Record<string, unknown>,
    signal: AbortSignal,
    { session, onProgress }: CallWish = {},
  ): Promise<ToolAnswer> {
    const running = this.#running.get(conversation)
    if (!running?.session || running.over) {
      throw new Fault(
        'OPERATION_FAILED',
        'No turn of this conversation is running, so nothing may be changed or read.',
        {
          next: 'Wait for the next prompt.',
        },
      )
    }
    if (running.asked && tool.effect !== 'read' && tool.effect !== 'view') throw new Fault('OPERATION_FAILED', WAIT)
    if (session && session !== running.session) refuseElsewhere(tool, session, running.session)
    const { document } = this.#deps
    const stopped = AbortSignal.any([signal, running.stop.signal])
    await this.#permissions.check({
      conversation,
      turn: running.turn,
      tool,
      input,
      look: async () => document.status ?? {},
      signal: stopped,
      append: (event) => running.journal.append(event),
    })
    if (running.over) throw new Fault('OPERATION_FAILED', 'The turn is over.', { next: 'Wait for the next prompt.' })
    const call = callWithCard({
      journal: running.journal,
      turn: running.turn,
      tool,
      input,
      session: session ?? running.session,
      words: wordsFor(session && session !== running.session ? null : document.status),
      signal: stopped,
      onProgress,
    })
    running.calls.add(call)
    const answer = await call.finally(() => running.calls.delete(call))
    await this.#deps.noteUndo(tool.method, answer.output)
    if (tool.effect !== 'read') void document.look()
    return answer
  }

  /** The agent asks the designer: the card outlives the turn, and the answer is the next prompt. Throws a Fault. */
  ask(conversation: string, questions: readonly Question[]): void {
    const running = this.#running.get(conversation)
    if (!running || running.over) {
      throw new Fault('OPERATION_FAILED', 'No turn of this conversation is running.', {
        next: 'Ask in your next turn.',
      })
    }
    const { turn, journal } = running
    running.asked = true
    journal.append({ type: 'question.ask', turn, request: randomUUID(), questions: [...questions], waits: false })
  }

  /**
   * Answers a card; null declines. Resolves with the turn that the answer began, or null where the agent waited for it.
   * Throws a TroubleError for what does not fit, and for a card that is over.
   */
  async answerQuestion(
    conversation: string,
    request: string,
    answers: readonly Answer[] | null,
  ): Promise<string | null> {
    const { store, document } = this.#deps
    const asked = openQuestion(store, conversation, request)
    const inUnits = { units: document.status?.units ?? 'none', tolerance: document.status?.tolerance ?? 0.001 }
    if (answers) checkAnswers(asked.questions, answers, inUnits)
    const words = wordsOfAnswers(asked.questions, answers, inUnits)
    const said = {
      type: 'question.answer',
      turn: asked.turn,
      request,
      answers: answers && [...answers],
      words,
    } as const
    const running = this.#running.get(conversation)
    if (running?.turn === asked.turn && running.agent?.answerQuestion(request, answers)) {
      running.holds.delete(request)
      running.journal.append(said)
      return null
    }
    await this.settled(conversation)
    // Meanwhile another window may have answered, or a turn begun.
    openQuestion(store, conversation, request)
    const turn = this.send(conversation, words)
    store.append(conversation, said)
    return turn
  }

  /** A call that did not fit its schema: only its card. */
  refuse(conversation: string, tool: ToolSpec, input: unknown, fault: Error): void {
    const running = this.#running.get(conversation)
    if (!running || running.over) return
    const base = { turn: running.turn, call: randomUUID() }
    running.journal.append({ type: 'tool.begin', ...base, tool: tool.name, title: tool.title, input })
    running.journal.append({
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
    this.#permissions.forget(conversation)
    await this.settled(conversation)
    await this.#held.forget(conversation)
  }

  /** Stops every turn and waits until each has been closed. */
  async close(): Promise<void> {
    this.#closed = true
    const conversations = new Set([...this.#held.conversations, ...this.#running.keys()])
    await Promise.all([...conversations].map((conversation) => this.forget(conversation)))
  }

  /** Never rejects: however a turn goes, it ends with its event. */
  async #run(running: Running, agent: string, prompt: string): Promise<void> {
    const begun = performance.now()
    let end: PromptEnd
    let release: (() => void) | null = null
    try {
      release = await this.#deps.gate.enter(`“${running.label}”`, { signal: running.stop.signal })
      running.session = await unlessStopped(this.#deps.sessions.ready(), running.stop.signal)
      await this.#deps.document.look()
      const elsewhere = bindToDocument(this.#deps.store, running.conversation, this.#deps.document.status)
      if (elsewhere) running.journal.append({ type: 'notice', turn: running.turn, level: 'info', text: elsewhere })
      const kept = Promise.race([this.#deps.beforeTurn?.(), wait(PATIENCE_MS, undefined, { ref: false })])
      await unlessStopped(kept, running.stop.signal)
      await beginTurn(running.session, running.turn, running.label, running.journal)
      end = await this.#converse(running, agent, prompt)
    } catch (error) {
      end = { outcome: 'failed', trouble: troubleOf(error, 'The turn could not be run') }
    }
    const { trouble } = running.journal
    if (trouble) end = { ...end, outcome: 'failed', trouble }
    else if (running.stop.signal.aborted) end = { ...end, outcome: 'stopped', trouble: null }
    running.journal.flush()
    await this.#settle(running)
    const last = await this.#finish(running, end, begun)
    release?.()
    this.#running.delete(running.conversation)
    if (end.outcome === 'stopped') this.#came.set(agent, 'stopped')
    else if (running.asked) this.#came.set(agent, 'asking')
    // Last of all: whoever hears that the turn has ended may send the next prompt at once.
    running.journal.end(last)
  }

  /** What the agent left unfinished is given up: it must not change the document after its turn has ended. */
  async #settle(running: Running): Promise<void> {
    running.over = true
    running.stop.abort()
    await Promise.allSettled(running.calls)
  }

  async #converse(running: Running, agent: string, prompt: string) {
    const { conversation } = running
    const opening = this.#held.of(conversation, agent, {
      event: (event) => this.#take(conversation, event),
      turn: () => this.#running.get(conversation)?.turn ?? '',
    })
    const held = await unlessStopped(opening, running.stop.signal)
    running.agent = held
    const end = await held.prompt(prompt, undoNotes(this.#deps.takeUndone(conversation, running.turn)))
    this.#held.keepSession(conversation, agent, held)
    if (end.outcome === 'failed') this.#held.drop(conversation, held)
    return end
  }

  async #finish(
    running: Running,
    end: PromptEnd,
    begun: number,
  ): Promise<Extract<ConversationEvent, { type: 'turn.end' }>> {
    const { document } = this.#deps
    const closed = running.session
      ? await closeTurn(running.session, running.turn, running.journal)
      : { changes: noChange(), before: null, after: null, trouble: null }
    await document.look()
    if (changedAnything(closed.changes)) warn(running, await this.#deps.onChanged?.())
    const outcome = closed.trouble && end.outcome === 'done' ? 'failed' : end.outcome
    const left = outcome === 'done' ? null : leftBehind(closed.changes)
    return {
      type: 'turn.end',
      turn: running.turn,
      outcome,
      trouble: end.trouble ?? closed.trouble,
      changes: closed.changes,
      before: closed.before,
      after: closed.after,
      units: document.status?.unit ?? '',
      ms: Math.round(performance.now() - begun),
      ...(left && { left }),
      ...(end.usage && { usage: end.usage }),
    }
  }

  #take(conversation: string, event: AgentEvent): void {
    const running = this.#running.get(conversation)
    if (!running || running.over) return
    const { turn, journal } = running
    switch (event.type) {
      case 'text':
      case 'thought':
        journal.write(event.type, event.text)
        break
      case 'plan':
        journal.append({ type: 'plan', turn, steps: event.steps })
        break
      case 'notice':
        journal.append({ type: 'notice', turn, level: event.level, text: event.text })
        break
      case 'permission': {
        const { request, title, detail } = event
        const granted = this.#permissions.granted(conversation, event)
        if (granted !== null) {
          running.agent?.answerPermission(request, granted)
          break
        }
        running.asks.set(request, event)
        const options = [...this.#permissions.choices]
        journal.append({ type: 'permission.ask', turn, request, title, detail, options, effect: 'other' })
        break
      }
      case 'question': {
        const { request, questions } = event
        running.holds.add(request)
        journal.append({ type: 'question.ask', turn, request, questions, waits: true })
        break
      }
      case 'tool':
        journal.append(foreignTool(turn, event))
    }
  }
}

const WAIT = 'You asked the designer something. Change nothing until the answer has come: end your turn now.'

/** A tool that is not ours: the agent's own word for it is all there is. */
function foreignTool(turn: string, event: Extract<AgentEvent, { type: 'tool' }>): ConversationEvent {
  const { call, title, state, input, output } = event
  if (state === 'running') return { type: 'tool.begin', turn, call, tool: '', title, input }
  const rest = { pictures: [], objects: [], ms: 0 }
  return { type: 'tool.end', turn, call, outcome: state, sentence: title, output, ...rest }
}

/** Waits for something no longer than until the turn is stopped; what comes after that is let go. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new Fault('OPERATION_FAILED', 'The turn was stopped.'))
    if (signal.aborted) stopped()
    signal.addEventListener('abort', stopped, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped))
  })
}
