import type { ConversationStore } from '../shared/store.ts'
import { turnLabel } from './instructions.ts'

/**
 * Labels of the turns of each conversation that were taken back since its agent last spoke: it must not build on what is
 * gone. What the store tells of an earlier run of Tickbird counts too.
 */
export class Undone {
  readonly #store: ConversationStore
  readonly #labels = new Map<string, string[]>()

  constructor(store: ConversationStore) {
    this.#store = store
  }

  takenBack(conversation: string, label: string): void {
    this.#labels.set(conversation, [...this.#without(conversation, label), label])
  }

  broughtBack(conversation: string, label: string): void {
    this.#labels.set(conversation, this.#without(conversation, label))
  }

  /** For the turn that is about to be sent; asking forgets them. */
  take(conversation: string, turn: string): string[] {
    const labels = this.#labels.get(conversation) ?? this.#kept(conversation, turn)
    this.#labels.set(conversation, [])
    return labels
  }

  #without(conversation: string, label: string): string[] {
    return (this.#labels.get(conversation) ?? this.#kept(conversation, '')).filter((other) => other !== label)
  }

  /** By the conversation's own events since its last turn but this one began. */
  #kept(conversation: string, turn: string): string[] {
    const begun = this.#store.eventsOf(conversation, 'turn.begin').findLast(({ event }) => event.turn !== turn)
    const steps = [
      ...this.#store.eventsOf(conversation, 'turn.reverted'),
      ...this.#store.eventsOf(conversation, 'turn.redone'),
    ]
    const labels = new Set<string>()
    for (const { event } of steps.filter(({ seq }) => seq > (begun?.seq ?? 0)).sort((a, b) => a.seq - b.seq)) {
      for (const id of event.turns) {
        const known = this.#store.findTurn(id)
        const label = known ? turnLabel(known.number, known.prompt) : id
        if (event.type === 'turn.reverted') labels.add(label)
        else labels.delete(label)
      }
    }
    return [...labels]
  }
}
