import { copyFileSync, existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isAbsent, reason, writeFileSafely } from '../home/write.ts'
import { TroubleError } from '../shared/agent.ts'
import { type Settings, type SettingsPatch, settings as schema } from '../shared/settings.ts'
import { merged, type ReadSettings, readSettings, whyNot } from './read.ts'

/** How often the file is looked at for changes by hand, in ms. */
const LOOK_EVERY_MS = 1000

/**
 * The one `settings.json`. Read at the start and whenever it changes, by us or by hand; written as a whole or not at
 * all, with every key that is not ours kept. A file that cannot be used costs nothing but itself: the defaults hold, and
 * `problems` says why.
 */
export class SettingsFile {
  readonly path: string
  readonly #listeners = new Set<() => void>()
  #text: string | null = null
  #read: ReadSettings
  readonly #look = () => this.reload()

  constructor(home: string, lookEveryMs = LOOK_EVERY_MS) {
    this.path = join(home, 'settings.json')
    this.#read = this.#fromDisk()
    watchFile(this.path, { interval: lookEveryMs, persistent: false }, this.#look)
  }

  get current(): Settings {
    return this.#read.settings
  }

  get problems(): readonly string[] {
    return this.#read.problems
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks at the file now. */
  reload(): void {
    const before = this.#text
    const problems = this.#read.problems.join()
    this.#read = this.#fromDisk()
    if (this.#text !== before || this.#read.problems.join() !== problems) this.#tell()
  }

  /**
   * Changes what the patch names and nothing else. Throws a TroubleError for what does not fit or cannot be written; the
   * file is then as it was. A file that is no JSON is kept beside the new one.
   */
  change(patch: SettingsPatch): Settings {
    this.reload()
    const next = merged(this.#read.raw ?? {}, patch) as Record<string, unknown>
    const fault = newFault(this.#read.raw ?? {}, next)
    if (fault) throw trouble('These settings cannot be kept', whyNot(fault), 'Correct that, then save again.')
    try {
      if (this.#read.raw === null) this.#setAside()
      writeFileSafely(this.path, `${JSON.stringify(next, null, 2)}\n`)
    } catch (error) {
      throw trouble(
        'The settings were not kept',
        error instanceof Error ? error.message : String(error),
        'Make room or make the folder writable, then save again.',
      )
    }
    this.reload()
    return this.current
  }

  close(): void {
    unwatchFile(this.path, this.#look)
    this.#listeners.clear()
  }

  #fromDisk(): ReadSettings {
    try {
      this.#text = readFileSync(this.path, 'utf8')
    } catch (error) {
      this.#text = null
      if (isAbsent(error)) return readSettings(null, this.path)
      const read = readSettings(null, this.path)
      return { ...read, raw: null, problems: [`${this.path} cannot be read (${reason(error)}); the defaults hold.`] }
    }
    return readSettings(this.#text, this.path)
  }

  /** What a person wrote is never lost, also where it could not be read. */
  #setAside(): void {
    if (!existsSync(this.path)) return
    let number = 1
    while (existsSync(`${this.path}.broken-${number}`)) number++
    copyFileSync(this.path, `${this.path}.broken-${number}`)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The first thing that is wrong and was not wrong before: an old fault must not keep a person from changing the rest. */
function newFault(before: unknown, after: unknown): z.ZodError | null {
  const faults = ({ error }: { error?: z.ZodError }, value: unknown) =>
    (error?.issues ?? []).map((issue) => ({
      issue,
      key: JSON.stringify([issue.path, issue.message, at(value, issue)]),
    }))
  const old = new Set(faults(schema.safeParse(before), before).map(({ key }) => key))
  const fresh = faults(schema.safeParse(after), after).filter(({ key }) => !old.has(key))
  return fresh.length > 0 ? new z.ZodError(fresh.map(({ issue }) => issue)) : null
}

function at(value: unknown, { path }: { path: readonly PropertyKey[] }): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<PropertyKey, unknown>)[key]
  }
  return found
}

const trouble = (title: string, cause: string, next: string): TroubleError => new TroubleError({ title, cause, next })
