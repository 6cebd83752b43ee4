import { RequestError } from '@agentclientprotocol/sdk'
import type { ChildExit } from '../runner/child.ts'
import { refused, signedOut } from '../translator/failure.ts'
import { type Fields, fields, list, text } from '../translator/read.ts'
import type {
  Offered,
  OpenSession,
  TranslatedSession,
  Translator,
  TranslatorOptions,
} from '../translator/translator.ts'
import { SERVER_ARGS, threadSettings } from './config.ts'
import { AppServer } from './server.ts'
import { CodexSession } from './session.ts'

/** How long a session waits for the list of models, in ms. */
const MODELS_MS = 300

/** `codex app-server` as an ACP agent: one process, a thread for each session. */
export class CodexTranslator implements Translator {
  readonly #options: TranslatorOptions
  readonly #server: AppServer
  readonly #sessions = new Map<string, CodexSession>()
  readonly exited: Promise<ChildExit>
  #own: Fields = {}
  #models: Promise<Fields> = Promise.resolve({})

  constructor(options: TranslatorOptions) {
    this.#options = options
    const { command, log } = options
    this.#server = new AppServer(
      { ...command, args: [...command.args, ...SERVER_ARGS] },
      {
        notification: (method, params) => this.#notification(method, params),
        request: async (method, params) => await this.#sessionOf(params)?.request(method, params),
        log,
      },
    )
    this.exited = this.#server.exited
  }

  get pid(): number | undefined {
    return this.#server.pid
  }

  get stderrTail(): string {
    return this.#server.stderrTail
  }

  async start(): Promise<void> {
    const clientInfo = { name: 'tickbird', title: 'Tickbird', version: this.#options.version }
    await this.#server.request('initialize', { clientInfo })
    this.#server.notify('initialized')
    const { config } = await this.#server.request('config/read', { includeLayers: false }).catch(() => ({}) as Fields)
    this.#own = fields(config)
    this.#models = this.#server.request('model/list', {}).catch(() => ({}) as Fields)
  }

  /** What is not there in a moment is not waited for: it only fills a menu. */
  async #offered(): Promise<Offered[]> {
    const late = new Promise<Fields>((resolve) => setTimeout(() => resolve({}), MODELS_MS).unref())
    const { data } = await Promise.race([this.#models, late])
    return list(data).flatMap((one) => {
      const { model, id, displayName, hidden } = fields(one)
      const value = text(model) ?? text(id)
      return value === null || hidden === true ? [] : [{ value, name: text(displayName) ?? value }]
    })
  }

  async open({ cwd, mcpServers, resume, port }: OpenSession): Promise<TranslatedSession> {
    const { account, requiresOpenaiAuth } = await this.#server.request('account/read', {})
    if (account === null && requiresOpenaiAuth === true) throw signedOut('Nobody is logged in.')
    const settings = threadSettings(cwd, mcpServers, this.#own, this.#options.command.ownTools === true)
    const { thread } =
      resume === null
        ? await this.#server.request('thread/start', settings)
        : await this.#resumed(resume, { threadId: resume, ...settings })
    const id = text(fields(thread).id)
    if (id === null) throw refused('It opened a thread without an id.')
    const model = { current: text(fields(thread).model), offered: await this.#offered() }
    const forget = () => this.#sessions.delete(id)
    const session = new CodexSession(id, this.#server, port(id), this.#options.log, forget, model)
    this.#sessions.set(id, session)
    return session
  }

  async end(): Promise<void> {
    await this.#server.end()
  }

  kill(): void {
    this.#server.kill()
  }

  async #resumed(id: string, params: object): Promise<Fields> {
    try {
      return await this.#server.request('thread/resume', params)
    } catch (error) {
      const { data } = error instanceof RequestError ? error : { data: null }
      const why = text(fields(data).message) ?? ''
      if (/not found|no rollout|invalid thread/i.test(why)) throw RequestError.sessionNotFound(id)
      throw error
    }
  }

  #notification(method: string, params: Fields): void {
    const session = this.#sessionOf(params)
    if (session) session.notification(method, params)
    else if (params.threadId === undefined && method === 'configWarning') {
      this.#options.log(`codex warns of its configuration: ${text(params.summary)?.slice(0, 200) ?? ''}`)
    }
  }

  #sessionOf(params: Fields): CodexSession | undefined {
    return this.#sessions.get(text(params.threadId) ?? '')
  }
}
