import { setTimeout as wait } from 'node:timers/promises'
import { homeFolder } from '../home/folder.ts'
import { type Listener, listListeners } from '../home/listeners.ts'
import { readOrCreateSecret } from '../home/secret.ts'
import type { ProcessExit, SpawnNode } from '../node-child.ts'
import { Fault } from '../wire/fault.ts'
import { Connection } from './connection.ts'
import { EmbeddedHost, type EmbeddedOptions } from './embedded.ts'
import type { RhinoSession } from './session.ts'
import { DEFAULTS, type WireSettings } from './settings.ts'

/** How long a Rhino that listens may take to answer before the embedded host is started instead, in milliseconds. */
const GREETING_MS = 2000

export interface SessionsOptions {
  home?: string
  settings?: WireSettings
  /** How the embedded host is run; the packed app must say. */
  spawn?: SpawnNode
  embedded?: Partial<Pick<EmbeddedOptions, 'entry' | 'startMs' | 'stopMs' | 'log'>>
  /** How often the listener files are looked at, in milliseconds. */
  pollMs?: number
  /** Never a Rhino, even where one listens. */
  embeddedOnly?: boolean
  /** The one that was asked for, by its process; nothing else takes its place by itself. */
  wanted?: number | 'embedded'
  /** Given every newly started embedded host before anything else is: to open the document that a lost one had. What it throws is `ready`'s. */
  prepare?(session: RhinoSession): Promise<void>
  /** The embedded host ended without being asked to; its document went with it. */
  onLost?(exit: ProcessExit): void
}

/**
 * Every Rhino that listens, the embedded host, and which of them is worked with. A live Rhino is preferred to the
 * embedded host, but work that has begun is never moved to another document behind the user's back: when the active
 * session is lost, only a Rhino that comes anew, {@link restart} or {@link choose} moves on.
 */
export class Sessions {
  readonly #home: string
  readonly #settings: WireSettings
  readonly #embeddedOnly: boolean
  readonly #embedded: EmbeddedHost
  readonly #rhinos = new Map<string, Connection>()
  readonly #listeners = new Set<() => void>()
  readonly #timer: NodeJS.Timeout
  readonly #prepare: (session: RhinoSession) => Promise<void>
  /** What somebody asked for; null: a Rhino where one listens, else the embedded host. */
  #asked: number | 'embedded' | null
  #prepared: Connection | null = null
  #active: Connection | null = null
  #starting: Promise<Connection> | null = null
  #closed = false

  constructor(options: SessionsOptions = {}) {
    const { home = homeFolder(), settings = DEFAULTS, spawn, embedded, pollMs = 2000, prepare, onLost } = options
    this.#home = home
    this.#settings = settings
    this.#embeddedOnly = options.embeddedOnly ?? false
    this.#asked = options.wanted ?? null
    this.#prepare = prepare ?? (() => Promise.resolve())
    this.#embedded = new EmbeddedHost({
      home,
      settings,
      ...embedded,
      ...(spawn && { spawn }),
      ...(onLost && { onLost }),
    })
    this.refresh()
    this.#timer = setInterval(() => this.refresh(), pollMs)
    this.#timer.unref()
  }

  /** The session that is worked with, whatever its state; null until there is one. */
  current(): RhinoSession | null {
    return this.#active
  }

  /** Every session there is, the active one included. */
  get all(): readonly RhinoSession[] {
    const rhinos = [...this.#rhinos.values()]
    return this.#active && !rhinos.includes(this.#active) ? [...rhinos, this.#active] : rhinos
  }

  /** Called whenever a session comes, goes, changes its state or becomes the active one. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The active session; where there is none yet, a Rhino that listens, else the embedded host, which is started.
   * Throws a Fault where the active one is gone, or where the embedded host does not start.
   */
  async ready(): Promise<RhinoSession> {
    if (this.#closed) throw new Fault('RHINO_BUSY', 'Tickbird is closing.', { next: 'Start it again.' })
    if (this.#active?.state === 'closed') throw gone(this.#active)
    return this.#active ?? this.#begin()
  }

  /** Moves on from a session that is gone: to a Rhino that listens, else to a new embedded host. */
  async restart(): Promise<RhinoSession> {
    if (this.#active?.kind === 'embedded' || this.#starting) await this.#embedded.stop()
    // A start that is under way ends with its process; its failure has been told to who waited for it.
    await this.#starting?.catch(() => undefined)
    this.#active = null
    // A Rhino that is gone comes back as another process.
    if (typeof this.#asked === 'number') this.#asked = null
    this.refresh()
    return this.ready()
  }

  /** Works with the Rhino of this process id from now on, or with the embedded host. */
  async choose(processId: number | 'embedded'): Promise<Connection> {
    const chosen =
      processId === 'embedded'
        ? await this.#startEmbedded()
        : [...this.#rhinos.values()].find((session) => session.processId === processId)
    if (!chosen) throw nobody(processId)
    this.#asked = processId
    this.#work(chosen)
    return chosen
  }

  /** Looks at the listener files now. */
  refresh(): void {
    if (this.#closed) return
    const wanted = new Map(this.#wanted().map((place) => [`${place.processId}@${place.port}`, place]))
    for (const [key, session] of this.#rhinos) {
      if (wanted.has(key)) continue
      this.#rhinos.delete(key)
      void session.close('Rhino was closed, or its Tickbird plugin stopped.')
      this.#changed()
    }
    for (const [key, place] of wanted) {
      if (!this.#rhinos.has(key)) this.#come(key, place)
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearInterval(this.#timer)
    this.#listeners.clear()
    for (const session of this.#rhinos.values()) void session.close()
    await this.#embedded.stop()
  }

  /** Where a Rhino listens: the port that was named, and the listener files of living processes. */
  #wanted(): { processId: number | null; port: number }[] {
    if (this.#embeddedOnly) return []
    const { port } = this.#settings
    if (port !== null) return [{ processId: null, port }]
    return readListeners(this.#home)
      .filter(({ kind }) => kind === 'rhino')
      .map(({ pid, port: at }) => ({ processId: pid, port: at }))
  }

  #come(key: string, place: { processId: number | null; port: number }): void {
    const secret = () => readOrCreateSecret(this.#home)
    const session = new Connection({ kind: 'rhino', ...place, secret, settings: this.#settings })
    this.#rhinos.set(key, session)
    session.onState((state) => {
      if (state === 'ready' && this.#mayMoveTo(session)) this.#work(session)
      this.#changed()
    })
    this.#changed()
  }

  /** Whether a Rhino that has just come may take over: nothing was done yet, or what was worked with is gone. */
  #mayMoveTo(session: Connection): boolean {
    const active = this.#active
    if (this.#starting || (this.#asked !== null && this.#asked !== session.processId)) return false
    return active === null || active.state === 'closed' || (active.kind === 'embedded' && !active.touched)
  }

  #begin(): Promise<Connection> {
    this.#starting ??= this.#first().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #first(): Promise<Connection> {
    await this.#greeted()
    if (typeof this.#asked === 'number') return this.choose(this.#asked)
    const session = this.#liveRhino() ?? (await this.#startEmbedded())
    if (this.#closed) throw new Fault('RHINO_BUSY', 'Tickbird is closing.', { next: 'Start it again.' })
    // One that came meanwhile is preferred still: nothing was done yet.
    const chosen = this.#liveRhino() ?? session
    this.#work(chosen)
    return chosen
  }

  #liveRhino(): Connection | undefined {
    if (this.#asked === 'embedded') return undefined
    return [...this.#rhinos.values()].find(({ state }) => state === 'ready' || state === 'busy')
  }

  /** Until every Rhino that listens has answered or failed; one that hangs is not waited for long. */
  async #greeted(): Promise<void> {
    const connecting = [...this.#rhinos.values()].filter(({ state }) => state === 'connecting')
    const answers = connecting.map((session) => new Promise<void>((resolve) => session.onState(() => resolve())))
    const patience = new AbortController()
    await Promise.race([
      Promise.all(answers),
      wait(GREETING_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
  }

  /** Throws a Fault where it does not start, or does not take our secret. */
  async #startEmbedded(): Promise<Connection> {
    const session = await this.#embedded.session()
    if (this.#prepared === session) return session
    await session.call('ping', {})
    await this.#prepare(session)
    if (session.state === 'closed') throw gone(session)
    this.#prepared = session
    return session
  }

  #work(session: Connection): void {
    if (this.#active === session) return
    this.#active = session
    if (session.kind === 'embedded') session.onState(() => this.#changed())
    this.#changed()
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** A data folder that cannot be read has nobody in it; what is wrong with it is said where it is written to. */
function readListeners(home: string): Listener[] {
  try {
    return listListeners(home)
  } catch {
    return []
  }
}

const nobody = (processId: number | 'embedded'): Fault =>
  new Fault('RHINO_BUSY', `No Rhino with process ${processId} listens.`, {
    next: 'See which run with `tickbird rhino list`, and choose one of them.',
  })

const gone = (session: RhinoSession): Fault =>
  new Fault('RHINO_BUSY', session.why ?? `${session.label} is gone.`, {
    next:
      session.kind === 'rhino'
        ? 'Start Rhino again, or go on in the built-in modeller.'
        : 'Start the built-in modeller again.',
  })
