import { TroubleError } from '../shared/agent.ts'
import { noChange } from '../shared/change.ts'
import type { Reverted, RewindPreview, Taking } from '../shared/history.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { ResultOf } from '../tools/registry.ts'
import type { DocumentWatch } from './document.ts'
import { enterUnlessBusy, type Gate } from './gate.ts'
import type { SessionSource } from './ports.ts'
import { troubleError, troubleOf } from './trouble.ts'

export interface HistoryDeps {
  store: ConversationStore
  sessions: SessionSource
  document: DocumentWatch
  gate: Gate
  onChanged?(): void
}

/** Takes turns back and brings them back, and tells every conversation that is concerned. */
export class History {
  readonly #deps: HistoryDeps
  /** Labels of turns taken back since each conversation's agent last spoke. */
  readonly #undone = new Map<string, string[]>()

  constructor(deps: HistoryDeps) {
    this.#deps = deps
  }

  /** What `revert` would take, newest first, and what of the user's own stands in between. */
  async preview(turn: string): Promise<RewindPreview> {
    return this.#guard('This turn cannot be taken back', async () => {
      const session = await this.#deps.sessions.ready()
      const { turns } = await session.call('undo.list', {})
      const live = turns.filter(({ state }) => state === 'live')
      const from = live.findIndex(({ turn_id }) => turn_id === turn)
      if (from < 0) throw goneTrouble(turns.find(({ turn_id }) => turn_id === turn)?.state)
      const going = live.slice(from).reverse()
      const { foreign } = await session.call('undo.list', { turn_id: turn })
      const described = await Promise.all(
        going.map(async ({ turn_id, label }) => {
          const known = this.#deps.store.findTurn(turn_id)
          return {
            turn: turn_id,
            number: known?.number ?? 0,
            label: known?.prompt || label,
            conversation: known?.conversation ?? null,
            changes: (await session.call('undo.changes', { turn_id }).catch(() => null))?.changes ?? noChange(),
          }
        }),
      )
      return {
        turns: described,
        foreign,
        picture: this.#deps.store.turnEnd(turn)?.before ?? null,
        uncovered: described.flatMap(({ changes }) => changes.uncovered),
        way: 'undo',
        copy: { kept: false, why: 'Redo brings back what is taken back.' },
      }
    })
  }

  /** `includeForeign` takes the user's own edits in between along; without it they stand in the way. */
  async revert(turn: string, { includeForeign = false }: Partial<Taking> = {}): Promise<Reverted> {
    return this.#guard('The turn was not taken back', async () => {
      const release = await this.#claim()
      try {
        const session = await this.#deps.sessions.ready()
        const output = await session.call('undo.revert_turn', { turn_id: turn, include_foreign: includeForeign })
        this.note('undo.revert_turn', output)
        return { turns: output.reverted, copy: null }
      } finally {
        release()
        await this.#settle()
      }
    })
  }

  /** Brings back what the last undo took. */
  async redo(): Promise<string[]> {
    return this.#guard('Nothing was brought back', async () => {
      const release = await this.#claim()
      try {
        const session = await this.#deps.sessions.ready()
        const output = await session.call('undo.redo_turn', {})
        this.note('undo.redo_turn', output)
        return output.redone
      } finally {
        release()
        await this.#settle()
      }
    })
  }

  /** Writes down what an answer of `undo.revert_turn` or `undo.redo_turn` says, whoever asked for it. */
  note(method: string, output: Record<string, unknown>): void {
    if (method === 'undo.revert_turn') {
      const { reverted, labels } = output as ResultOf<'undo.revert_turn'>
      this.#tell('turn.reverted', reverted, labels)
    } else if (method === 'undo.redo_turn') {
      const { redone, labels } = output as ResultOf<'undo.redo_turn'>
      this.#tell('turn.redone', redone, labels)
    }
  }

  /** Labels taken back since the last time this was asked for this conversation. */
  takeUndone(conversation: string): string[] {
    const labels = this.#undone.get(conversation) ?? []
    this.#undone.delete(conversation)
    return labels
  }

  #tell(type: 'turn.reverted' | 'turn.redone', turns: readonly string[], labels: readonly string[]): void {
    const byConversation = new Map<string, string[]>()
    turns.forEach((turn, index) => {
      const conversation = this.#deps.store.findTurn(turn)?.conversation
      if (!conversation) return
      byConversation.set(conversation, [...(byConversation.get(conversation) ?? []), turn])
      const label = labels[index] ?? turn
      const known = (this.#undone.get(conversation) ?? []).filter((other) => other !== label)
      this.#undone.set(conversation, type === 'turn.reverted' ? [...known, label] : known)
    })
    for (const [conversation, own] of byConversation) this.#deps.store.append(conversation, { type, turns: own })
  }

  /** Nothing is taken back under a running turn. */
  async #claim(): Promise<() => void> {
    const { gate } = this.#deps
    const release = await enterUnlessBusy(gate, 'Undo')
    if (release) return release
    throw troubleError(
      'A turn is running',
      `${gate.holder} is changing the document.`,
      'Wait for it or stop it, then undo.',
    )
  }

  async #settle(): Promise<void> {
    await this.#deps.document.look()
    this.#deps.onChanged?.()
  }

  async #guard<T>(title: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw new TroubleError(troubleOf(error, title))
    }
  }
}

function goneTrouble(state: string | undefined): TroubleError {
  if (state === 'undone') {
    return troubleError('Already taken back', 'This turn is not in the document any more.', 'Redo brings it back.')
  }
  return troubleError(
    'This turn cannot be taken back',
    'It changed nothing, or the document was opened anew since.',
    'Open an earlier file if you need the older state.',
  )
}
