import type { ConversationEvent, Trouble } from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import { troubleOf } from './trouble.ts'

/** How long text is gathered before it is stored and shown, in ms: about one frame of a screen. */
const GATHER_MS = 25
/** How often the end of a turn that could not be stored is tried again, in ms. */
const AGAIN_MS = 2000

/**
 * Writes one turn's events, in order. An agent streams words; storing and sending each would cost more than it shows, so
 * words of one frame become one event. Nothing is shown before it is stored.
 *
 * Nothing here throws: a full disk, or a conversation that is deleted in mid-turn, must not leave a turn without an end.
 * The first thing that could not be stored is kept as `trouble`, and told once.
 */
export class Journal {
  readonly #store: ConversationStore
  readonly #conversation: string
  readonly #turn: string
  readonly #onTrouble: (trouble: Trouble) => void
  #kind: 'text' | 'thought' = 'text'
  #gathered = ''
  #timer: NodeJS.Timeout | null = null
  #trouble: Trouble | null = null

  constructor(
    store: ConversationStore,
    conversation: string,
    turn: string,
    onTrouble: (trouble: Trouble) => void = () => undefined,
  ) {
    this.#store = store
    this.#conversation = conversation
    this.#turn = turn
    this.#onTrouble = onTrouble
  }

  /** Why not everything of this turn was stored. */
  get trouble(): Trouble | null {
    return this.#trouble
  }

  write(kind: 'text' | 'thought', text: string): void {
    if (text === '') return
    if (kind !== this.#kind) this.flush()
    this.#kind = kind
    this.#gathered += text
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  /** Stores an event, after whatever was gathered before it. */
  append(event: ConversationEvent): void {
    this.flush()
    this.#put(event)
  }

  /** Stores the last event; tried again until it is stored, for a turn without an end is shown as running. */
  end(event: Extract<ConversationEvent, { type: 'turn.end' }>): void {
    this.flush()
    if (this.#put(event) || !this.#isThere()) return
    setTimeout(() => this.end(event), AGAIN_MS).unref()
  }

  /** Stores what is gathered. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#gathered === '') return
    const text = this.#gathered
    this.#gathered = ''
    this.#put({ type: this.#kind, turn: this.#turn, text })
  }

  /** A picture's id; null where it cannot be kept: it is a comfort, and costs the turn nothing else. */
  picture(data: string): string | null {
    try {
      return this.#store.putPicture('image/png', Buffer.from(data, 'base64'))
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  #put(event: ConversationEvent): boolean {
    try {
      this.#store.append(this.#conversation, event)
      return true
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  #fail(error: unknown): void {
    if (this.#trouble) return
    this.#trouble = troubleOf(error, 'This turn could not be kept')
    this.#onTrouble(this.#trouble)
  }

  /** False also where the store is closed: then the next start ends the turn. */
  #isThere(): boolean {
    try {
      return this.#store.get(this.#conversation) !== undefined
    } catch {
      return false
    }
  }
}
