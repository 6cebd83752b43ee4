import type { QueueItem, QueueState } from '../shared/history.ts'
import type { ConversationStore } from '../shared/store.ts'
import { troubleOf } from './trouble.ts'

export interface FollowUpDeps {
  store: ConversationStore
  turns: {
    isRunning(conversation: string): boolean
    send(conversation: string, prompt: string, agent: string | undefined, more: { queued: string }): string
    stop(conversation: string): boolean
  }
}

/** Why a queue stands still, and who lets it go on: the user, or the turn that answers the agent's question. */
interface Pause {
  why: string
  until: 'user' | 'answer'
}

const RESTARTED: Pause = { why: 'Tickbird was started anew. Nothing is sent until you say so.', until: 'user' }
const BY_USER: Pause = { why: 'Held by you.', until: 'user' }
const STOPPED: Pause = { why: 'The last turn was stopped. Nothing is sent until you say so.', until: 'user' }
const FAILED: Pause = { why: 'The last turn failed. Nothing is sent until you say so.', until: 'user' }
const ASKED: Pause = { why: 'The agent has asked something: your answer goes first.', until: 'answer' }

/**
 * Sends follow-ups, one when the turn before it has ended well. What waited when Tickbird ended is kept, and sent only
 * when the user says so.
 */
export class FollowUps {
  readonly #store: ConversationStore
  readonly #turns: FollowUpDeps['turns']
  readonly #paused = new Map<string, Pause>()
  /** Items to go as soon as the turn that was stopped for them has ended. */
  readonly #next = new Map<string, string>()
  readonly #listeners = new Set<(conversation: string) => void>()

  constructor({ store, turns }: FollowUpDeps) {
    this.#store = store
    this.#turns = turns
    for (const conversation of store.queue.conversations()) this.#paused.set(conversation, RESTARTED)
    store.onAppend((conversation, { event }) => {
      if (event.type === 'turn.end') this.#ended(conversation, event.outcome)
    })
    store.queue.onChange((conversation) => this.#changed(conversation))
  }

  state(conversation: string): QueueState {
    const items = this.#store.queue.list(conversation).map(({ id, prompt, at }) => ({ id, prompt, at }))
    return { items, paused: items.length > 0 ? (this.#paused.get(conversation)?.why ?? null) : null }
  }

  onChange(listener: (conversation: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** At the end; sent at once where nothing runs and nothing else waits. */
  add(conversation: string, prompt: string, agent: string | undefined): QueueItem {
    const { queue } = this.#store
    // Why an earlier queue stood still is over; a hold of the user's is not.
    const empty = queue.list(conversation).length === 0
    if (empty && this.#paused.get(conversation) !== BY_USER) this.#resume(conversation)
    const item = queue.add(conversation, prompt, agent)
    if (this.#asks(conversation)) this.#pause(conversation, ASKED)
    this.#advance(conversation)
    return item
  }

  /** First of all now: a running turn is stopped for it. */
  sendNow(item: string): void {
    const { queue } = this.#store
    const { conversation } = queue.get(item)
    const first = queue.list(conversation)[0]
    if (first && first.id !== item) queue.move(item, first.id)
    if (this.#turns.isRunning(conversation)) {
      this.#next.set(conversation, item)
      this.#turns.stop(conversation)
    } else this.#send(conversation, item)
  }

  pause(conversation: string, paused: boolean): void {
    if (paused) this.#pause(conversation, BY_USER)
    else {
      this.#resume(conversation)
      this.#changed(conversation)
      this.#advance(conversation)
    }
  }

  #ended(conversation: string, outcome: 'done' | 'stopped' | 'failed'): void {
    const next = this.#next.get(conversation)
    this.#next.delete(conversation)
    // After whoever else hears of the end: they must find the conversation as it is.
    queueMicrotask(() => {
      try {
        this.#goOn(conversation, outcome, next)
      } catch (error) {
        this.#cannot(conversation, error)
      }
    })
  }

  #goOn(conversation: string, outcome: 'done' | 'stopped' | 'failed', next: string | undefined): void {
    if (next !== undefined && this.#waits(conversation, next)) {
      this.#trySend(conversation, next)
      return
    }
    if (this.#paused.get(conversation)?.until === 'answer' && outcome === 'done') this.#resume(conversation)
    if (outcome === 'stopped') this.#pause(conversation, STOPPED)
    else if (outcome === 'failed') this.#pause(conversation, FAILED)
    else if (this.#store.queue.list(conversation).length === 0) this.#changed(conversation)
    else if (this.#asks(conversation)) this.#pause(conversation, ASKED)
    else this.#advance(conversation)
  }

  #waits(conversation: string, item: string): boolean {
    return this.#store.queue.list(conversation).some(({ id }) => id === item)
  }

  /** Whether the newest turn left a question without an answer. */
  #asks(conversation: string): boolean {
    const { events } = this.#store.page(conversation, 1)
    const answered = new Set(events.map(({ event }) => (event.type === 'question.answer' ? event.request : null)))
    return events.some(({ event }) => event.type === 'question.ask' && !answered.has(event.request))
  }

  #advance(conversation: string): void {
    if (this.#paused.has(conversation) || this.#turns.isRunning(conversation)) return
    const first = this.#store.queue.list(conversation)[0]
    if (first) this.#trySend(conversation, first.id)
  }

  /** Throws what keeps it from being sent; it stays in the queue then. */
  #send(conversation: string, item: string): void {
    const { prompt, agent } = this.#store.queue.get(item)
    this.#turns.send(conversation, prompt, agent ?? undefined, { queued: item })
  }

  /** Nobody waits for the outcome: what keeps an item from being sent is shown as why the queue stands still. */
  #trySend(conversation: string, item: string): void {
    try {
      this.#send(conversation, item)
    } catch (error) {
      this.#cannot(conversation, error)
    }
  }

  #cannot(conversation: string, error: unknown): void {
    const { cause, next } = troubleOf(error, 'The follow-up was not sent')
    this.#pause(conversation, { why: `Not sent: ${cause} ${next}`, until: 'user' })
  }

  #pause(conversation: string, pause: Pause): void {
    // What the user has held stays held, whatever turns do meanwhile.
    if (this.#paused.get(conversation) !== BY_USER) this.#paused.set(conversation, pause)
    this.#changed(conversation)
  }

  #resume(conversation: string): void {
    this.#paused.delete(conversation)
  }

  #changed(conversation: string): void {
    for (const listener of this.#listeners) listener(conversation)
  }
}
