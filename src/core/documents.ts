import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { TroubleError } from '../shared/agent.ts'
import type { DocumentWatch } from '../turns/document.ts'
import { enterUnlessBusy, type Gate } from '../turns/gate.ts'
import type { SessionSource } from '../turns/ports.ts'
import { troubleError, troubleOf } from '../turns/trouble.ts'

type DownloadFormat = '3dm' | 'step' | 'stl' | 'obj'

const IMPORTS = ['.step', '.stp', '.stl', '.obj']

/**
 * Opening, keeping and handing out documents for a panel that has no file dialogs of its own. Files that were opened
 * stand in `documents/` of the data folder, so that Save has a place to write to and the user's own file is untouched.
 */
export class Documents {
  readonly #folder: string
  readonly #sessions: SessionSource
  readonly #document: DocumentWatch
  readonly #gate: Gate

  readonly #onChanged: () => void

  constructor(options: {
    home: string
    sessions: SessionSource
    document: DocumentWatch
    gate: Gate
    /** The document became another one. */
    onChanged(): void
  }) {
    this.#folder = join(options.home, 'documents')
    this.#sessions = options.sessions
    this.#document = options.document
    this.#gate = options.gate
    this.#onChanged = options.onChanged
  }

  create(): Promise<void> {
    return this.#change('No new document was made', async () => {
      const session = await this.#sessions.ready()
      await session.call('files.new_document', {})
    })
  }

  /** A .3dm replaces the document; other formats are added to it. */
  open(name: string, data: Buffer): Promise<{ objects: number; notes: string[] }> {
    return this.#change(`${name} was not opened`, async () => {
      const ending = extname(name).toLowerCase()
      if (ending !== '.3dm' && !IMPORTS.includes(ending)) {
        throw troubleError(
          `${name} was not opened`,
          `Files ending in “${ending || name}” cannot be read here.`,
          'Choose a .3dm, .step, .stl or .obj file.',
        )
      }
      const session = await this.#sessions.ready()
      const path = this.#place(name, data)
      try {
        if (ending === '.3dm') {
          const opened = (await session.callRaw('files.open_document', { file_path: path })) as OpenedFile
          return { objects: opened.object_count ?? 0, notes: opened.notes ?? [] }
        }
        const imported = (await session.callRaw('files.import_file', { file_path: path })) as OpenedFile
        // What was added is in the document now; the file is of no use any more.
        rmSync(path, { force: true })
        return { objects: imported.object_count ?? 0, notes: imported.notes ?? [] }
      } catch (error) {
        rmSync(path, { force: true })
        throw error
      }
    })
  }

  async download(format: DownloadFormat): Promise<{ name: string; data: Buffer; notes: string[] }> {
    const session = await this.#sessions.ready()
    const stem = basename(this.#document.status?.name ?? 'Untitled').replace(/\.3dm$/i, '')
    mkdirSync(this.#folder, { recursive: true })
    const path = join(this.#folder, `.download-${randomUUID()}.${format}`)
    try {
      const written = (await session.callRaw('files.export_document', {
        file_path: path,
        overwrite: true,
      })) as OpenedFile
      return { name: `${stem}.${format}`, data: readFileSync(path), notes: written.notes ?? [] }
    } catch (error) {
      throw new TroubleError(troubleOf(error, `The ${format.toUpperCase()} file was not made`))
    } finally {
      rmSync(path, { force: true })
    }
  }

  /** A free name in our folder: "bracket.3dm", else "bracket (2).3dm". */
  #place(name: string, data: Buffer): string {
    mkdirSync(this.#folder, { recursive: true })
    const plain = basename(name.replaceAll('\\', '/')).replaceAll(/[^\p{L}\p{N} ._()+-]/gu, '_')
    const ending = extname(plain)
    const stem = shortened(plain.slice(0, plain.length - ending.length)) || 'document'
    for (let number = 1; ; number++) {
      const path = join(this.#folder, number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`)
      if (existsSync(path)) continue
      writeFileSync(path, data, { flag: 'wx' })
      return path
    }
  }

  /** The document is not replaced under a running turn. */
  async #change<T>(title: string, work: () => Promise<T>): Promise<T> {
    const release = await enterUnlessBusy(this.#gate, 'Opening a document')
    if (!release) {
      throw troubleError(
        title,
        `${this.#gate.holder} is changing the document.`,
        'Wait for it or stop it, then try again.',
      )
    }
    try {
      return await work()
    } catch (error) {
      throw new TroubleError(troubleOf(error, title))
    } finally {
      release()
      await this.#document.look()
      this.#onChanged()
    }
  }

  /** Makes exactly these the selection. */
  async select(guids: string[]): Promise<void> {
    try {
      const session = await this.#sessions.ready()
      await session.callRaw('manipulation.unselect_all', {})
      if (guids.length > 0) await session.callRaw('manipulation.select_objects', { ids: guids })
    } catch (error) {
      throw new TroubleError(troubleOf(error, 'The selection was not changed'))
    } finally {
      await this.#document.look()
    }
  }
}

/** Longest name of a file without its ending, in bytes: file systems take 255 with everything. */
const MAX_STEM_BYTES = 200

/** The beginning of a name that every file system takes: a letter may be several bytes. */
function shortened(stem: string): string {
  let kept = ''
  for (const letter of stem) {
    if (Buffer.byteLength(kept + letter) > MAX_STEM_BYTES) break
    kept += letter
  }
  return kept
}

interface OpenedFile {
  object_count?: number
  notes?: string[]
}
