import type { Readable, Writable } from 'node:stream'
import type { NodeChild, SpawnNode } from '../../node-child.ts'
import type { AgentProcess, ChildCommand, ChildExit } from './child.ts'

const GRACE_MS = 3000
const TAIL_BYTES = 16 * 1024

/** An agent that is a Node program of ours: started as all of those are, ends with its stdin, and starts nothing itself. */
export class OwnChild implements AgentProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<ChildExit>
  readonly #child: NodeChild
  #tail = ''
  #gone = false

  constructor({ command, args, env }: ChildCommand, spawn: SpawnNode) {
    const child = spawn(command, args, { env })
    if (!child.stdin || !child.stdout) throw new Error('An agent needs its stdin and stdout.')
    this.#child = child
    this.stdin = child.stdin
    this.stdout = child.stdout
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-TAIL_BYTES)
    })
    this.exited = new Promise((resolve) =>
      child.onExit(({ code, signal, failure }) => {
        this.#gone = true
        resolve({ code, signal, error: failure === null ? null : new Error(failure) })
      }),
    )
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get running(): boolean {
    return !this.#gone
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
    if (!this.#gone) this.#child.kill('force')
  }
}
