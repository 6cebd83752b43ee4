import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { writeFileSafely } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { DocumentCopy } from '../shared/history.ts'
import type { CopyKeeper } from '../turns/ports.ts'
import { troubleError } from '../turns/trouble.ts'

type Present = (session: RhinoSession) => Promise<string[]>

export interface CopyLimits {
  count: number
  bytes: number
  days: number
}

/** The newest copy is kept whatever it weighs. */
const LIMITS: CopyLimits = { count: 20, bytes: 1024 ** 3, days: 30 }
const DAY_MS = 86_400_000

const note = z.object({ name: z.string(), why: z.string(), at: z.number(), live: z.array(z.string()) })
const ID = /^[0-9a-f-]{36}$/

/** Copies of the document as it was before turns were taken back: `copies/<id>.3dm`, and what it is in `<id>.json`. */
export class Copies implements CopyKeeper {
  readonly #folder: string
  readonly #limits: CopyLimits
  readonly #present: Present

  /** `present`: which turns are in the document now. */
  constructor(home: string, present: Present, limits: Partial<CopyLimits> = {}) {
    this.#folder = join(home, 'copies')
    this.#present = present
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Whole or not at all. Throws what the host or the disk says. */
  async keep(session: RhinoSession, why: string): Promise<DocumentCopy> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    const draft = join(this.#folder, `.draft-${id}.3dm`)
    try {
      const { document } = await session.call('context.get', {})
      await session.callRaw('files.export_document', { file_path: draft, overwrite: true })
      const name = basename(document.name).replace(/\.3dm$/i, '')
      const live = await this.#present(session)
      const at = Date.now()
      renameSync(draft, this.#file(id))
      // Without its note it is no copy yet, and the next one clears it away.
      writeFileSafely(join(this.#folder, `${id}.json`), JSON.stringify({ name, why, at, live }))
      this.#tidy()
      return { id, name, why, at, bytes: statSync(this.#file(id)).size }
    } catch (error) {
      rmSync(draft, { force: true })
      rmSync(this.#file(id), { force: true })
      throw error
    }
  }

  /** Newest first. */
  list(): DocumentCopy[] {
    return this.#found()
      .map(({ id, name, why, at, bytes }) => ({ id, name, why, at, bytes }))
      .sort((a, b) => b.at - a.at)
  }

  bytes(): number {
    return this.#found().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** The file's content, and which turns were in the document then. Throws a TroubleError for one that is gone. */
  read(id: string): { copy: DocumentCopy; live: string[]; data: Buffer } {
    const copy = this.#found().find((other) => other.id === id)
    if (!copy) throw gone()
    const { live, ...head } = copy
    return { copy: head, live, data: readFileSync(this.#file(id)) }
  }

  remove(id: string): void {
    if (!this.#found().some((other) => other.id === id)) throw gone()
    this.#discard(id)
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.3dm`)
  }

  #discard(id: string): void {
    rmSync(join(this.#folder, `${id}.json`), { force: true })
    rmSync(this.#file(id), { force: true })
  }

  #found(): (DocumentCopy & { live: string[] })[] {
    return this.#names().flatMap((name) => {
      const id = name.replace(/\.json$/, '')
      if (!name.endsWith('.json') || !ID.test(id)) return []
      try {
        const read = note.parse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')))
        return [{ id, ...read, bytes: statSync(this.#file(id)).size }]
      } catch {
        // Half of it is missing or is not ours: no copy that could be opened.
        return []
      }
    })
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch {
      return []
    }
  }

  /** Removes what is beyond the limits, and what a killed process left half-done. */
  #tidy(): void {
    let [count, bytes] = [0, 0]
    const oldest = Date.now() - this.#limits.days * DAY_MS
    for (const copy of this.list()) {
      count += 1
      bytes += copy.bytes
      const over = count > this.#limits.count || bytes > this.#limits.bytes || copy.at < oldest
      if (over && count > 1) this.#discard(copy.id)
    }
    const whole = new Set(this.list().flatMap(({ id }) => [`${id}.3dm`, `${id}.json`]))
    for (const name of this.#names()) {
      if (!whole.has(name) && /^(\.draft-)?[0-9a-f-]{36}\.(3dm|json)$/.test(name)) rmSync(join(this.#folder, name))
    }
  }
}

const gone = () =>
  troubleError(
    'This copy is gone',
    'It was removed, or newer copies took its place.',
    'Choose another one from the list.',
  )
