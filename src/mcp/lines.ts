/** What a stream of lines holds: a line, or one that was longer than anyone may send. */
export type ReadLine =
  | { kind: 'line'; text: string }
  /** Its first and last characters, for finding out which request it was. */
  | { kind: 'too_long'; bytes: number; head: string; tail: string }

const KEPT = 4096
const NEWLINE = 0x0a

/**
 * Cuts a byte stream into lines. A line over `limit` bytes is let through to nowhere and reported at its end; the next
 * one is read as if nothing had been.
 */
export class LineReader {
  readonly #limit: number
  #parts: Buffer[] = []
  #bytes = 0
  #head: Buffer | null = null
  #tail: Buffer = Buffer.alloc(0)

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Every line that `chunk` completes, in order. Empty lines are left out. */
  push(chunk: Buffer): ReadLine[] {
    const found: ReadLine[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end))
      from = end + 1
      const line = this.#finish()
      if (line) found.push(line)
    }
    this.#keep(chunk.subarray(from))
    return found
  }

  /** What stands after the last line break, when the stream has ended. */
  end(): ReadLine[] {
    const line = this.#finish()
    return line ? [line] : []
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#head === null && this.#bytes > this.#limit) {
      const start = Buffer.concat(this.#parts)
      this.#head = Buffer.concat([start, part.subarray(0, KEPT)]).subarray(0, KEPT)
      this.#tail = start
      this.#parts = []
    }
    if (this.#head === null) this.#parts.push(part)
    else this.#tail = Buffer.concat([this.#tail.subarray(-KEPT), part.subarray(-KEPT)]).subarray(-KEPT)
  }

  #finish(): ReadLine | null {
    const [bytes, head, tail] = [this.#bytes, this.#head, this.#tail]
    const text = head === null ? Buffer.concat(this.#parts).toString('utf8') : ''
    this.#parts = []
    this.#bytes = 0
    this.#head = null
    this.#tail = Buffer.alloc(0)
    if (head !== null) return { kind: 'too_long', bytes, head: head.toString('utf8'), tail: tail.toString('utf8') }
    return text.trim() === '' ? null : { kind: 'line', text }
  }
}

/**
 * The id of a JSON-RPC message of which only the two ends are left: before anything nested, or after everything.
 * Null where it cannot be told for certain.
 */
export function idIn(head: string, tail: string): string | number | null {
  const value = '("(?:[^"\\\\]|\\\\.)*"|-?\\d+)'
  const plain = '"\\w+"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d+)\\s*,\\s*'
  const found =
    new RegExp(`^\\s*\\{\\s*(?:${plain})*"id"\\s*:\\s*${value}\\s*,`).exec(head) ??
    new RegExp(
      `\\}\\s*,\\s*(?:${plain})*"id"\\s*:\\s*${value}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`,
    ).exec(tail)
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number)
}
