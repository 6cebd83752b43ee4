import type { ChangeSummary } from '../../shared/change.ts'
import type { BoundingBox } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'

/** Ended turns that are still told about. */
const MAX_TURNS = 1000

/** One prompt and everything until the agent stops, as the document knows it (contract §2). */
export interface Turn {
  readonly id: string
  readonly label: string
  /** The connection whose calls belong to it; null once it ended or that connection is gone. */
  connection: number | null
  ended: boolean
  /** Of everything visible, when its first change came; undefined before that. */
  boundsBefore: BoundingBox | null | undefined
  /** Once it ended. */
  summary: ChangeSummary | null
  /** What undo does not take back, in words. */
  readonly uncovered: Set<string>
  /** Its oldest changes can no longer be taken back. */
  cut: boolean
  /** Changes of it that were taken back can no longer come again. */
  lost: boolean
}

/** The turns of one document. Each connection has at most one that is open. */
export class Turns implements Iterable<Turn> {
  readonly #turns = new Map<string, Turn>();

  /** Oldest first. */
  [Symbol.iterator](): Iterator<Turn> {
    return this.#turns.values()
  }

  /**
   * Opens a turn for a connection. A turn whose connection was lost goes on with the new one; asking twice is answered twice. Throws INVALID_PARAMS for an id that is used up, or while another turn of the same connection is open.
   */
  begin(id: string, label: string, connection: number): Turn {
    const known = this.#turns.get(id)
    if (known?.ended || (known && known.connection !== null && known.connection !== connection)) {
      throw new Fault('INVALID_PARAMS', `There is a turn ${id} in this document already.`, {
        parameter: 'turn_id',
        id,
        next: 'Begin a turn with an id of its own.',
      })
    }
    const open = this.of(connection)
    if (open && open !== known) {
      throw new Fault('INVALID_PARAMS', `Turn ${open.id} of this connection is still open.`, {
        parameter: 'turn_id',
        id: open.id,
        next: 'End it with undo.end_turn first.',
      })
    }
    const turn = known ?? newTurn(id, label)
    turn.connection = connection
    this.#turns.set(id, turn)
    this.#forgetOld()
    return turn
  }

  /** The open turn of a connection. */
  of(connection: number): Turn | undefined {
    for (const turn of this.#turns.values()) if (turn.connection === connection) return turn
    return undefined
  }

  /** Throws INVALID_PARAMS for an id nobody knows. */
  get(id: string): Turn {
    const turn = this.#turns.get(id)
    if (turn) return turn
    throw new Fault('INVALID_PARAMS', `There is no turn ${id} in this document.`, {
      parameter: 'turn_id',
      id,
      next: 'undo.list names the turns of this document.',
    })
  }

  mark(id: string, what: 'cut' | 'lost'): void {
    const turn = this.#turns.get(id)
    if (turn) turn[what] = true
  }

  #forgetOld(): void {
    for (const [id, turn] of this.#turns) {
      if (this.#turns.size <= MAX_TURNS) return
      if (turn.ended) this.#turns.delete(id)
    }
  }
}

const newTurn = (id: string, label: string): Turn => ({
  id,
  label,
  connection: null,
  ended: false,
  boundsBefore: undefined,
  summary: null,
  uncovered: new Set(),
  cut: false,
  lost: false,
})
