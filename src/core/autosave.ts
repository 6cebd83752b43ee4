import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'

/**
 * Keeps the built-in modeller's document over a crash or a restart: a copy after every change, which a new host opens.
 * Real Rhino has its own autosave, and its document is not ours to write.
 */
export class Autosave {
  readonly #folder: string
  #saving: Promise<void> = Promise.resolve()
  #wanted = false

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

  /** Opens the kept document in a new host. False where there is none, or it cannot be read: then it is set aside. */
  async restore(session: RhinoSession): Promise<boolean> {
    const file = this.#file
    if (session.kind !== 'embedded' || !existsSync(file)) return false
    try {
      await session.callRaw('files.open_document', { file_path: file, recover_as: this.#origin() })
      return true
    } catch {
      renameSync(file, join(this.#folder, `unreadable-${Date.now()}.3dm`))
      return false
    }
  }

  /** Nothing is to be restored any more: the document was closed on purpose. */
  forget(): void {
    rmSync(this.#file, { force: true })
  }

  get #file(): string {
    return join(this.#folder, 'document.3dm')
  }

  async #save(session: RhinoSession): Promise<void> {
    this.#wanted = false
    if (session.state !== 'ready') return
    try {
      mkdirSync(this.#folder, { recursive: true })
      const draft = join(this.#folder, 'document.draft.3dm')
      const { document } = await session.call('context.get', {})
      await session.callRaw('files.export_document', { file_path: draft, overwrite: true })
      renameSync(draft, this.#file)
      writeFileSafely(join(this.#folder, 'document.json'), JSON.stringify({ path: document.path }))
    } catch (error) {
      console.error(`Autosave failed: ${error instanceof Error ? error.message : String(error)}`)
    }
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
