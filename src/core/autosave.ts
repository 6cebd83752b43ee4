import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { Trouble } from '../shared/event.ts'
import type { EarlierStates, WayBack } from '../turns/ports.ts'
import { type CheckpointLimits, Checkpoints } from './checkpoints.ts'

/**
 * Keeps the built-in modeller's document over a crash or a restart: a copy after every change, which a new host opens.
 * Real Rhino has its own autosave, and its document is not ours to write.
 */
export class Autosave implements EarlierStates {
  readonly #folder: string
  #saving: Promise<void> = Promise.resolve()
  #wanted = false
  /** Why the last save failed. */
  #trouble: string | null = null
  /** Hosts in a row that were lost while they opened the kept document. */
  #lost = 0
  readonly #checkpoints: Checkpoints
  /** Turns that the document came with when it was opened again: undo knows nothing of them any more. */
  #before: { session: RhinoSession; serial: number; turns: string[] } | null = null

  /** Turns of a document that is being opened in place of one with this serial number. */
  #coming: { session: RhinoSession; after: number; turns: string[] } | null = null

  constructor(home: string, limits: Partial<CheckpointLimits> = {}) {
    this.#folder = join(home, 'autosave')
    this.#checkpoints = new Checkpoints(join(this.#folder, 'checkpoints'), limits)
  }

  /** Saves soon; calls while a save runs become one more save after it. */
  request(session: RhinoSession | null): void {
    if (session?.kind !== 'embedded' || this.#wanted) return
    this.#wanted = true
    this.#saving = this.#saving.then(() => this.#save(session))
  }

  /** Resolves when everything requested is on disk. */
  settled(): Promise<void> {
    return this.#saving
  }

  /** What the designer must know where the last save failed; null where it did not. */
  get trouble(): string | null {
    if (this.#trouble === null) return null
    const why = this.#trouble.replace(/\.$/, '')
    return `Tickbird could not keep this document in case of a crash (${why}). Save it to a file of your own, and make room on the disk or its data folder writable.`
  }

  /**
   * Opens the kept document in a new host, if there is one. One that cannot be opened is set aside, and the trouble says
   * where. Throws where the host was lost meanwhile: that need not be the document's fault, so only the second time in a
   * row is taken for it.
   */
  async restore(session: RhinoSession): Promise<Trouble | null> {
    if (session.kind !== 'embedded' || !existsSync(this.#file)) return null
    try {
      const { path, turns } = this.#note()
      await session.callRaw('files.open_document', { file_path: this.#file, recover_as: path })
      this.#before = { session, serial: (await session.call('context.get', {})).document.serial, turns: turns ?? [] }
      this.#lost = 0
      return null
    } catch (error) {
      const answered = session.state === 'ready' || session.state === 'busy'
      this.#lost = answered ? 0 : this.#lost + 1
      if (this.#lost === 1) throw error
      this.#lost = 0
      return this.#setAside(error)
    }
  }

  get #file(): string {
    return join(this.#folder, 'document.3dm')
  }

  #setAside(error: unknown): Trouble {
    const aside = join(this.#folder, `unreadable-${Date.now()}.3dm`)
    renameSync(this.#file, aside)
    return {
      title: 'The last document could not be opened again',
      cause: error instanceof Error ? error.message : String(error),
      next: `It was not deleted: it is now ${aside}. You have a new document.`,
    }
  }

  /** Before a turn: resolves when the state that it begins with is kept. */
  async keepStart(session: RhinoSession | null): Promise<void> {
    if (!existsSync(this.#file)) this.request(session)
    await this.#saving
  }

  /** How much the copies of earlier states take, in bytes. */
  bytes(): number {
    return this.#checkpoints.bytes()
  }

  /**
   * The way back to before a turn that undo no longer knows; null where it is not in the document or no copy of the
   * state before it was kept. `turns` go with it, newest first.
   */
  async before(session: RhinoSession, wanted: (turn: string) => boolean): Promise<WayBack | null> {
    await this.#saving
    const now = await this.#turnsIn(session)
    if (!now) return null
    const at = now.turns.findIndex(wanted)
    const turn = now.turns[at]
    if (turn === undefined || at >= now.known) return null
    const file = this.#checkpoints.find(turn)
    if (!file) return null
    return {
      turn,
      turns: now.turns.slice(at).reverse(),
      open: async () => {
        const { path } = this.#note()
        await session.callRaw('files.open_document', { file_path: file, recover_as: path })
        const { document } = await session.call('context.get', {})
        this.#before = { session, serial: document.serial, turns: now.turns.slice(0, at) }
      },
    }
  }

  /** Every turn whose work is in the document, oldest first, as far as is known; none in mid-turn. */
  async present(session: RhinoSession): Promise<string[]> {
    return (await this.#turnsIn(session))?.turns ?? []
  }

  /** `work` opens another document, in which these turns are. */
  async replacing<T>(session: RhinoSession, turns: string[], work: () => Promise<T>): Promise<T> {
    const { document } = await session.call('context.get', {})
    this.#coming = { session, after: document.serial, turns }
    try {
      return await work()
    } catch (error) {
      this.#coming = null
      throw error
    }
  }

  /** Every turn whose work is in the document, oldest first, `known` of them from before it was opened; null in mid-turn. */
  async #turnsIn(session: RhinoSession): Promise<{ path: string | null; turns: string[]; known: number } | null> {
    const { document } = await session.call('context.get', {})
    const { turns, open_turn } = await session.call('undo.list', {})
    // An open turn that has changed nothing so far is in no copy.
    if (turns.some(({ turn_id }) => turn_id === open_turn)) return null
    const coming = this.#coming
    if (coming?.session === session && coming.after !== document.serial) {
      this.#before = { session, serial: document.serial, turns: coming.turns }
      this.#coming = null
    }
    const same = this.#before?.session === session && this.#before.serial === document.serial
    const earlier = same && this.#before ? this.#before.turns : []
    const live = turns.filter(({ state }) => state === 'live').map(({ turn_id }) => turn_id)
    return { path: document.path, turns: [...earlier, ...live], known: earlier.length }
  }

  async #save(session: RhinoSession): Promise<void> {
    this.#wanted = false
    if (session.state === 'closed') return
    try {
      mkdirSync(this.#folder, { recursive: true })
      const draft = join(this.#folder, 'document.draft.3dm')
      const start = await this.#turnsIn(session)
      const { document } = await session.call('context.get', {})
      await session.callRaw('files.export_document', { file_path: draft, overwrite: true })
      const end = await this.#turnsIn(session)
      const turns = start && end && String(start.turns) === String(end.turns) ? end.turns : null
      this.#keepCheckpoint(turns)
      // Between the two steps a document belongs nowhere: never to the place of the one before it.
      this.#keepNote({ path: null, turns: null })
      renameSync(draft, this.#file)
      this.#keepNote({ path: document.path, turns })
      this.#trouble = null
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      console.error(`Autosave failed: ${why}`)
      // A host that is gone is told of by itself, and the document with it.
      if (session.state === 'ready' || session.state === 'busy') this.#trouble = why
    }
  }

  /** What was saved last is the document before the first turn that came since, if nothing else changed in between. */
  #keepCheckpoint(turns: readonly string[] | null): void {
    const last = this.#note().turns
    const next = turns?.[last?.length ?? 0]
    if (!last || !next || last.some((turn, index) => turn !== turns?.[index])) return
    this.#checkpoints.keep(this.#file, next)
  }

  #keepNote(note: { path: string | null; turns: readonly string[] | null }): void {
    writeFileSafely(join(this.#folder, 'document.json'), JSON.stringify(note))
  }

  /**
   * Where the kept document belongs, so that Save goes there again, "" for one that was never saved; and which turns are
   * in it, where that is known.
   */
  #note(): { path: string; turns: string[] | null } {
    try {
      const raw = JSON.parse(readFileSync(join(this.#folder, 'document.json'), 'utf8')) as Record<string, unknown>
      const turns = Array.isArray(raw.turns) ? raw.turns.filter((turn) => typeof turn === 'string') : null
      return { path: typeof raw.path === 'string' ? raw.path : '', turns }
    } catch {
      return { path: '', turns: null }
    }
  }
}
