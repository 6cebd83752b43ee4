import type { ConversationStore } from '../shared/store.ts'

/** How long text is gathered before it is stored and shown, in ms: about one frame of a screen. */
const GATHER_MS = 25

/**
 * Writes one turn's text. An agent streams words; storing and sending each would cost more than it shows, so words of
 * one frame become one event. Nothing is shown before it is stored.
 */
export class Journal {
  readonly #store: ConversationStore
  readonly #conversation: string
  readonly #turn: string
  #kind: 'text' | 'thought' = 'text'
  #gathered = ''
  #timer: NodeJS.Timeout | null = null

  constructor(store: ConversationStore, conversation: string, turn: string) {
    this.#store = store
    this.#conversation = conversation
    this.#turn = turn
  }

  write(kind: 'text' | 'thought', text: string): void {
    if (text === '') return
    if (kind !== this.#kind) this.flush()
    this.#kind = kind
    this.#gathered += text
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  /** Stores what is gathered. Whatever else is appended to the conversation comes after a flush. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#gathered === '') return
    const text = this.#gathered
    this.#gathered = ''
    this.#store.append(this.#conversation, { type: this.#kind, turn: this.#turn, text })
  }
}
