import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RhinoSession } from '../rhino/session.ts'
import { changedAnything } from '../shared/change.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { ToolSpec } from '../tools/define.ts'
import { beginTurn } from './begin.ts'
import { callWithCard, LATE_MS, sentenceOf, type ToolAnswer } from './card.ts'
import { closeTurn, warn } from './close.ts'
import type { DocumentWatch } from './document.ts'
import type { CallWish } from './elsewhere.ts'
import type { Gate } from './gate.ts'
import { Journal } from './journal.ts'
import type { SessionSource } from './ports.ts'
import { wordsFor } from './words.ts'

/** An outside client's turn ends when it has been silent for this long, in ms. */
const PAUSE_MS = 20_000
/** How long an outside call waits for somebody else's turn, in ms. */
const PATIENCE_MS = 20_000
/** How long the end of a turn waits for the cards of its calls, in ms; the host has answered or is gone by then. */
const CARDS_MS = 2000

export interface OutsideDeps {
  store: ConversationStore
  sessions: SessionSource
  document: DocumentWatch
  gate: Gate
  noteUndo(method: string, output: Record<string, unknown>): Promise<void>
  /** Keeps what changed; resolves with what the designer must know where that failed. */
  onChanged?(): Promise<string | null>
  pauseMs?: number
}

interface OpenTurn {
  turn: string
  journal: Journal
  session: RhinoSession
  release: () => void
  begun: number
  readonly calls: Set<Promise<unknown>>
  /** Runs while no call does. */
  timer: NodeJS.Timeout | null
  /** Somebody else wants to change the document. */
  wanted: boolean
  ended: boolean
}

/**
 * Turns of agents outside the panel: consecutive calls of one client, from its first change until a pause. Reading
 * opens no turn and waits for nobody.
 */
export class OutsideTurns {
  readonly #deps: OutsideDeps
  readonly #open = new Map<string, Promise<OpenTurn>>()
  readonly #conversations = new Map<string, string>()

  constructor(deps: OutsideDeps) {
    this.#deps = deps
  }

  async callTool(
    client: { id: string; name: string },
    tool: ToolSpec,
    input: Record<string, unknown>,
    signal: AbortSignal,
    wish: CallWish = {},
  ): Promise<ToolAnswer> {
    const { document, noteUndo, sessions } = this.#deps
    // A turn changes one document: in another Rhino the same client has another turn.
    const elsewhere = wish.session && wish.session !== sessions.current() ? wish.session : null
    const key = elsewhere ? `${client.id} in ${elsewhere.processId}` : client.id
    if (!this.#open.has(key) && (tool.effect === 'read' || tool.effect === 'view')) {
      return this.#read(tool, input, signal, wish)
    }
    const open = await this.#opened(key, client, signal, elsewhere)
    if (open.timer) clearTimeout(open.timer)
    open.timer = null
    const call = callWithCard({
      journal: open.journal,
      turn: open.turn,
      tool,
      input,
      session: open.session,
      words: wordsFor(elsewhere ? null : document.status),
      signal,
      onProgress: wish.onProgress,
    })
    open.calls.add(call)
    try {
      const answer = await call
      await noteUndo(tool.method, answer.output)
      if (tool.effect !== 'read') void document.look()
      return answer
    } finally {
      open.calls.delete(call)
      if (open.calls.size === 0) this.#pause(key, open)
    }
  }

  /** The client's turn; a new one where it has none, or where its turn ended while this call was on its way in. */
  async #opened(
    key: string,
    client: { id: string; name: string },
    signal: AbortSignal,
    elsewhere: RhinoSession | null,
  ): Promise<OpenTurn> {
    for (;;) {
      const open = await (this.#open.get(key) ?? this.#begin(key, client, signal, elsewhere))
      // A host that is gone took the turn with it; its calls would fail for as long as the client tries.
      if (!open.ended && open.session.state === 'closed') await this.#end(key)
      if (!open.ended) return open
    }
  }

  /** Ends every open turn now. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)))
  }

  /** Nothing runs: the turn goes on if a call comes soon, unless somebody else is waiting. */
  #pause(id: string, open: OpenTurn): void {
    open.timer = setTimeout(() => void this.#end(id), open.wanted ? 0 : (this.#deps.pauseMs ?? PAUSE_MS))
  }

  async #giveWay(id: string): Promise<void> {
    const open = await this.#open.get(id)
    if (!open) return
    open.wanted = true
    if (open.timer) await this.#end(id)
  }

  async #read(
    tool: ToolSpec,
    input: Record<string, unknown>,
    signal: AbortSignal,
    wish: CallWish,
  ): Promise<ToolAnswer> {
    const { sessions, document } = this.#deps
    const session = wish.session ?? (await sessions.ready())
    const options = { signal, lateMs: LATE_MS, onProgress: wish.onProgress }
    const output = (await session.callRaw(tool.method, input, options)) as Record<string, unknown>
    const words = wordsFor(session === sessions.current() ? document.status : null)
    return { output, sentence: sentenceOf(tool, input, output, words) }
  }

  #begin(
    key: string,
    client: { id: string; name: string },
    signal: AbortSignal,
    elsewhere: RhinoSession | null,
  ): Promise<OpenTurn> {
    const opening = this.#opening(key, client, signal, elsewhere)
    this.#open.set(key, opening)
    opening.catch(() => this.#open.delete(key))
    return opening
  }

  async #opening(
    key: string,
    client: { id: string; name: string },
    signal: AbortSignal,
    elsewhere: RhinoSession | null,
  ): Promise<OpenTurn> {
    const { gate, sessions, store, document } = this.#deps
    const release = await gate.enter(client.name, {
      patienceMs: PATIENCE_MS,
      signal,
      onWanted: () => void this.#giveWay(key),
    })
    try {
      const session = elsewhere ?? (await sessions.ready())
      await document.look()
      const conversation = this.#conversationOf(client)
      const number = (store.get(conversation)?.turns ?? 0) + 1
      const turn = randomUUID()
      const journal = new Journal(store, conversation, turn)
      const begun = { type: 'turn.begin', turn, number, prompt: '', agent: client.name } as const
      // A host that refuses leaves no turn behind; one that has none is told about within the turn.
      if (!session.legacy) await beginTurn(session, turn, `${client.name} ${number}`, journal)
      journal.append(begun)
      if (session.legacy) await beginTurn(session, turn, `${client.name} ${number}`, journal)
      return {
        turn,
        journal,
        session,
        release,
        begun: performance.now(),
        calls: new Set(),
        timer: null,
        wanted: false,
        ended: false,
      }
    } catch (error) {
      release()
      throw error
    }
  }

  async #end(id: string): Promise<void> {
    const opening = this.#open.get(id)
    this.#open.delete(id)
    const open = await opening?.catch(() => null)
    if (!open || open.ended) return
    open.ended = true
    if (open.timer) clearTimeout(open.timer)
    const { document } = this.#deps
    const closed = await closeTurn(open.session, open.turn, open.journal)
    if (changedAnything(closed.changes)) warn(open, await this.#deps.onChanged?.())
    // Whoever closes the turn under a call waits for its card: the turn's end is the last word.
    await Promise.race([Promise.allSettled(open.calls), wait(CARDS_MS, null, { ref: false })])
    open.journal.end({
      type: 'turn.end',
      turn: open.turn,
      outcome: closed.trouble ? 'failed' : 'done',
      trouble: closed.trouble,
      changes: closed.changes,
      before: closed.before,
      after: closed.after,
      units: document.status?.unit ?? '',
      ms: Math.round(performance.now() - open.begun),
    })
    open.release()
    await document.look()
  }

  #conversationOf(client: { id: string; name: string }): string {
    const known = this.#conversations.get(client.id)
    if (known && this.#deps.store.get(known)) return known
    const { id } = this.#deps.store.create(client.name)
    this.#deps.store.rename(id, client.name)
    this.#conversations.set(client.id, id)
    return id
  }
}
