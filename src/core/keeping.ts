import type { Retention, StorageReport, WeighedConversation } from '../shared/history.ts'
import type { ConversationStore } from '../shared/store.ts'

interface KeepingDeps {
  store: ConversationStore
  limits(): Retention
  /** Bytes of the copies of documents. */
  copyBytes(): number
  isRunning(conversation: string): boolean
}

const HOUR_MS = 3_600_000

/**
 * Puts conversations beyond the limits of the settings among the deleted, once an hour, where they can be brought back
 * for a week. Without limits nothing is ever removed; never what is shown, what is running, or what was worked on last.
 */
export class Keeping {
  readonly #deps: KeepingDeps
  readonly #shown = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(deps: KeepingDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => this.check(), HOUR_MS)
    this.#timer.unref()
  }

  check(): void {
    try {
      const { store, limits } = this.#deps
      const cleaned = store.clean(limits(), this.#inUse())
      if (cleaned) console.error(`${cleaned.conversations} old conversations were put among the deleted.`)
    } catch (error) {
      // Nothing is lost by keeping more; the next hour tries again.
      console.error(error instanceof Error ? error.message : String(error))
    }
  }

  report(): StorageReport {
    const { store, limits, copyBytes } = this.#deps
    const { bytes, conversations } = store.weigh()
    const { maxBytes, maxDays } = limits()
    return {
      bytes,
      deletedBytes: conversations.reduce((sum, each) => sum + (each.deleted ? each.bytes : 0), 0),
      copyBytes: copyBytes(),
      conversations: conversations
        .filter(({ deleted }) => !deleted)
        .map(({ conversation, title, updatedAt, bytes }) => ({ conversation, title, updatedAt, bytes })),
      retention: { maxBytes, maxDays },
      lastCleaning: store.lastCleaning(),
    }
  }

  expiring(limits: Retention): WeighedConversation[] {
    return this.#deps.store.expiring(limits, this.#inUse())
  }

  shown(conversation: string): () => void {
    this.#shown.set(conversation, (this.#shown.get(conversation) ?? 0) + 1)
    return () => {
      const left = (this.#shown.get(conversation) ?? 1) - 1
      if (left > 0) this.#shown.set(conversation, left)
      else this.#shown.delete(conversation)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #inUse(): ReadonlySet<string> {
    const { store, isRunning } = this.#deps
    const all = store.list()
    const running = all.filter(({ id }) => isRunning(id)).map(({ id }) => id)
    return new Set([...this.#shown.keys(), ...running, ...all.slice(0, 1).map(({ id }) => id)])
  }
}
