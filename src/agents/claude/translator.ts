import type { ChildExit } from '../runner/child.ts'
import type { OpenSession, TranslatedSession, Translator, TranslatorOptions } from '../translator/translator.ts'
import { ClaudeSession } from './session.ts'

/** `claude` as an ACP agent: a process for each session, because its tools and their token are given at its start. */
export class ClaudeTranslator implements Translator {
  readonly #options: TranslatorOptions
  readonly #sessions = new Set<ClaudeSession>()
  readonly exited: Promise<ChildExit>
  #exit: (exit: ChildExit) => void = () => {}
  #tail = ''

  constructor(options: TranslatorOptions) {
    this.#options = options
    this.exited = new Promise((resolve) => {
      this.#exit = resolve
    })
  }

  /** That of the newest session. */
  get pid(): number | undefined {
    return [...this.#sessions].flatMap(({ pid }) => pid ?? []).at(-1)
  }

  get stderrTail(): string {
    return [this.#tail, ...[...this.#sessions].map(({ stderrTail }) => stderrTail)].filter(Boolean).join('\n')
  }

  /** There is nothing to greet before a session is wanted. */
  async start(): Promise<void> {}

  async open(opening: OpenSession): Promise<TranslatedSession> {
    const session = new ClaudeSession(this.#options, opening, () => this.#sessions.delete(session))
    this.#sessions.add(session)
    try {
      return await session.open()
    } catch (error) {
      this.#tail = session.stderrTail
      session.kill()
      throw error
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()))
    this.#exit({ code: 0, signal: null, error: null })
  }

  kill(): void {
    for (const session of this.#sessions) session.kill()
    this.#exit({ code: null, signal: 'SIGKILL', error: null })
  }
}
