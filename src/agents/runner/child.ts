import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { SpawnNode } from '../../node-child.ts'
import type { TranslatorId } from '../definition.ts'

export interface ChildCommand {
  /** Absolute path of a program, never a name to be searched; of a script of ours where `spawn` is given. */
  command: string
  spawn?: SpawnNode
  /** Whose protocol it speaks, where that is not ACP. */
  translator?: TranslatorId
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Names in `env` whose values must be seen nowhere. */
  secret?: readonly string[]
  /** Its own shell and file tools are left to it; of use to translators only. */
  ownTools?: boolean
}

/** How a process went. `error` is set when it never started. */
export interface ChildExit {
  code: number | null
  signal: string | null
  error: Error | null
}

/** An agent's process, however it was started. */
export interface AgentProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<ChildExit>
  readonly pid: number | undefined
  readonly running: boolean
  /** The last 16 KB it wrote to stderr; may hold secrets, see scrub.ts. */
  readonly stderrTail: string
  /** Ends it politely, then not. Resolves when it is gone. */
  end(): Promise<ChildExit>
  /** Kills it and everything it started, now. */
  kill(): void
}

const GRACE_MS = 3000
const TAIL_BYTES = 16 * 1024
const onWindows = process.platform === 'win32'

/**
 * One agent process, in its own process group, so that everything it starts goes when it goes. It is asked to end by
 * the end of its stdin; 3 s later the group is killed. A tiny shell watches on Unix for the case that we are killed
 * ourselves: it holds a pipe to us, and when that breaks it gives the same 3 s.
 */
export class AgentChild implements AgentProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<ChildExit>
  readonly pid: number | undefined
  readonly #child: ChildProcess
  readonly #guard: ChildProcess | null
  #tail = ''
  #gone: ChildExit | null = null

  constructor({ command, args, env, cwd }: ChildCommand) {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: !onWindows,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    this.pid = child.pid
    this.stdin = child.stdin
    this.stdout = child.stdout
    // A closed pipe is told by `exited`; the stream's own error has nothing to add.
    child.stdin.on('error', () => child.stdin.destroy())
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-TAIL_BYTES)
    })
    this.exited = new Promise((resolve) => {
      const settle = (exit: ChildExit) => {
        this.#gone ??= exit
        this.#guard?.kill('SIGKILL')
        resolve(this.#gone)
      }
      child.once('error', (error) => settle({ code: null, signal: null, error }))
      // 'close' comes after the last byte of stdout and stderr, 'exit' may come before it.
      child.once('close', (code, signal) => settle({ code, signal, error: null }))
      child.once('exit', (code, signal) => {
        // Grandchildren may hold the pipes open for ever: what is left of the group goes now.
        this.#killGroup()
        setTimeout(() => settle({ code, signal, error: null }), 1000).unref()
      })
    })
    this.#guard = child.pid === undefined ? null : guard(child.pid)
  }

  get running(): boolean {
    return this.#gone === null && this.pid !== undefined
  }

  get stderrTail(): string {
    return this.#tail
  }

  async end(): Promise<ChildExit> {
    this.stdin.end()
    const timer = setTimeout(() => this.kill(), GRACE_MS)
    const exit = await this.exited
    clearTimeout(timer)
    return exit
  }

  kill(): void {
    if (this.#gone !== null) return
    this.#killGroup()
    this.#child.kill('SIGKILL')
  }

  #killGroup(): void {
    if (this.pid === undefined) return
    if (onWindows) {
      spawn('taskkill', ['/pid', String(this.pid), '/t', '/f'], { windowsHide: true, stdio: 'ignore' }).on(
        'error',
        () => this.#child.kill(),
      )
      return
    }
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: nobody of the group is left; macOS says EPERM when only a zombie is. Anything else is our bug.
      if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/** Waits for our end of a pipe to close, then for 3 s, then kills the group. Windows has no such shell. */
function guard(group: number): ChildProcess | null {
  if (onWindows) return null
  const script = `read -r _; sleep ${GRACE_MS / 1000}; kill -9 "-$1" 2>/dev/null`
  const watcher = spawn('/bin/sh', ['-c', script, 'tickbird-guard', String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell the agent merely has to notice the end of its stdin by itself.
  watcher.on('error', () => watcher.removeAllListeners())
  watcher.unref()
  return watcher
}
