import type { SpawnNode } from '../node-child.ts'
import type { RhinoSession } from '../rhino/session.ts'
import { Sessions } from '../rhino/sessions.ts'
import { settingsFromEnv } from '../rhino/settings.ts'
import type { Trouble } from '../shared/event.ts'
import type { SessionSource } from '../turns/ports.ts'
import { troubleOf } from '../turns/trouble.ts'
import type { Autosave } from './autosave.ts'

export interface HostKeeperOptions {
  home: string
  /** Null: documents are not kept over a restart. */
  autosave: Autosave | null
  spawnNode?: SpawnNode
  /** Always the built-in modeller, even where a Rhino listens. */
  embeddedOnly?: boolean
  /** The one to begin with; see Sessions. */
  rhino?: number | 'embedded'
}

/** A host that crashes this often within a minute is not started again by itself. */
const CRASHES_A_MINUTE = 3

/** The session in use, and the built-in modeller brought back with its document when it is lost. */
export class HostKeeper implements SessionSource {
  readonly #sessions: Sessions
  readonly #listeners = new Set<() => void>()
  #trouble: Trouble | null = null
  #documentTrouble: Trouble | null = null
  #crashes: number[] = []
  #restarting: Promise<RhinoSession> | null = null
  #closed = false

  constructor({ home, autosave, spawnNode, embeddedOnly = false, rhino }: HostKeeperOptions) {
    const { settings, notes } = settingsFromEnv(process.env)
    for (const note of notes) console.error(note)
    this.#sessions = new Sessions({
      home,
      settings,
      embeddedOnly,
      ...(rhino !== undefined && { wanted: rhino }),
      ...(spawnNode && { spawn: spawnNode }),
      prepare: async (session) => {
        this.#documentTrouble = (await autosave?.restore(session)) ?? this.#documentTrouble
      },
      onLost: () => this.#lost(),
    })
    this.#sessions.onChange(() => this.#changed())
  }

  current(): RhinoSession | null {
    return this.#sessions.current()
  }

  get all(): readonly RhinoSession[] {
    return this.#sessions.all
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What a person should know while the session is not ready. */
  trouble(): Trouble | null {
    return this.#trouble
  }

  /** Why the document is not the one that was worked on last. */
  documentTrouble(): Trouble | null {
    return this.#documentTrouble
  }

  /** Work goes on in the document as it is now. */
  documentAccepted(): void {
    if (!this.#documentTrouble) return
    this.#documentTrouble = null
    this.#changed()
  }

  async ready(): Promise<RhinoSession> {
    try {
      const session = await (this.#restarting ?? this.#sessions.ready())
      if (this.#trouble) {
        this.#trouble = null
        this.#changed()
      }
      return session
    } catch (error) {
      this.#trouble = troubleOf(error, 'No document to work in')
      this.#changed()
      throw error
    }
  }

  /** Starts the built-in modeller ahead of the first prompt, or joins a Rhino that listens. */
  start(): void {
    // What goes wrong is in `trouble` and on the status line.
    this.ready().catch(() => undefined)
  }

  /** Works in another one from now on. Throws a Fault. */
  async choose(processId: number | 'embedded'): Promise<void> {
    await this.#sessions.choose(processId)
    this.#trouble = null
    this.#changed()
  }

  async restart(): Promise<void> {
    this.#restarting ??= this.#sessions.restart().finally(() => {
      this.#restarting = null
      this.#changed()
    })
    this.#changed()
    await this.ready()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#sessions.close()
  }

  #lost(): void {
    if (this.#closed) return
    const now = Date.now()
    this.#crashes = [...this.#crashes.filter((at) => now - at < 60_000), now]
    this.#trouble = {
      title: 'The built-in modeller ended unexpectedly',
      cause: 'It is being started again with the document as it was after the last turn.',
      next: 'Wait a moment, then go on.',
    }
    if (this.#crashes.length > CRASHES_A_MINUTE) {
      this.#trouble = {
        title: 'The built-in modeller keeps ending',
        cause: `It ended ${this.#crashes.length} times within a minute.`,
        next: 'Restart it; if it ends again, start a new document and tell us what it was doing.',
      }
    } else {
      // What goes wrong is in `trouble` and on the status line.
      this.restart().catch(() => undefined)
    }
    this.#changed()
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
