import { Fault } from '../wire/fault.ts'
import type { Channel } from './channel.ts'

interface Held {
  id: string
  label: string
  doc: unknown
  /** Of the process it was begun in. */
  pid: number | null
}

/**
 * The turn that is open over a session. A host knows turns by connection, so over every new one the turn is taken up
 * again before anything may change the document: otherwise the agent's work would count as the user's own.
 */
export class HeldTurn {
  #held: Held | null = null
  /** The channel on which the host knows the turn. */
  #known: Channel | null = null
  #taking: { channel: Channel; done: Promise<void> } | null = null

  begun({ turn_id, label, doc }: Record<string, unknown>, channel: Channel, pid: number | null): void {
    this.#held = { id: String(turn_id), label: String(label), doc, pid }
    this.#known = channel
    this.#taking = null
  }

  ended(id: unknown): void {
    if (this.#held?.id === id) this.#held = null
  }

  /**
   * Resolves once the host knows the turn on this channel, at once where there is none. Throws a Fault where it cannot
   * be: then nothing may be changed. Tried again with the next call.
   */
  async takeUp(channel: Channel, pid: number | null, timeoutMs: number): Promise<void> {
    const held = this.#held
    if (!held || this.#known === channel) return
    if (held.pid !== pid) throw anew()
    if (this.#taking?.channel !== channel) this.#taking = { channel, done: this.#take(held, channel, timeoutMs) }
    await this.#taking.done
  }

  async #take(held: Held, channel: Channel, timeoutMs: number): Promise<void> {
    const { id, label, doc } = held
    const where = doc === undefined ? {} : { doc }
    try {
      await channel.request('undo.begin_turn', { turn_id: id, label, resume: true, ...where }, { timeoutMs })
      if (this.#held === held) this.#known = channel
    } catch (error) {
      throw error instanceof Fault && error.code === 'INVALID_PARAMS' ? over(error) : error
    } finally {
      if (this.#taking?.channel === channel) this.#taking = null
    }
  }
}

const NEXT = 'End your turn here; the next prompt begins a new one.'

const anew = (): Fault =>
  new Fault('RHINO_BUSY', 'Rhino was started anew in the middle of this turn, so nothing was changed.', { next: NEXT })

const over = ({ message }: Fault): Fault =>
  new Fault(
    'RHINO_BUSY',
    `The connection to Rhino was lost in the middle of this turn, and the turn cannot go on: ${message} Nothing was changed.`,
    { next: NEXT },
  )
