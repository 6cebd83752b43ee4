import { AgentChild, type ChildCommand, type ChildExit } from '../runner/child.ts'
import { lineSplitter, MAX_LINE_BYTES } from '../runner/frames.ts'
import { scrub } from '../runner/scrub.ts'
import { type Fields, fields } from './read.ts'

export interface CliOptions {
  command: ChildCommand
  /** Told of every JSON object that comes in a line of its own. What it throws is logged and costs that line only. */
  hear(message: Fields): void
  log(line: string): void
}

/**
 * The one owner of a vendor's process: spawns it, reads its lines, writes ours, keeps the end of what it said on
 * stderr, and tells how it went. What the lines mean is the parser's business.
 */
export class CliProcess {
  readonly #child: AgentChild
  readonly #options: CliOptions
  /** Resolves after the last line was heard. */
  readonly exited: Promise<ChildExit>

  constructor(options: CliOptions) {
    this.#options = options
    this.#child = new AgentChild(options.command)
    const lines = lineSplitter(
      (line) => this.#take(line),
      () => {
        options.log(`It wrote a line of over ${MAX_LINE_BYTES} bytes and was ended.`)
        this.kill()
      },
    )
    this.#child.stdout.on('data', (chunk: Buffer) => lines.push(chunk))
    this.#child.stdout.once('close', () => lines.end())
    this.exited = this.#child.exited
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get running(): boolean {
    return this.#child.running
  }

  /** The end of what it wrote to stderr, without what looks like a secret. */
  get stderrTail(): string {
    return scrub(this.#child.stderrTail)
  }

  /** Says one line to it; nothing where it is gone, which `exited` tells. */
  send(message: object): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  end(): Promise<ChildExit> {
    return this.#child.end()
  }

  kill(): void {
    this.#child.kill()
  }

  #take(line: string): void {
    if (line.trim() === '') return
    let message: Fields
    try {
      message = fields(JSON.parse(line))
    } catch {
      this.#options.log(`wrote to stdout: ${scrub(line.slice(0, 200))}`)
      return
    }
    try {
      this.#options.hear(message)
    } catch (error) {
      this.#options.log(`A line could not be understood: ${String(error)}`)
    }
  }
}
