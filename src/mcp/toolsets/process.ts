import { createInterface } from 'node:readline'
import { ENTRY } from '../../entries.ts'
import { howItEnded, type NodeChild, type ProcessExit, type SpawnNode } from '../../node-child.ts'
import { FAULT_CODES, Fault, type FaultCode } from '../../wire/fault.ts'
import type { CallOptions } from '../caller.ts'
import type { Limits } from './manifest.ts'
import type { CallError, FromProcess, ToProcess } from './protocol.ts'

/** How long code that was told to stop may take to do so before its process is ended, in ms. */
const GRACE_MS = 500
/** How long the process may take to start and to load the code, in ms. */
const START_MS = 20_000
/** A process that nobody calls ends after this long, in ms. */
const IDLE_MS = 60_000
/** A line that is longer is not ours. */
const MOST_LINE = 8 * 1024 * 1024
/** Of the user's environment, what a program needs to run; keys and tokens are none of its business. */
const KEPT =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|TMPDIR|SYSTEMROOT|WINDIR|LANG|LC_.*|TZ|ELECTRON_RUN_AS_NODE)$/i

export interface ProcessOptions {
  /** The toolset's name, for what people read. */
  name: string
  /** The file with the functions. */
  main: string
  limits: Limits
  spawn: SpawnNode
  /** What the code prints. */
  log(text: string): void
  /** The built program; for tests. */
  entry?: string | undefined
  startMs?: number
}

/** One call of one of its functions. */
export interface Work {
  tool: string
  input: Record<string, unknown>
  options: CallOptions
  /** Runs a tool of Rhino's for the code. */
  call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
}

/**
 * The process that a toolset's JavaScript runs in: started for the first call, one call at a time, ended when it is idle,
 * takes too long or too much. Whatever becomes of it, its caller gets a sentence, and the next call a new process.
 */
export class ToolsetProcess {
  readonly #options: ProcessOptions
  #child: NodeChild | null = null
  #run = 0
  #idle: NodeJS.Timeout | null = null
  #last: Promise<unknown> = Promise.resolve()
  #hear: ((message: FromProcess) => void) | null = null
  #gone: ((error: Fault) => void) | null = null
  #why: string | null = null
  #closed = false

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  /** What the function gave. Throws a Fault. */
  run(work: Work): Promise<unknown> {
    const before = this.#last
    const result = before.then(() => this.#once(work))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Ends it when its calls are done; those that come now are the last. */
  async close(): Promise<void> {
    await this.#last
    this.#closed = true
    this.#end('ask')
  }

  /** Ends it now. */
  kill(): void {
    this.#closed = true
    this.#end('force')
  }

  async #once({ tool, input, options, call }: Work): Promise<unknown> {
    options.signal.throwIfAborted()
    if (this.#closed) throw this.#fault('OPERATION_FAILED', 'was closed', 'Try again.')
    if (this.#idle) clearTimeout(this.#idle)
    const child = this.#child ?? this.#start()
    this.#run += 1
    const run = this.#run
    const send = (message: ToProcess) => child.stdin?.write(`${JSON.stringify(message)}\n`)
    const { limits, startMs = START_MS } = this.#options
    const { seconds, kilobytes } = limits
    const timers: NodeJS.Timeout[] = []
    const stop = (fault: Fault, reject: (fault: Fault) => void) => {
      send({ type: 'cancel', run })
      timers.push(
        setTimeout(() => {
          this.#end('force')
          reject(fault)
        }, GRACE_MS),
      )
    }
    let cancelled = () => {}
    try {
      return await new Promise((resolve, reject) => {
        let late: Fault | null = null
        const fail = (fault: Fault) => reject(late ?? fault)
        this.#gone = fail
        const within = (seconds: number, what: string) => {
          timers.push(
            setTimeout(() => {
              late = this.#fault('TIMEOUT', `${what} within ${seconds} s and was stopped`, MAYBE_DONE)
              stop(late, reject)
            }, seconds * 1000),
          )
        }
        within(startMs / 1000, 'did not load its code')
        cancelled = () => {
          late = this.#fault('OPERATION_FAILED', `was told to stop ${tool}`, MAYBE_DONE)
          stop(late, reject)
        }
        options.signal.addEventListener('abort', cancelled, { once: true })
        this.#hear = (message) => {
          if (!('run' in message) || message.run !== run) return
          if (message.type === 'done') resolve(message.output)
          else if (message.type === 'begun') {
            for (const timer of timers.splice(0)) clearTimeout(timer)
            within(seconds, `did not finish ${tool}`)
          } else if (message.type === 'failed') fail(this.#told(tool, message.error))
          else if (message.type === 'progress') options.onProgress?.(message)
          else if (late === null) void this.#answer(message, call, send)
        }
        send({ type: 'run', run, tool, input, kilobytes })
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
      options.signal.removeEventListener('abort', cancelled)
      this.#hear = null
      this.#gone = null
      this.#idle = setTimeout(() => this.#end('ask'), IDLE_MS).unref()
    }
  }

  async #answer(
    { run, call, tool, input }: Extract<FromProcess, { type: 'call' }>,
    work: Work['call'],
    send: (message: ToProcess) => void,
  ): Promise<void> {
    try {
      send({ type: 'answer', run, call, output: await work(tool, input) })
    } catch (error) {
      const { message, code, details } = error as Fault
      const next = details?.next === undefined ? {} : { next: details.next }
      send({ type: 'answer', run, call, error: { message, ...(code && { code }), ...next } })
    }
  }

  #start(): NodeChild {
    const { main, limits, spawn, entry = ENTRY.toolset, log } = this.#options
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)))
    const child = spawn(entry, [main, String(limits.megabytes)], { env })
    this.#child = child
    this.#why = null
    child.stderr?.setEncoding('utf8').on('data', log)
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (this.#child !== child) return
        const message = read(line)
        if (!message) log(`${line.slice(0, 2000)}\n`)
        else if (message.type === 'printed') log(message.text)
        else if (message.type === 'ended') this.#ended(child, message.message)
        else this.#hear?.(message)
      })
    }
    child.onExit((exit) => this.#exited(child, exit))
    return child
  }

  /** It says itself why it ends; it is not used any more. */
  #ended(child: NodeChild, why: string): void {
    this.#why ??= why
    child.kill('force')
  }

  #exited(child: NodeChild, exit: ProcessExit): void {
    if (this.#child !== child) return
    this.#child = null
    const why = this.#why ?? `It ended with ${howItEnded(exit)}.`
    this.#gone?.(this.#fault('OPERATION_FAILED', `ended in the middle of a call. ${why}`, MAYBE_DONE))
  }

  #end(how: 'ask' | 'force'): void {
    const child = this.#child
    this.#child = null
    child?.kill(how)
    child?.stdin?.end()
  }

  #told(tool: string, { message, code, next, at }: CallError): Fault {
    const known = FAULT_CODES.find((one) => one === code) ?? 'OPERATION_FAILED'
    const place = at === undefined ? '' : ` (${at})`
    return this.#fault(known, `: ${tool} failed: ${message.replace(/\.$/, '')}${place}`, next ?? MAYBE_DONE)
  }

  #fault(code: FaultCode, what: string, next: string): Fault {
    const said = what.startsWith(':') ? what : ` ${what}`
    return new Fault(code, `The toolset “${this.#options.name}”${said}${/[.!?]$/.test(what) ? '' : '.'}`, { next })
  }
}

const MAYBE_DONE =
  'What it had done in the document until then is there; look with get_context, and take it back with undo_turn.'

function read(line: string): FromProcess | undefined {
  if (line.length > MOST_LINE || !line.startsWith('{"type":"')) return undefined
  try {
    return JSON.parse(line) as FromProcess
  } catch {
    return undefined
  }
}
