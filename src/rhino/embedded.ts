import { createInterface } from 'node:readline'
import { z } from 'zod'
import { ENTRY } from '../entries.ts'
import { readOrCreateSecret } from '../home/secret.ts'
import { howItEnded, type NodeChild, type ProcessExit, type SpawnNode, spawnNode } from '../node-child.ts'
import { Fault } from '../wire/fault.ts'
import { Connection } from './connection.ts'
import type { WireSettings } from './settings.ts'

export interface EmbeddedOptions {
  /** The data folder. The host uses the same one. */
  home: string
  settings: WireSettings
  /** Called when the process ended without being asked to; its document went with it. */
  onLost?(exit: ProcessExit): void
  /** Every line the process writes that is not for us. */
  log?(line: string): void
  spawn?: SpawnNode
  entry?: string
  /** How long it may take until it listens. */
  startMs?: number
  /** How long it may take to end by itself. */
  stopMs?: number
}

const announcement = z.object({ port: z.number().int().min(1).max(65_535), pid: z.number().int() })

/** Lines of the child's own words that an error quotes. */
const QUOTED_LINES = 20

interface Running {
  child: NodeChild
  session: Promise<Connection>
  ended: Promise<ProcessExit>
  stopping: boolean
}

/** The embedded host's process: started when it is first needed, again after a crash, and never twice at a time. */
export class EmbeddedHost {
  readonly #options: EmbeddedOptions
  #running: Running | null = null

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  /** The process id while one runs. */
  get processId(): number | null {
    return this.#running?.child.pid ?? null
  }

  /** A session with the running process, which is started where there is none. Throws where it does not start. */
  async session(): Promise<Connection> {
    while (this.#running?.stopping) await this.#running.ended
    this.#running ??= this.#start()
    return this.#running.session
  }

  /** Ends the process within `stopMs`, by force if need be. */
  async stop(): Promise<void> {
    const running = this.#running
    if (!running) return
    running.stopping = true
    running.session.then(
      (session) => session.close(),
      () => undefined,
    )
    running.child.stdin?.end()
    running.child.kill('ask')
    const force = setTimeout(() => running.child.kill('force'), this.#options.stopMs ?? 4000)
    await running.ended
    clearTimeout(force)
  }

  #start(): Running {
    const { home, spawn = spawnNode, entry = ENTRY.host } = this.#options
    const child = spawn(entry, ['--port', '0', '--parent-pid', String(process.pid)], {
      env: { ...process.env, TICKBIRD_HOME: home },
    })
    const lastWords: string[] = []
    const ended = new Promise<ProcessExit>((resolve) => child.onExit(resolve))
    const session = this.#announced(child, ended, lastWords).then(({ port, pid }) => this.#connect(port, pid))
    const running: Running = { child, session, ended, stopping: false }
    session.catch(() => child.kill('force'))
    void ended.then((exit) => this.#gone(running, exit))
    return running
  }

  #connect(port: number, processId: number): Connection {
    const { home, settings } = this.#options
    return new Connection({ kind: 'embedded', port, processId, secret: () => readOrCreateSecret(home), settings })
  }

  /** Waits for the line that says where it listens. */
  #announced(
    child: NodeChild,
    ended: Promise<ProcessExit>,
    lastWords: string[],
  ): Promise<z.infer<typeof announcement>> {
    const startMs = this.#options.startMs ?? 60_000
    return new Promise((resolve, reject) => {
      const fail = (cause: string) => reject(notStarted(cause, lastWords))
      const timer = setTimeout(() => fail(`It did not say where it listens within ${startMs / 1000} s.`), startMs)
      void ended.then((exit) => fail(`It ended at once (${howItEnded(exit)}).`)).then(() => clearTimeout(timer))
      const take = (line: string) => {
        const said = readAnnouncement(line)
        if (said) {
          clearTimeout(timer)
          return resolve(said)
        }
        lastWords.push(line)
        if (lastWords.length > QUOTED_LINES) lastWords.shift()
        this.#options.log?.(line)
      }
      for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', take)
    })
  }

  #gone(running: Running, exit: ProcessExit): void {
    if (this.#running === running) this.#running = null
    running.session.then(
      (session) => {
        session.close(`The built-in modeller ended by itself (${howItEnded(exit)}).`)
        if (!running.stopping) this.#options.onLost?.(exit)
      },
      // It never listened, and who waited for it has been told.
      () => undefined,
    )
  }
}

function readAnnouncement(line: string): z.infer<typeof announcement> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return announcement.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

const notStarted = (cause: string, lastWords: readonly string[]): Fault =>
  new Fault('OPERATION_FAILED', `The built-in modeller did not start. ${cause}`, {
    next: 'Try again; if it happens every time, install Tickbird anew.',
    output: lastWords.join('\n'),
  })
