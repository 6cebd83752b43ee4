import type { RhinoSession } from '../rhino/session.ts'
import { TroubleError } from '../shared/agent.ts'
import { type ChangeSummary, noChange } from '../shared/change.ts'
import type { Reverted, RewindPreview, Taking } from '../shared/history.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { ResultOf } from '../tools/registry.ts'
import type { DocumentWatch } from './document.ts'
import { enterUnlessBusy, type Gate } from './gate.ts'
import { turnLabel } from './instructions.ts'
import type { CopyKeeper, EarlierStates, SessionSource, WayBack } from './ports.ts'
import { troubleError, troubleOf } from './trouble.ts'
import { Undone } from './undone.ts'

export interface HistoryDeps {
  store: ConversationStore
  sessions: SessionSource
  document: DocumentWatch
  gate: Gate
  copies: CopyKeeper
  /** Left out where the document is not kept. */
  earlier?: EarlierStates
  onChanged?(): Promise<string | null>
}

interface Scope {
  /** Newest first. */
  going: { turn_id: string; label: string }[]
  foreign: string[]
  /** Where undo does not reach so far, an earlier state is opened. */
  wayBack: WayBack | null
}

interface Plan extends Scope {
  /** The oldest turn that goes. */
  target: string
}

/** Takes turns back and brings them back, and tells every conversation that is concerned. */
export class History {
  readonly #deps: HistoryDeps
  readonly #undone: Undone

  constructor(deps: HistoryDeps) {
    this.#deps = deps
    this.#undone = new Undone(deps.store)
  }

  /** What `revert` would take, newest first, and what of the user's own stands in between. */
  async preview(turn: string): Promise<RewindPreview> {
    return this.#guard('This turn cannot be taken back', async () => {
      const session = await this.#deps.sessions.ready()
      const { target, going, foreign, wayBack } = await this.#plan(session, turn)
      const described = await Promise.all(going.map((each) => this.#described(session, each)))
      return {
        turns: described,
        foreign,
        picture: this.#deps.store.turnEnd(target)?.before ?? null,
        uncovered: described.flatMap(({ changes }) => changes.uncovered),
        way: wayBack ? 'copy' : 'undo',
        copy: await this.#copyFor(session, { going, foreign, wayBack }),
      }
    })
  }

  /**
   * Takes back every turn down to this one. `includeForeign` takes the user's own edits in between along; without it they
   * stand in the way. Where more goes than the newest turn, a copy of the document is kept first.
   */
  async revert(turn: string, taking: Partial<Taking> = {}): Promise<Reverted> {
    return this.#guard('The turn was not taken back', async () => {
      const release = await this.#claim()
      try {
        const session = await this.#deps.sessions.ready()
        const plan = await this.#plan(session, turn)
        const { target, going, foreign, wayBack } = plan
        const blocked = foreign.length > 0 && !taking.includeForeign
        if (blocked && wayBack) throw ownEdits(foreign)
        const copy = blocked ? null : await this.#keepCopy(session, plan, taking)
        if (wayBack) {
          await wayBack.open()
          const unsafe = await this.#settle()
          this.#tell(
            'turn.reverted',
            wayBack.turns,
            going.map(({ label }) => label),
            unsafe,
          )
          return { turns: wayBack.turns, copy }
        }
        const include = { turn_id: target, include_foreign: taking.includeForeign ?? false }
        const output = await session.call('undo.revert_turn', include)
        await this.note('undo.revert_turn', output)
        return { turns: output.reverted, copy }
      } finally {
        release()
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
        await this.note('undo.redo_turn', output)
        return output.redone
      } finally {
        release()
      }
    })
  }

  /**
   * Keeps the document, then writes down what an answer of `undo.revert_turn` or `undo.redo_turn` says, whoever asked for
   * it: a turn that only takes others back changes nothing of its own, so its end keeps nothing.
   */
  async note(method: string, output: Record<string, unknown>): Promise<void> {
    if (method === 'undo.revert_turn') {
      const unsafe = await this.#settle()
      const { reverted, labels } = output as ResultOf<'undo.revert_turn'>
      this.#tell('turn.reverted', reverted, labels, unsafe)
    } else if (method === 'undo.redo_turn') {
      const unsafe = await this.#settle()
      const { redone, labels } = output as ResultOf<'undo.redo_turn'>
      this.#tell('turn.redone', redone, labels, unsafe)
    }
  }

  /** The document is another one now: turns of `before` that are not in `after` went with it, and the reverse. */
  replaced(before: readonly string[], after: readonly string[]): void {
    const labels = (turns: string[]) => turns.map((turn) => this.#deps.store.findTurn(turn)?.prompt || turn)
    const gone = before.filter((turn) => !after.includes(turn)).reverse()
    const back = after.filter((turn) => !before.includes(turn))
    this.#tell('turn.reverted', gone, labels(gone))
    this.#tell('turn.redone', back, labels(back))
  }

  /** Labels taken back since this conversation's agent last spoke, for the turn that is about to be sent. */
  takeUndone(conversation: string, turn: string): string[] {
    return this.#undone.take(conversation, turn)
  }

  /** Which turns go, newest first, down to `target`: the turn itself, or where it changed nothing, what came after it. */
  async #plan(session: RhinoSession, turn: string): Promise<Plan> {
    const { turns } = await session.call('undo.list', {})
    const live = turns.filter(({ state }) => state === 'live')
    const own = turns.find(({ turn_id }) => turn_id === turn)
    const wanted = (id: string) => id === turn || this.#isLater(id, turn)
    const from = own ? live.indexOf(own) : live.findIndex(({ turn_id }) => wanted(turn_id))
    const wayBack = own?.state === 'undone' ? null : await this.#wayBack(session, wanted)
    if (wayBack) {
      const going = wayBack.turns.map((turn_id) => ({ turn_id, label: this.#labelOf(turn_id) }))
      const { foreign } = await session.call('undo.list', {})
      return { target: wayBack.turn, going, foreign, wayBack }
    }
    const target = live[from]?.turn_id
    if (target === undefined) throw goneTrouble(own?.state)
    const { foreign } = await session.call('undo.list', { turn_id: target })
    return { target, going: live.slice(from).reverse(), foreign, wayBack: null }
  }

  /** Whether a turn came later than another one of its conversation. */
  #isLater(id: string, than: string): boolean {
    const { store } = this.#deps
    const [known, other] = [store.findTurn(than), store.findTurn(id)]
    if (!known || known.reverted || !other) return false
    return other.conversation === known.conversation && other.number > known.number
  }

  #wayBack(session: RhinoSession, wanted: (turn: string) => boolean): Promise<WayBack | null> {
    return this.#deps.earlier?.before(session, wanted) ?? Promise.resolve(null)
  }

  #labelOf(turn: string): string {
    const known = this.#deps.store.findTurn(turn)
    return known ? turnLabel(known.number, known.prompt) : turn
  }

  async #described(session: RhinoSession, { turn_id, label }: Scope['going'][number]) {
    const known = this.#deps.store.findTurn(turn_id)
    return {
      turn: turn_id,
      number: known?.number ?? 0,
      label: known?.prompt || label,
      conversation: known?.conversation ?? null,
      changes: await this.#changesOf(session, turn_id),
    }
  }

  /** A host that was started anew knows nothing of it; then what the turn said at its end. */
  async #changesOf(session: RhinoSession, turn: string): Promise<ChangeSummary> {
    const told = await session.call('undo.changes', { turn_id: turn }).catch(() => null)
    return told?.changes ?? this.#deps.store.turnEnd(turn)?.changes ?? noChange()
  }

  async #copyFor(session: RhinoSession, { going, foreign, wayBack }: Scope): Promise<RewindPreview['copy']> {
    if (going.length + foreign.length <= 1 && !wayBack)
      return { kept: false, why: 'Redo brings back what is taken back.' }
    const { methods } = await session.call('rhino.capabilities', {})
    const able = methods.some(({ method, support }) => method === 'files.export_document' && support !== 'none')
    if (!able) return { kept: false, why: `${session.label} cannot write a copy of the document.` }
    return { kept: true, why: 'A copy of the document as it is now is kept first.' }
  }

  /** Null where none is needed or wanted. Throws a TroubleError where one is, and none can be kept. */
  async #keepCopy(session: RhinoSession, scope: Scope, { withoutCopy }: Partial<Taking>) {
    const turns = scope.going.length
    if ((turns + scope.foreign.length <= 1 && !scope.wayBack) || withoutCopy) return null
    const title = 'Nothing was taken back'
    const next = 'Take it back without a copy, or free some space and try again.'
    const { kept, why } = await this.#copyFor(session, scope)
    if (!kept)
      throw troubleError(title, why, 'Take it back without a copy, or save the document under a new name first.')
    try {
      return await this.#deps.copies.keep(
        session,
        `Before ${turns === 1 ? 'a turn was' : `${turns} turns were`} taken back`,
      )
    } catch (error) {
      throw troubleError(title, `No copy of the document could be kept first: ${reasonOf(error)}`, next)
    }
  }

  /** `unsafe`: what the designer must know of the document as it is now. */
  #tell(
    type: 'turn.reverted' | 'turn.redone',
    turns: readonly string[],
    labels: readonly string[],
    unsafe: string | null = null,
  ): void {
    const byConversation = new Map<string, string[]>()
    turns.forEach((turn, index) => {
      const conversation = this.#deps.store.findTurn(turn)?.conversation
      if (!conversation) return
      byConversation.set(conversation, [...(byConversation.get(conversation) ?? []), turn])
      const label = labels[index] ?? turn
      if (type === 'turn.reverted') this.#undone.takenBack(conversation, label)
      else this.#undone.broughtBack(conversation, label)
    })
    for (const [conversation, own] of byConversation) {
      this.#deps.store.append(conversation, { type, turns: own })
      const [turn] = own
      if (unsafe !== null && turn !== undefined) {
        this.#deps.store.append(conversation, { type: 'notice', turn, level: 'warning', text: unsafe })
      }
    }
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

  /**
   * What was taken or brought back is on disk before anybody is told, so that a crash does not make it untrue. That it
   * could not be looked at or kept costs the undo nothing: it happened.
   */
  async #settle(): Promise<string | null> {
    try {
      await this.#deps.document.look()
      return (await this.#deps.onChanged?.()) ?? null
    } catch (error) {
      console.error(`After an undo: ${reasonOf(error)}`)
      return null
    }
  }

  async #guard<T>(title: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw new TroubleError(troubleOf(error, title))
    }
  }
}

const ownEdits = (foreign: readonly string[]) =>
  troubleError(
    'Your own edits stand in the way',
    `Opening the earlier state would take ${foreign.length === 1 ? 'an edit' : `${foreign.length} edits`} made by hand with it.`,
    'Take them back together with the turns, or keep things as they are.',
  )

function goneTrouble(state: string | undefined): TroubleError {
  if (state === 'undone') {
    return troubleError('Already taken back', 'This turn is not in the document any more.', 'Redo brings it back.')
  }
  return troubleError(
    'This turn cannot be taken back',
    'It changed nothing, or the document was opened anew since and no state from before it was kept.',
    'Open an earlier file or a kept copy if you need the older state.',
  )
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
