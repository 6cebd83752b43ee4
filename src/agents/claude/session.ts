import { randomUUID } from 'node:crypto'
import type { ContentBlock, PermissionOption, RequestError, StopReason } from '@agentclientprotocol/sdk'
import type { ChildExit } from '../runner/child.ts'
import { CliProcess } from '../translator/cli.ts'
import { asRequestError, processGone, refused, signedOut } from '../translator/failure.ts'
import { TurnGate } from '../translator/gate.ts'
import { type Fields, fields, list, text } from '../translator/read.ts'
import type {
  Offered,
  OpenSession,
  SessionPort,
  TranslatedSession,
  TranslatorOptions,
} from '../translator/translator.ts'
import { claudeCommand } from './launch.ts'
import { askQuestions, QUESTION_TOOL } from './question.ts'
import { type ClaudeFact, ClaudeReader } from './reader.ts'
import { kindOf } from './tool-call.ts'

type Ask = Extract<ClaudeFact, { type: 'ask' }>

/** One session is one process of `claude`. A process that is gone is started again by the next prompt, and remembers. */
export class ClaudeSession implements TranslatedSession {
  readonly id: string
  readonly #options: TranslatorOptions
  readonly #opening: OpenSession
  readonly #port: SessionPort
  readonly #onClose: () => void
  readonly #gate = new TurnGate()
  readonly #answers = new Map<string, (answer: Extract<ClaudeFact, { type: 'answer' }>) => void>()
  readonly #withdrawn = new Set<string>()
  #process: CliProcess | null = null
  #ready: Promise<void> = Promise.resolve()
  /** The service has heard of this session, so that it can be gone on with. */
  #stored: boolean
  #sent = false
  #closed = false
  #models: Offered[] = []
  /** The one that was chosen; null leaves it to Claude. */
  #model: string | null = null
  #tail = ''
  /** Why it would not start, in its own words. */
  #refusal: RequestError | null = null

  constructor(options: TranslatorOptions, opening: OpenSession, onClose: () => void) {
    this.#onClose = onClose
    this.#options = options
    this.#opening = opening
    this.id = opening.resume ?? randomUUID()
    this.#stored = opening.resume !== null
    this.#port = opening.port(this.id)
  }

  /** Starts the process ahead of the first prompt. Throws a RequestError: signed out, no such session, no such program. */
  async open(): Promise<this> {
    await this.#connected()
    return this
  }

  get pid(): number | undefined {
    return this.#process?.running ? this.#process.pid : undefined
  }

  get stderrTail(): string {
    return this.#process?.stderrTail || this.#tail
  }

  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    const ended = this.#gate.begin()
    this.#sent = false
    this.#send(blocks).catch((error: unknown) => this.#gate.fail(asRequestError(error)))
    return await ended
  }

  choices(): Record<string, { current: string; offered: Offered[] }> {
    return this.#models.length > 0 ? { model: { current: this.#model ?? 'default', offered: this.#models } } : {}
  }

  async choose(_what: 'model', value: string): Promise<void> {
    if (!this.#models.some((model) => model.value === value)) throw refused(`Claude has no model “${value}”.`)
    this.#model = value
    if (this.#process?.running) await this.#request(this.#process, { subtype: 'set_model', model: value })
  }

  cancel(): void {
    if (!this.#gate.running || this.#gate.stopping) return
    this.#gate.stopping = true
    if (this.#sent) this.#interrupt()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#onClose()
    await this.#process?.end()
  }

  kill(): void {
    this.#closed = true
    this.#onClose()
    this.#process?.kill()
  }

  async #send(blocks: readonly ContentBlock[]): Promise<void> {
    await this.#connected()
    if (this.#gate.stopping) {
      this.#gate.end('cancelled')
      return
    }
    this.#sent = true
    this.#stored = true
    this.#process?.send({ type: 'user', message: { role: 'user', content: blocks.flatMap(contentOf) } })
  }

  /** A running process that answered our greeting. */
  async #connected(): Promise<void> {
    if (this.#closed) throw refused('The session was closed.')
    if (!this.#process?.running) {
      this.#process = this.#start()
      this.#ready = this.#greet(this.#process)
    }
    await this.#ready
  }

  #start(): CliProcess {
    const { command, log } = this.#options
    const reader = new ClaudeReader(log)
    this.#refusal = null
    const cli = new CliProcess({
      command: claudeCommand(command, this.#opening.mcpServers, {
        id: this.id,
        resume: this.#stored,
        model: this.#model,
      }),
      hear: (line) => {
        for (const fact of reader.read(line)) {
          if (fact.type === 'fail') this.#refusal = fact.error
          this.#take(fact)
        }
      },
      log,
    })
    void cli.exited.then((exit) => this.#lost(cli, exit))
    return cli
  }

  /** The control protocol's first request; its answer says who is signed in, long before the first word to a model. */
  async #greet(cli: CliProcess): Promise<void> {
    const gone = cli.exited.then((exit) => {
      throw this.#refusal ?? processGone(exit, false)
    })
    const answer = await Promise.race([this.#request(cli, { subtype: 'initialize', hooks: null }), gone])
    this.#models = list(answer.models).flatMap((model) => {
      const { value, displayName } = fields(model)
      const id = text(value)
      return id === null ? [] : [{ value: id, name: text(displayName) ?? id }]
    })
    const { tokenSource, apiKeySource, apiProvider } = fields(answer.account)
    const nobody = tokenSource === 'none' && (apiKeySource === undefined || apiKeySource === 'none')
    if (!nobody || apiProvider !== 'firstParty') return
    cli.kill()
    throw signedOut('Nobody is logged in.')
  }

  #request(cli: CliProcess, request: { subtype: string; hooks?: null; model?: string }): Promise<Fields> {
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ body, error }) => (error === null ? resolve(body) : reject(refused(error))))
      cli.send({ type: 'control_request', request_id: id, request })
    })
  }

  #interrupt(): void {
    const cli = this.#process
    if (!cli) return
    this.#request(cli, { subtype: 'interrupt' }).catch((error: unknown) =>
      this.#options.log(`claude was not stopped: ${String(error)}`),
    )
  }

  #lost(cli: CliProcess, exit: ChildExit): void {
    if (this.#process !== cli) return
    this.#tail = cli.stderrTail
    this.#answers.clear()
    const idle = !this.#gate.running
    if (this.#closed) this.#gate.end('cancelled')
    else this.#gate.fail(processGone(exit, true))
    if (idle && !this.#closed)
      this.#options.log(`claude ended with ${exit.signal ?? exit.code}; the next prompt starts it again`)
  }

  #take(fact: ClaudeFact): void {
    switch (fact.type) {
      case 'update':
        if (this.#gate.running) this.#port.say(fact.update)
        return
      case 'ask':
        void this.#permission(fact).catch((error: unknown) => this.#answer(fact.request, deny(String(error))))
        return
      case 'withdraw':
        this.#withdrawn.add(fact.request)
        return
      case 'unknown_request':
        this.#options.log(`claude asked for something unknown: ${fact.subtype.slice(0, 80)}`)
        this.#process?.send(refuse(fact.request))
        return
      case 'answer':
        this.#answers.get(fact.request)?.(fact)
        this.#answers.delete(fact.request)
        return
      case 'end':
        this.#gate.end(fact.reason)
        return
      case 'fail':
        this.#gate.fail(fact.error)
        return
    }
  }

  async #permission({ request, tool, input, call, suggestions }: Ask): Promise<void> {
    if (tool === QUESTION_TOOL && this.#gate.running) {
      const updatedInput = await askQuestions(input, this.#port)
      const answered = updatedInput ? { behavior: 'allow', updatedInput } : deny('The user did not answer.')
      return this.#answer(request, answered)
    }
    const toolCall = { toolCallId: call, title: tool, kind: kindOf(tool), rawInput: input, status: 'pending' as const }
    const chosen = this.#gate.running ? await this.#port.permission(toolCall, CHOICES) : null
    if (chosen === 'always') {
      const updatedPermissions = suggestions.map((one) => ({ ...fields(one), destination: 'session' }))
      this.#answer(request, { behavior: 'allow', updatedInput: input, updatedPermissions })
    } else if (chosen === 'once') this.#answer(request, { behavior: 'allow', updatedInput: input })
    else this.#answer(request, deny('The user did not allow this.'))
  }

  #answer(request: string, response: object): void {
    if (this.#withdrawn.delete(request)) return
    const success = { subtype: 'success', request_id: request, response }
    this.#process?.send({ type: 'control_response', response: success })
  }
}

const CHOICES: PermissionOption[] = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Allow for this conversation', kind: 'allow_always' },
  { optionId: 'no', name: 'Refuse', kind: 'reject_once' },
]

const deny = (message: string) => ({ behavior: 'deny', message })

const refuse = (request: string) => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: request, error: 'Not supported by this client.' },
})

/** Text and pictures as the model's API takes them; what it cannot take is named, so that it is not lost silently. */
function contentOf(block: ContentBlock): object[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  if (block.type === 'image') {
    return [{ type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }]
  }
  return [{ type: 'text', text: `(A block of type ${block.type} was left out.)` }]
}
