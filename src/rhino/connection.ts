import type { ArgumentsOf, MethodName, ResultOf } from '../tools/registry.ts'
import { Fault } from '../wire/fault.ts'
import { Calls, titleOf } from './calls.ts'
import { Channel, openSocket } from './channel.ts'
import { type Greeting, greet } from './hello.ts'
import { Keeper } from './keeper.ts'
import type { CallOptions, RhinoSession, SessionState } from './session.ts'
import type { WireSettings } from './settings.ts'

export interface ConnectionOptions {
  kind: 'embedded' | 'rhino'
  port: number
  /** Whose answers these must be; null takes any process that answers on the port. */
  processId: number | null
  /** Asked again before every hello, because the file may have been made anew. */
  secret(): string
  settings: WireSettings
}

/** A session over TCP. It connects at once, and again by itself for as long as it is open. */
export class Connection implements RhinoSession {
  readonly #options: ConnectionOptions
  readonly #keeper: Keeper
  readonly #calls: Calls
  readonly #listeners = new Set<(state: SessionState, why: string | null) => void>()
  readonly #pulse: NodeJS.Timeout
  #state: SessionState = 'connecting'
  #why: string | null = null
  #since = Date.now()
  #greeting: Greeting = null
  /** Somebody has answered: what `#greeting` says is known. */
  #greeted = false
  #pinging = false
  #dropped = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { backoffMs, heartbeatMs, busyAfterMs } = options.settings
    this.#keeper = new Keeper({
      open: (signal, onEnd) => this.#open(signal, onEnd),
      backoffMs,
      onUp: (channel) => {
        this.#calls.resume(channel)
        this.#refresh()
      },
      onDown: (why) => this.#become('lost', why, Date.now()),
    })
    this.#calls = new Calls({
      keeper: this.#keeper,
      settings: options.settings,
      greeting: () => this.#greeting,
      onChange: () => this.#refresh(),
    })
    this.#pulse = setInterval(() => this.#beat(), Math.min(heartbeatMs, busyAfterMs))
    this.#pulse.unref()
  }

  get kind(): 'embedded' | 'rhino' {
    return this.#options.kind
  }

  get label(): string {
    if (this.kind === 'embedded') return 'Built-in modeller'
    if (this.legacy) return 'Rhino with GOLEM’s plugin'
    const version = /^\d+/.exec(this.#greeting?.rhino ?? '')?.[0]
    return version ? `Rhino ${version}` : 'Rhino'
  }

  get processId(): number | null {
    return this.#greeting?.pid ?? this.#options.processId ?? (this.legacy ? this.#options.port : null)
  }

  get state(): SessionState {
    return this.#state
  }

  get why(): string | null {
    return this.#why
  }

  get since(): number {
    return this.#since
  }

  get legacy(): boolean {
    return this.#greeted && this.#greeting === null
  }

  get capabilities(): readonly string[] {
    return this.#greeting?.capabilities ?? []
  }

  /** True once a call was made that may have changed the document. */
  get touched(): boolean {
    return this.#calls.touched
  }

  /** Answers that nobody waited for any more, and frames that were none. */
  get dropped(): number {
    return this.#dropped + (this.#keeper.channel?.dropped ?? 0)
  }

  async call<M extends MethodName>(method: M, params: ArgumentsOf<M>, options?: CallOptions): Promise<ResultOf<M>> {
    const result = await this.callRaw(method, params as Record<string, unknown>, options)
    if (typeof result !== 'object' || result === null || Array.isArray(result)) {
      throw new Fault('INTERNAL_ERROR', `Rhino answered ${method} with something that is no object.`, {
        next: 'Install the Rhino plugin that belongs to this Tickbird.',
      })
    }
    return result as ResultOf<M>
  }

  callRaw(method: string, params: Record<string, unknown>, options?: CallOptions): Promise<unknown> {
    return this.#calls.raw(method, params, options)
  }

  onState(listener: (state: SessionState, why: string | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(why = 'The session was closed.'): Promise<void> {
    if (this.#state !== 'closed') this.#shut(why)
    return Promise.resolve()
  }

  async #open(signal: AbortSignal, onEnd: (why: string) => void): Promise<Channel> {
    const { settings, port, processId, secret } = this.#options
    const socket = await openSocket(settings.host, port, settings.connectMs, signal)
    const channel = new Channel(socket, (why) => {
      this.#dropped += channel.dropped
      onEnd(why)
    })
    const onAbort = () => channel.close()
    signal.addEventListener('abort', onAbort)
    try {
      const greeting = await greet(channel, readSecret(secret), settings.connectMs)
      if (processId !== null && greeting && greeting.pid !== processId) {
        throw new Fault('RHINO_BUSY', `Another program answers on port ${port} now.`, {
          next: 'Choose the Rhino to work with again.',
        })
      }
      this.#greeting = greeting
      this.#greeted = true
      return channel
    } catch (error) {
      channel.close()
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #beat(): void {
    const channel = this.#keeper.channel
    if (!channel) return
    this.#refresh()
    const { heartbeatMs, heavyMs, graceMs } = this.#options.settings
    if (this.#pinging || Date.now() - channel.lastHeard < heartbeatMs) return
    this.#pinging = true
    // A host in the middle of a heavy call may be mute for as long as that is allowed to take.
    const silence = heavyMs + graceMs + heartbeatMs
    channel
      .request('ping', {}, { timeoutMs: silence })
      .catch(() => {
        if (Date.now() - channel.lastHeard >= silence)
          channel.close(`Nothing was heard for ${Math.round(silence / 1000)} s.`)
      })
      .finally(() => {
        this.#pinging = false
        this.#refresh()
      })
  }

  /** Ready, or busy while a call or a ping has been waiting for a while. */
  #refresh(): void {
    const channel = this.#keeper.channel
    if (!channel) return
    const oldest = this.#calls.oldest
    if (oldest && Date.now() - oldest.since >= this.#options.settings.busyAfterMs) {
      this.#become('busy', workingOn(oldest.method), oldest.since)
    } else {
      this.#become('ready', null, Date.now())
    }
  }

  #shut(why: string): void {
    clearInterval(this.#pulse)
    this.#keeper.close(
      new Fault('RHINO_BUSY', why, { next: 'Choose a Rhino to work with, or start the built-in modeller.' }),
    )
    this.#become('closed', why, Date.now())
    this.#listeners.clear()
  }

  #become(state: SessionState, why: string | null, since: number): void {
    if (this.#state === 'closed' || (this.#state === state && this.#why === why)) return
    this.#state = state
    this.#why = why
    this.#since = since
    for (const listener of [...this.#listeners]) listener(state, why)
  }
}

const workingOn = (method: string): string =>
  method === 'ping' ? 'It does not answer at the moment.' : `${titleOf(method)} is running.`

/** A secret that cannot be read will not mend itself within a call: it is said at once. */
function readSecret(secret: () => string): string {
  try {
    return secret()
  } catch (error) {
    throw new Fault('UNAUTHORIZED', error instanceof Error ? error.message : String(error), {
      next: 'See that the data folder and the file “secret” in it are yours.',
    })
  }
}
