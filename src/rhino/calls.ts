import { randomUUID } from 'node:crypto'
import { methodNamed, type ResultOf, twinNamed } from '../tools/registry.ts'
import { jobStatus } from '../tools/session.ts'
import { Fault } from '../wire/fault.ts'
import { type Channel, ConnectionLost } from './channel.ts'
import { HeldTurn } from './held-turn.ts'
import type { Greeting } from './hello.ts'
import type { Keeper } from './keeper.ts'
import { laterResult, runningJob, Unknown } from './later.ts'
import { failureInResult } from './legacy.ts'
import { follow } from './progress.ts'
import type { CallOptions } from './session.ts'
import type { WireSettings } from './settings.ts'

/** How often one call is tried. */
const TRIES = 3
/** How long a host may take to say how far a job is, which waits for nothing, in ms. */
const ASKED_MS = 5000

interface CallsOptions {
  keeper: Keeper
  settings: WireSettings
  /** Who answers now; null for GOLEM's own plugin. */
  greeting(): Greeting
  /** Something began or ended. */
  onChange(): void
}

/** The calls of one session: sent over whatever channel there is, and followed to their end. */
export class Calls {
  readonly #options: CallsOptions
  readonly #turn = new HeldTurn()
  /** Calls whose answer is fetched later, by job: nothing waits for them on the wire. */
  readonly #late = new Map<string, { method: string; since: number }>()
  #touched = false

  constructor(options: CallsOptions) {
    this.#options = options
  }

  /** True once a call was made that may have changed the document. */
  get touched(): boolean {
    return this.#touched
  }

  /** The call that takes longest now. */
  get oldest(): { method: string; since: number } | null {
    const waiting = this.#options.keeper.channel?.oldest
    const all = [...this.#late.values(), ...(waiting ? [waiting] : [])]
    return all.sort((a, b) => a.since - b.since)[0] ?? null
  }

  /** A new channel is there: the open turn goes on over it. What goes wrong is said by the next call that changes something. */
  resume(channel: Channel): void {
    const { greeting, settings } = this.#options
    this.#turn.takeUp(channel, greeting()?.pid ?? null, settings.callMs).catch(() => undefined)
  }

  /**
   * A call that may change something is sent once; what became of it when the connection breaks, or when it takes too
   * long, is asked of the host. What only reads is sent again when the connection breaks, and so is anything that never
   * left the machine because there was no connection.
   */
  async raw(method: string, params: Record<string, unknown>, options: CallOptions = {}): Promise<unknown> {
    if (isChange(method)) this.#touched = true
    const id = randomUUID()
    const since = Date.now()
    const stop = options.onProgress
      ? follow((job) => this.#status(job), id, titleOf(method), options.onProgress)
      : () => undefined
    try {
      return await this.#send(id, method, params, options)
    } catch (error) {
      if (this.#options.greeting() === null) throw withoutJob(error)
      const job = runningJob(error)
      if (job === undefined || !options.lateMs) throw error
      return await this.#fetch({ job, method, since }, options.lateMs, error, options.signal)
    } finally {
      stop()
    }
  }

  async #send(first: string, method: string, params: Record<string, unknown>, options: CallOptions): Promise<unknown> {
    const { keeper, onChange } = this.#options
    const { signal } = options
    let id = first
    const timeoutMs = options.timeoutMs ?? this.#patience(method)
    for (let tries = TRIES; ; tries -= 1) {
      const channel = await keeper.ready(TRIES, signal)
      const pid = this.#pid
      try {
        if (isChange(method)) await this.#turn.takeUp(channel, pid, timeoutMs)
      } catch (error) {
        // Lost before the call itself was sent: it may be tried again, whatever it does.
        if (!(error instanceof ConnectionLost) || tries <= 1) throw asFault(method, error)
        continue
      }
      try {
        const result = await channel.request(method, params, { id, timeoutMs, signal })
        const failure = this.#options.greeting() === null ? failureInResult(result) : undefined
        if (failure) throw failure
        this.#follow(method, params, channel, pid)
        return result
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        if (!isRepeatable(method)) return await this.#whatBecameOf(id, method, pid, timeoutMs, error, signal)
        if (tries <= 1) throw lostAgain(method, error)
        id = randomUUID()
      } finally {
        onChange()
      }
    }
  }

  get #pid(): number | null {
    return this.#options.greeting()?.pid ?? null
  }

  /** Turns are known by what was answered. */
  #follow(method: string, params: Record<string, unknown>, channel: Channel, pid: number | null): void {
    if (method === 'undo.begin_turn') this.#turn.begun(params, channel, pid)
    if (method === 'undo.end_turn') this.#turn.ended(params.turn_id)
  }

  /** A job has the id of its request, so the same process can say over a new connection how it ended. */
  async #whatBecameOf(
    id: string,
    method: string,
    pid: number | null,
    timeoutMs: number,
    lost: ConnectionLost,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { keeper, greeting } = this.#options
    if (greeting() === null) throw perhapsDone(method, lost)
    await keeper.ready(TRIES, signal).catch(() => undefined)
    signal?.throwIfAborted()
    // Another process knows nothing of it, and what this one did is gone with it.
    if (this.#pid !== pid) throw perhapsDone(method, lost)
    const call = { job: id, method, since: Date.now() }
    return this.#fetch(call, timeoutMs, perhapsDone(method, lost), signal)
  }

  /** Fetches a result later. `otherwise` is thrown where the host cannot say what became of the job. */
  async #fetch(
    { job, method, since }: { job: string; method: string; since: number },
    patienceMs: number,
    otherwise: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    this.#late.set(job, { method, since })
    this.#options.onChange()
    try {
      return await laterResult((id) => this.#status(id), job, { patienceMs, signal })
    } catch (error) {
      if (signal?.aborted) this.#cancel(job)
      throw error instanceof Unknown ? otherwise : error
    } finally {
      this.#late.delete(job)
      this.#options.onChange()
    }
  }

  async #status(job: string): Promise<ResultOf<'job.status'>> {
    const answer = await this.#send(randomUUID(), 'job.status', { job_id: job }, { timeoutMs: ASKED_MS })
    return jobStatus.output.parse(answer)
  }

  /** Nobody waits for it any more; whether that could be told does not matter. */
  #cancel(job: string): void {
    const { keeper, settings } = this.#options
    keeper.channel?.request('rhino.cancel', { job_id: job }, { timeoutMs: settings.callMs }).catch(() => undefined)
  }

  /** How long an answer is waited for: a little longer than the host's own limit, whose answer says more than ours. */
  #patience(method: string): number {
    const { callMs, heavyMs, graceMs } = this.#options.settings
    return (specOf(method)?.pace === 'heavy' ? heavyMs : callMs) + graceMs
  }
}

const specOf = (method: string) => methodNamed(method) ?? twinNamed(method)?.spec

/** Its title for people, its name where it has none. */
export function titleOf(method: string): string {
  const spec = specOf(method)
  return spec && 'title' in spec ? `“${spec.title}”` : method
}

function isChange(method: string): boolean {
  const effect = specOf(method)?.effect
  return effect !== 'read' && effect !== 'view'
}

/** Begin and end of a turn are answered twice when they are asked twice. */
const isRepeatable = (method: string): boolean =>
  specOf(method)?.effect === 'read' || method === 'undo.begin_turn' || method === 'undo.end_turn'

/** GOLEM's plugin cannot be asked for a result afterwards. */
function withoutJob(error: unknown): unknown {
  if (runningJob(error) === undefined || !(error instanceof Fault)) return error
  return new Fault('TIMEOUT', error.message, { next: 'Look at the document before you repeat it.' })
}

const asFault = (method: string, error: unknown): unknown =>
  error instanceof ConnectionLost ? lostAgain(method, error) : error

const perhapsDone = (method: string, { message }: ConnectionLost): Fault =>
  new Fault(
    'OPERATION_FAILED',
    `The connection was lost while ${method} was running, so it may have been done or not. ${message}`,
    {
      tried: method,
      next: 'Look at the document before you repeat it.',
    },
  )

const lostAgain = (method: string, { message }: ConnectionLost): Fault =>
  new Fault('RHINO_BUSY', `The connection was lost ${TRIES} times while ${method} was asked. ${message}`, {
    next: 'See that Rhino is still running; the connection comes back by itself. Nothing was changed.',
  })
