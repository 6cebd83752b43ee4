import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { Trouble } from '../shared/event.ts'

/**
 * Keeps the built-in modeller's document over a crash or a restart: a copy after every change, which a new host opens.
 * Real Rhino has its own autosave, and its document is not ours to write.
 */
export class Autosave {
  readonly #folder: string
  #saving: Promise<void> = Promise.resolve()
  #wanted = false
  /** Hosts in a row that were lost while they opened the kept document. */
  #lost = 0

  constructor(home: string) {
    this.#folder = join(home, 'autosave')
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

  /**
   * Opens the kept document in a new host, if there is one. One that cannot be opened is set aside, and the trouble says
   * where. Throws where the host was lost meanwhile: that need not be the document's fault, so only the second time in a
   * row is taken for it.
   */
  async restore(session: RhinoSession): Promise<Trouble | null> {
    if (session.kind !== 'embedded' || !existsSync(this.#file)) return null
    try {
      await session.callRaw('files.open_document', { file_path: this.#file, recover_as: this.#origin() })
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

  async #save(session: RhinoSession): Promise<void> {
    this.#wanted = false
    if (session.state === 'closed') return
    try {
      mkdirSync(this.#folder, { recursive: true })
      const draft = join(this.#folder, 'document.draft.3dm')
      const { document } = await session.call('context.get', {})
      await session.callRaw('files.export_document', { file_path: draft, overwrite: true })
      // Between the two steps a document belongs nowhere: never to the place of the one before it.
      this.#keepOrigin(null)
      renameSync(draft, this.#file)
      this.#keepOrigin(document.path)
    } catch (error) {
      console.error(`Autosave failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #keepOrigin(path: string | null): void {
    writeFileSafely(join(this.#folder, 'document.json'), JSON.stringify({ path }))
  }

  /** Where the kept document belongs, so that Save goes there again; "" for one that was never saved. */
  #origin(): string {
    try {
      const { path } = JSON.parse(readFileSync(join(this.#folder, 'document.json'), 'utf8')) as { path?: unknown }
      return typeof path === 'string' ? path : ''
    } catch {
      return ''
    }
  }
}
