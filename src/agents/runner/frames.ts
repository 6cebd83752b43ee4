import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'

/** Longest line taken from an agent, in bytes. Pictures travel in base64, so it is generous. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024

export interface FrameTap {
  sent(message: AnyMessage): void
  /** False keeps the message from the SDK: it was dealt with here. */
  received(message: AnyMessage): boolean
  /** A line that is no message: agents print banners and warnings to stdout. */
  noise(line: string): void
}

const NEWLINE = 0x0a
const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Newline-delimited JSON over a process' pipes, as the ACP SDK wants it. Unlike the SDK's own stream it survives lines
 * that are no JSON, shows every frame before it is parsed strictly (unknown updates are dropped there), and keeps
 * updates in order. A line over {@link MAX_LINE_BYTES} ends the stream with an error, because an answer may be lost.
 */
export function frameStream(stdout: Readable, stdin: Writable, tap: FrameTap): Stream {
  let open = true
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const finish = (error?: Error) => {
        if (!open) return
        open = false
        if (error) controller.error(error)
        else controller.close()
      }
      const take = (line: string) => {
        if (!open || line.trim() === '') return
        const message = parse(line)
        if (message === undefined) tap.noise(line)
        else if (tap.received(message)) controller.enqueue(message)
      }
      const lines = lineSplitter(take, () =>
        finish(new Error(`The agent sent a line of over ${MAX_LINE_BYTES} bytes.`)),
      )
      stdout.on('data', (chunk: Buffer) => lines.push(chunk))
      stdout.once('close', () => {
        lines.end()
        finish()
      })
      stdout.once('error', finish)
    },
    cancel() {
      open = false
      stdout.destroy()
    },
  })
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      tap.sent(message)
      // Nobody reads what is written after the end; the pending requests are rejected by the end itself.
      if (stdin.writable) stdin.write(`${JSON.stringify(message)}\n`)
    },
  })
  return { readable, writable }
}

function parse(line: string): AnyMessage | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isMessage(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Splits bytes into lines; scans every byte once, however many chunks a line comes in. */
export function lineSplitter(take: (line: string) => void, tooLong: () => void) {
  let parts: Buffer[] = []
  let size = 0
  const flush = () => {
    const line = Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    take(line)
  }
  return {
    push(chunk: Buffer) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        parts.push(chunk.subarray(start, end))
        flush()
        start = end + 1
      }
      if (start === chunk.length) return
      parts.push(chunk.subarray(start))
      size += chunk.length - start
      if (size > MAX_LINE_BYTES) {
        parts = []
        size = 0
        tooLong()
      }
    },
    end() {
      if (parts.length > 0) flush()
    },
  }
}
