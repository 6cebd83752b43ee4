import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** What we need of a child process; both Node's and Electron's utility process can give it. */
export interface NodeChild {
  readonly pid: number | undefined
  /** Held open for as long as we live: a child ends when it closes. Null where the child is bound to us otherwise. */
  readonly stdin: Writable | null
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  /** Asks it to end, or ends it at once. */
  kill(how: 'ask' | 'force'): void
  /** Called once, also when it could not be started at all. */
  onExit(listener: (exit: ProcessExit) => void): void
}

export interface ProcessExit {
  code: number | null
  signal: string | null
  /** Why it could not be started; null where it ran. */
  failure: string | null
}

export type SpawnNode = (
  entry: string,
  args: readonly string[],
  options: { env: Readonly<Record<string, string | undefined>> },
) => NodeChild

/** Runs a script with the Node that runs us. Electron has its own ways (electron/children.ts). */
export const spawnNode: SpawnNode = (entry, args, { env }) => {
  const child = spawn(process.execPath, [entry, ...args], {
    env,
    stdio: 'pipe',
    windowsHide: true,
    // A Ctrl+C in the terminal is ours to hear: a child that heard it too would be gone before its turn has been closed.
    detached: process.platform !== 'win32',
  })
  // A child that is gone already; its exit says all there is to say.
  child.stdin.on('error', () => undefined)
  return asNodeChild(child)
}

function asNodeChild(child: ChildProcess): NodeChild {
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    kill: (how) => void child.kill(how === 'ask' ? 'SIGTERM' : 'SIGKILL'),
    onExit: (listener) => {
      child.once('error', (error) => {
        if (child.pid === undefined) listener({ code: null, signal: null, failure: error.message })
      })
      // 'close', not 'exit': what it said last has been read by then.
      child.once('close', (code, signal) => {
        if (child.pid !== undefined) listener({ code, signal, failure: null })
      })
    },
  }
}

/** "exit code 3", "signal SIGSEGV", or why it never ran. */
export const howItEnded = ({ code, signal, failure }: ProcessExit): string =>
  failure ?? (signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`)
