import type { ChildCommand, ChildExit } from '../runner/child.ts'
import { CliProcess } from '../translator/cli.ts'
import { processGone, refused } from '../translator/failure.ts'
import { type Fields, fields, text } from '../translator/read.ts'

export interface ServerHandlers {
  notification(method: string, params: Fields): void
  /** A question of the server; undefined where nobody knows the answer. What it throws is answered as an error. */
  request(method: string, params: Fields): Promise<object | undefined>
  log(line: string): void
}

/** `codex app-server`: JSON-RPC in lines, without the "jsonrpc" member, both sides asking. */
export class AppServer {
  readonly #cli: CliProcess
  readonly #handlers: ServerHandlers
  readonly #waiting = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>()
  #last = 0
  #exit: ChildExit | null = null
  readonly exited: Promise<ChildExit>

  constructor(command: ChildCommand, handlers: ServerHandlers) {
    this.#handlers = handlers
    this.#cli = new CliProcess({ command, hear: (message) => this.#hear(message), log: handlers.log })
    this.exited = this.#cli.exited.then((exit) => {
      this.#exit = exit
      for (const { reject } of this.#waiting.values()) reject(processGone(exit, false))
      this.#waiting.clear()
      return exit
    })
  }

  get pid(): number | undefined {
    return this.#cli.pid
  }

  get stderrTail(): string {
    return this.#cli.stderrTail
  }

  /** Throws a RequestError where the server refuses or is gone. */
  request(method: string, params: object): Promise<Fields> {
    if (this.#exit) return Promise.reject(processGone(this.#exit, false))
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#cli.send({ id, method, params })
    })
  }

  notify(method: string): void {
    this.#cli.send({ method })
  }

  end(): Promise<ChildExit> {
    return this.#cli.end()
  }

  kill(): void {
    this.#cli.kill()
  }

  #hear(message: Fields): void {
    const method = text(message.method)
    if (method !== null && message.id !== undefined) return void this.#serve(method, message.id, fields(message.params))
    if (method !== null) {
      this.#handlers.notification(method, fields(message.params))
      return
    }
    const waiter = this.#waiting.get(Number(message.id))
    this.#waiting.delete(Number(message.id))
    if (message.error === undefined) waiter?.resolve(fields(message.result))
    else waiter?.reject(refused(text(fields(message.error).message) ?? 'It gave no reason.'))
  }

  async #serve(method: string, id: unknown, params: Fields): Promise<void> {
    try {
      const result = await this.#handlers.request(method, params)
      if (result !== undefined) return this.#cli.send({ id, result })
      this.#handlers.log(`codex asked for something unknown: ${method.slice(0, 80)}`)
      this.#cli.send({ id, error: { code: -32601, message: 'Not supported by this client.' } })
    } catch (error) {
      this.#cli.send({ id, error: { code: -32603, message: String(error).slice(0, 500) } })
    }
  }
}
