import type { ContentBlock, StopReason } from '@agentclientprotocol/sdk'
import { asRequestError, refused } from '../translator/failure.ts'
import { TurnGate } from '../translator/gate.ts'
import { type Fields, fields, text } from '../translator/read.ts'
import type { Offered, SessionPort, TranslatedSession } from '../translator/translator.ts'
import { answerServer } from './approval.ts'
import { CodexReader } from './reader.ts'
import type { AppServer } from './server.ts'

/** What a thread runs on, and what there is. */
export interface CodexModels {
  current: string | null
  offered: Offered[]
}

/** One thread of the app-server, as an ACP session. */
export class CodexSession implements TranslatedSession {
  readonly id: string
  readonly #server: AppServer
  readonly #port: SessionPort
  readonly #reader: CodexReader
  readonly #log: (line: string) => void
  readonly #onClose: () => void
  readonly #gate = new TurnGate()
  readonly #model: CodexModels
  /** Told with every turn once it was chosen. */
  #chosen: string | null = null
  /** The running turn's own id, known when it has begun. */
  #turn: string | null = null
  /** Calls of MCP tools that have begun and not ended: `[id, server, tool]`. */
  #calls: [string, string, string][] = []

  constructor(
    id: string,
    server: AppServer,
    port: SessionPort,
    log: (line: string) => void,
    onClose: () => void,
    model: CodexModels,
  ) {
    this.#model = model
    this.id = id
    this.#server = server
    this.#port = port
    this.#reader = new CodexReader(log)
    this.#log = log
    this.#onClose = onClose
  }

  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    const ended = this.#gate.begin()
    this.#turn = null
    this.#calls = []
    this.#begin(blocks).catch((error: unknown) => this.#gate.fail(asRequestError(error)))
    return await ended
  }

  choices(): Record<string, { current: string; offered: Offered[] }> {
    const current = this.#chosen ?? this.#model.current
    return this.#model.offered.length > 0 && current !== null
      ? { model: { current, offered: this.#model.offered } }
      : {}
  }

  async choose(_what: 'model', value: string): Promise<void> {
    if (!this.#model.offered.some((model) => model.value === value)) throw refused(`Codex has no model “${value}”.`)
    this.#chosen = value
  }

  cancel(): void {
    if (!this.#gate.running || this.#gate.stopping) return
    this.#gate.stopping = true
    if (this.#turn !== null) this.#interrupt(this.#turn)
  }

  async close(): Promise<void> {
    this.#onClose()
    await this.#server.request('thread/unsubscribe', { threadId: this.id }).catch((error: unknown) => {
      this.#log(`codex did not close a session: ${String(error)}`)
    })
  }

  notification(method: string, params: Fields): void {
    if (!this.#gate.running) return
    if (method === 'turn/started') this.#begun(text(fields(params.turn).id))
    this.#remember(method, fields(params.item))
    for (const fact of this.#reader.read(method, params)) {
      if (fact.type === 'update') this.#port.say(fact.update)
      else if (this.#turn !== null && fact.turn !== this.#turn) this.#log('codex ended a turn that was over.')
      else if (fact.type === 'end') this.#gate.end(fact.reason)
      else this.#gate.fail(fact.error)
    }
  }

  async request(method: string, params: Fields): Promise<object | undefined> {
    const callOf = (server: string, tool: string) =>
      this.#calls.findLast((call) => call[1] === server && call[2] === tool)?.[0] ?? null
    return await answerServer(method, params, this.#port, callOf)
  }

  async #begin(blocks: readonly ContentBlock[]): Promise<void> {
    const input = blocks.map(inputOf)
    const { turn } = await this.#server.request('turn/start', {
      threadId: this.id,
      input,
      ...(this.#chosen !== null && { model: this.#chosen }),
    })
    this.#begun(text(fields(turn).id))
  }

  /** Told twice, by the answer and by a notification, in either order. A stop from before is carried out now. */
  #begun(turn: string | null): void {
    if (turn === null || this.#turn !== null || !this.#gate.running) return
    this.#turn = turn
    if (this.#gate.stopping) this.#interrupt(turn)
  }

  #interrupt(turnId: string): void {
    this.#server.request('turn/interrupt', { threadId: this.id, turnId }).catch((error: unknown) => {
      this.#log(`codex was not stopped: ${String(error)}`)
    })
  }

  #remember(method: string, item: Fields): void {
    const id = text(item.id)
    if (id === null || item.type !== 'mcpToolCall') return
    this.#calls = this.#calls.filter((call) => call[0] !== id)
    if (method === 'item/started') this.#calls.push([id, text(item.server) ?? '', text(item.tool) ?? ''])
  }
}

/** Text and pictures; what it cannot take is named, so that it is not lost silently. */
function inputOf(block: ContentBlock): object {
  if (block.type === 'text') return { type: 'text', text: block.text, text_elements: [] }
  if (block.type === 'image') return { type: 'image', url: `data:${block.mimeType};base64,${block.data}` }
  return { type: 'text', text: `(A block of type ${block.type} was left out.)`, text_elements: [] }
}
