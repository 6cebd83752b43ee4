import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface CheckpointLimits {
  count: number
  bytes: number
  days: number
}

const LIMITS: CheckpointLimits = { count: 50, bytes: 512 * 1024 ** 2, days: 30 }
const DAY_MS = 86_400_000
const NAME = /^before-([\w-]{1,64})\.3dm$/

/** The document as it was before each of the last turns, one file a turn: what undo knows is gone with its process. */
export class Checkpoints {
  readonly #folder: string
  readonly #limits: CheckpointLimits

  constructor(folder: string, limits: Partial<CheckpointLimits> = {}) {
    this.#folder = folder
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Keeps this file's content, which is about to be replaced, as the document before `turn`. */
  keep(file: string, turn: string): void {
    const to = this.#file(turn)
    if (!NAME.test(`before-${turn}.3dm`) || existsSync(to) || !existsSync(file)) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    try {
      linkSync(file, to)
    } catch {
      // A disk without links (exFAT): a copy is as good. A draft first, so that half of one never has the name.
      copyFileSync(file, `${to}.draft`)
      renameSync(`${to}.draft`, to)
    }
    this.#tidy()
  }

  /** Null where none was kept, or it had to go. */
  find(turn: string): string | null {
    return NAME.test(`before-${turn}.3dm`) && existsSync(this.#file(turn)) ? this.#file(turn) : null
  }

  bytes(): number {
    return this.#list().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #file(turn: string): string {
    return join(this.#folder, `before-${turn}.3dm`)
  }

  /** Newest first. */
  #list(): { path: string; bytes: number; at: number }[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => NAME.test(name))
      .flatMap((name) => {
        const path = join(this.#folder, name)
        const stats = statSync(path, { throwIfNoEntry: false })
        return stats ? [{ path, bytes: stats.size, at: stats.mtimeMs }] : []
      })
      .sort((a, b) => b.at - a.at)
  }

  #tidy(): void {
    let [count, bytes] = [0, 0]
    const oldest = Date.now() - this.#limits.days * DAY_MS
    for (const each of this.#list()) {
      count += 1
      bytes += each.bytes
      const over = count > this.#limits.count || bytes > this.#limits.bytes || each.at < oldest
      if (over) rmSync(each.path, { force: true })
    }
  }
}
