import { PassThrough, Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import type { AgentProcess, ChildExit } from '../runner/child.ts'
import { translatedAgent } from './agent.ts'
import type { Translator, TranslatorOptions } from './translator.ts'

/** A translator where the runner expects an agent's process: ACP on an in-memory stdin and stdout. */
export class TranslatedChild implements AgentProcess {
  readonly stdin = new PassThrough()
  readonly stdout = new PassThrough()
  readonly exited: Promise<ChildExit>
  readonly #translator: Translator
  #gone = false

  constructor(translator: Translator, name: string, { version }: Pick<TranslatorOptions, 'version'>) {
    this.#translator = translator
    const stream = ndJsonStream(
      Writable.toWeb(this.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(this.stdin) as ReadableStream<Uint8Array>,
    )
    const connection = translatedAgent(translator, name, version).connect(stream)
    this.exited = translator.exited.then((exit) => {
      this.#gone = true
      connection.close()
      this.stdout.destroy()
      return exit
    })
  }

  get pid(): number | undefined {
    return this.#translator.pid
  }

  get running(): boolean {
    return !this.#gone
  }

  get stderrTail(): string {
    return this.#translator.stderrTail
  }

  async end(): Promise<ChildExit> {
    await this.#translator.end()
    return await this.exited
  }

  kill(): void {
    this.#translator.kill()
  }
}
