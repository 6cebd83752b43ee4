// Electron's utility process as a real Node process: the port to the parent goes over Node's own IPC (parent-port.mjs).
// Kept true to Electron 45 where it is awkward: no stdin, no pid before it is spawned or after it is gone, and all
// listeners taken off the output streams at exit while words may still be on their way.
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type * as Electron from 'electron'

const PORT = pathToFileURL(`${import.meta.dirname}/parent-port.mjs`).href

export class UtilityProcess extends EventEmitter {
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly #child: ChildProcess
  #state: 'starting' | 'running' | 'gone' = 'starting'

  constructor(modulePath: string, args: string[], { env }: Electron.ForkOptions) {
    super()
    this.#child = spawn(process.execPath, ['--import', PORT, modulePath, ...args], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    const { stdout, stderr } = this.#child
    const relay = utilityProcess.late ? this.#late.bind(this) : (from: Readable, to: PassThrough) => from.pipe(to)
    if (stdout) relay(stdout, this.stdout)
    if (stderr) relay(stderr, this.stderr)
    this.#child.once('spawn', () => {
      this.#state = 'running'
      this.emit('spawn')
    })
    this.#child.once('exit', (code, signal) => {
      this.#state = 'gone'
      this.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 15))
      this.stdout.removeAllListeners()
      this.stderr.removeAllListeners()
    })
  }

  get pid(): number | undefined {
    return this.#state === 'running' ? this.#child.pid : undefined
  }

  #late(from: Readable, to: PassThrough): void {
    let held: Buffer | null = null
    const gone = once(this.#child, 'exit')
    from.on('data', (chunk: Buffer) => {
      if (held) to.write(held)
      held = chunk
    })
    from.once('end', async () => {
      await gone
      setImmediate(() => to.end(held ?? undefined))
    })
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  forked: [] as { child: UtilityProcess; args: string[]; options: Electron.ForkOptions }[],
  /** The last chunk of what a process says comes after its exit, as it now and then does in Electron. */
  late: false,
  /** The wrapper's file, where a test runs another one than the build's. */
  entry: null as string | null,
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): UtilityProcess {
    const child = new UtilityProcess(this.entry ?? modulePath, args, options)
    this.forked.push({ child, args, options })
    return child
  },
}
