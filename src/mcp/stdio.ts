import type { Readable, Writable } from 'node:stream'
import { type CoreAddress, CoreGone, CoreLink } from './core-link.ts'
import { MAX_BODY_BYTES } from './guard.ts'
import { introduction, newSessionId, SESSION_HEADER } from './identity.ts'
import { idIn, LineReader, type ReadLine } from './lines.ts'
import { mirrorHeaders } from './mirror-headers.ts'

/** How long calls that still run may take to finish once the client has closed its end, in ms. */
const LAST_ANSWERS_MS = 2000

/** Some shells on Windows put one in front of what they pipe. */
const BYTE_ORDER_MARK = /^\ufeff/

export interface StdioOptions {
  input: Readable
  /** Nothing but MCP is ever written here. */
  output: Writable
  /** Finds the running core or starts one. Called for the first message, and again whenever the core is gone. */
  connect(): Promise<CoreAddress>
  /** For stderr: what a person should know. Never a token, never arguments. */
  note?(line: string): void
}

/**
 * Serves MCP over stdin and stdout by handing every message to the core's HTTP endpoint, which does all the rest; so
 * both ways in behave the same. Resolves when the client has closed its end and its last answers are out.
 */
export function serveStdio(options: StdioOptions): Promise<void> {
  return new Bridge(options).run()
}

type Id = string | number | null

class Bridge {
  readonly #options: StdioOptions
  readonly #lines = new LineReader(MAX_BODY_BYTES)
  readonly #running = new Map<string, AbortController>()
  readonly #pending = new Set<Promise<void>>()
  #link: Promise<CoreLink> | null = null
  /** Tells this client from others with the same token and name. */
  #session: string | null = null
  /** Cores whose stream of notifications is open. */
  readonly #heard = new WeakSet<CoreLink>()
  readonly #ending = new AbortController()
  /** The 2025 protocol that was agreed on; 2026's stands in every message. */
  #version: string | null = null

  constructor(options: StdioOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { input, output } = this.#options
    await new Promise<void>((ended) => {
      input.on('data', (chunk: Buffer) => this.#take(this.#lines.push(chunk)))
      input.on('end', ended)
      input.on('close', ended)
      input.on('error', () => ended())
      // Nobody reads any more: the client is gone.
      output.on('error', () => ended())
    })
    this.#take(this.#lines.end())
    const late = setTimeout(() => this.#abortAll(), LAST_ANSWERS_MS)
    await Promise.all(this.#pending)
    clearTimeout(late)
    this.#ending.abort()
  }

  #take(lines: ReadLine[]): void {
    for (const line of lines) {
      if (line.kind === 'line') this.#forward(line.text.replace(BYTE_ORDER_MARK, ''))
      else this.#refuse(idIn(line.head, line.tail), -32_600, tooLong(line.bytes))
    }
  }

  #forward(text: string): void {
    const message = parse(text)
    if (typeof message === 'string') {
      this.#refuse(null, -32_700, message)
      return
    }
    const { id, method, params } = message as { id?: Id; method?: unknown; params?: { requestId?: unknown } }
    // Over HTTP a call is cancelled by going away; that works for both eras.
    if (method === 'notifications/cancelled') {
      this.#running.get(JSON.stringify(params?.requestId))?.abort()
      return
    }
    // The client's answer to a question of ours: nothing comes back for it.
    const expects = method === undefined && !Array.isArray(message) ? null : (id ?? null)
    const work = this.#exchange(text, message, method, expects).finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  async #exchange(text: string, message: object, method: unknown, id: Id): Promise<void> {
    const cancel = new AbortController()
    const key = JSON.stringify(id)
    if (id !== null) this.#running.set(key, cancel)
    this.#session ??= introduction(message) ? newSessionId(message) : null
    let answered = id === null
    try {
      for await (const answer of this.#reach(text, this.#headersFor(message), cancel.signal, method)) {
        answered ||= isAnswer(answer)
        // Nobody waits for a word about a notification.
        if (id !== null || Array.isArray(message))
          this.#write(method === 'initialize' ? this.#noteVersion(answer) : answer, id)
      }
      if (!answered) throw new Error('it gave no answer')
      if (method === 'initialize' && this.#link) this.#hearing(await this.#link)
    } catch (error) {
      if (!cancel.signal.aborted && id !== null) this.#refuse(id, -32_000, broken(error, method))
      if (!cancel.signal.aborted) this.#options.note?.(`${String(method)}: ${(error as Error).message}`)
    } finally {
      if (this.#running.get(key) === cancel) this.#running.delete(key)
    }
  }

  /** Sends to the core; when it is gone, to the next one, once, provided that nothing can be done twice by it. */
  async *#reach(text: string, headers: Record<string, string>, signal: AbortSignal, method: unknown) {
    const used = this.#core()
    const link = await used
    let answered = false
    try {
      for await (const answer of link.send(text, headers, signal)) {
        answered = true
        yield answer
      }
    } catch (error) {
      const harmless = error instanceof CoreGone || (method !== 'tools/call' && !answered)
      if (signal.aborted || !harmless) throw error
      if (this.#link === used) this.#link = null
      yield* (await this.#core()).send(text, headers, signal)
    }
  }

  #core(): Promise<CoreLink> {
    if (this.#link) return this.#link
    const link = this.#options.connect().then((address) => this.#hearing(new CoreLink(address)))
    this.#link = link
    link.catch(() => {
      if (this.#link === link) this.#link = null
    })
    return link
  }

  /**
   * Passes on what the core says unasked, that its tools have changed for instance. Only 2025's clients need it: those of
   * 2026 open a stream of their own. A core that goes is not started again for this.
   */
  #hearing(link: CoreLink): CoreLink {
    if (this.#version !== null && !this.#heard.has(link)) {
      this.#heard.add(link)
      void this.#passOn(link)
    }
    return link
  }

  async #passOn(link: CoreLink): Promise<void> {
    try {
      for await (const said of link.listen(this.#headersFor({}), this.#ending.signal)) this.#write(said, null)
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#options.note?.(`Notifications: ${(error as Error).message}`)
    }
  }

  #headersFor(message: object): Record<string, string> {
    return {
      ...(this.#version === null ? {} : { 'mcp-protocol-version': this.#version }),
      ...mirrorHeaders(message),
      ...(this.#session === null ? {} : { [SESSION_HEADER]: this.#session }),
    }
  }

  #noteVersion(answer: string): string {
    const version = (JSON.parse(answer) as { result?: { protocolVersion?: unknown } }).result?.protocolVersion
    if (typeof version === 'string') this.#version = version
    return answer
  }

  /** An error of the HTTP door names no request; here it must. */
  #write(answer: string, id: Id): void {
    const nameless = id !== null && answer.includes('"error"') && answer.includes('"id":null')
    if (nameless) {
      const { error } = JSON.parse(answer) as { error?: unknown }
      this.#options.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
    } else this.#options.output.write(`${answer}\n`)
  }

  #refuse(id: Id, code: number, message: string): void {
    this.#options.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }

  #abortAll(): void {
    for (const cancel of this.#running.values()) cancel.abort()
  }
}

/** The message of a line, or the sentence that says why it is none. */
function parse(text: string): object | string {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : 'A message is a JSON object on one line.'
  } catch (error) {
    return `This line is not JSON: ${(error as Error).message}.`
  }
}

/** Progress on the way to an answer is none. */
const isAnswer = (text: string): boolean => !('method' in (JSON.parse(text) as object))

function tooLong(bytes: number): string {
  const limit = MAX_BODY_BYTES / 1024 / 1024
  return `This message has ${bytes} bytes; at most ${limit} MiB are taken. Send large data as a file path, or in parts.`
}

function broken(error: unknown, method: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  if (error instanceof CoreGone) return `Tickbird cannot be reached (${why}). Start it again, then repeat the request.`
  const next = method === 'tools/call' ? ' Look with get_context what was done before you repeat the call.' : ''
  return `The connection to Tickbird broke off (${why}).${next}`
}

/**
 * Keeps standard output for MCP: gives the way to it, and sends everything else that is ever printed there to standard
 * error, whoever prints it.
 */
export function claimStdout(): Writable {
  const real = process.stdout
  const write = real.write.bind(real)
  const claimed = Object.create(real, { write: { value: write } }) as Writable
  real.write = process.stderr.write.bind(process.stderr) as typeof real.write
  return claimed
}
