import type { Socket } from 'node:net'
import { Fault } from '../../wire/fault.ts'
import { type Decoded, FrameDecoder, MAX_PAYLOAD_BYTES } from '../../wire/frame.ts'
import { answerFault, answerWith, type Request, readRequest } from '../../wire/message.ts'
import { frameAnswer, frameOutcome } from './answers.ts'
import type { Instant } from './instant.ts'
import type { Outcome } from './jobs.ts'
import type { Welcome } from './welcome.ts'

/** A client that reads none of its answers is let go once this much waits for it. */
const MAX_UNREAD_BYTES = 4 * MAX_PAYLOAD_BYTES

/** Where calls go that need the document. */
export type Submit = (request: Request, reply: (outcome: Outcome) => void) => void

/** One client: reads its frames, answers what can be answered at once, and passes on the rest. */
export class Connection {
  readonly #socket: Socket
  readonly #welcome: Welcome
  readonly #instant: Instant
  readonly #submit: Submit
  readonly #decoder = new FrameDecoder()

  constructor(socket: Socket, welcome: Welcome, instant: Instant, submit: Submit) {
    this.#socket = socket
    this.#welcome = welcome
    this.#instant = instant
    this.#submit = submit
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      for (const found of this.#decoder.push(chunk)) this.#take(found)
    })
  }

  #take(found: Decoded): void {
    if (found.kind === 'unreadable') {
      const fault = new Fault('PARSE_ERROR', found.reason, {
        next: 'Send a uint32 big-endian byte length, then that many bytes of UTF-8 JSON.',
      })
      this.#send(frameAnswer(answerFault(null, fault)))
    } else if (found.kind === 'too_large') {
      const fault = new Fault('TOO_LARGE', `A message of ${found.bytes} bytes is over the limit.`, {
        next: `Send at most ${MAX_PAYLOAD_BYTES} bytes at once. This connection closes; open a new one.`,
      })
      this.#send(frameAnswer(answerFault(null, fault)))
      this.#socket.end()
    } else {
      const read = readRequest(found.value)
      if (read.ok) this.#answer(read.request)
      else this.#send(frameAnswer(answerFault(read.id, read.fault)))
    }
  }

  #answer(request: Request): void {
    const { id, method } = request
    try {
      if (method !== 'ping' && method !== 'hello') this.#welcome.check()
      const result = this.#instant(request, this.#welcome)
      if (result !== undefined) this.#send(frameAnswer(answerWith(id, result)))
      else this.#submit(request, (outcome) => this.#send(frameOutcome(id, outcome)))
    } catch (error) {
      this.#send(frameAnswer(answerFault(id, asFault(error, method))))
      if (this.#welcome.isSpent) this.#socket.end()
    }
  }

  #send(frame: Buffer): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    this.#socket.write(frame)
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy()
  }
}

/** Our own bug in one call must not end the process, which holds the document. */
function asFault(error: unknown, method: string): Fault {
  if (error instanceof Fault) return error
  console.error(`${method} failed in a way nobody foresaw:`, error)
  return new Fault('INTERNAL_ERROR', `${method} failed.`, { next: 'Report this with the log.' })
}
