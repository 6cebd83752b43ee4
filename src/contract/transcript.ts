import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { Answer, RequestId } from '../wire/message.ts'
import type { ProbeOutcome } from './probes.ts'
import type { Outcome, Target } from './target.ts'

/** One line of a transcript: what was asked of a host and what it answered, so that another can be asked the same. */
export type TranscriptLine =
  | { kind: 'about'; tickbird: string; rhino: string | null; plugin: string; started: string; platform: string }
  | {
      kind: 'call'
      id: RequestId | null
      method: string
      params: unknown
      ms: number
      result?: unknown
      error?: unknown
    }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'probe'; probe: ProbeOutcome }
  | { kind: 'end'; failed: number; restored: boolean }

type Texts = readonly (readonly [name: string, text: string])[]

/** So that a file is not told as one of its folder. */
export const longestFirst = (texts: Readonly<Record<string, string>>): Texts =>
  Object.entries(texts).sort(([, a], [, b]) => b.length - a.length)

/** Texts that are longer, pictures above all, are told by their length. */
const LONGEST = 4000

/** A JSONL file that grows line by line, so that a run that breaks off leaves what it had. */
export class Transcript {
  readonly path: string
  readonly #texts: Texts

  /** `texts`: what is written as `${name}` instead: the secret, folders of this machine. */
  constructor(path: string, texts: Readonly<Record<string, string>>) {
    this.path = path
    this.#texts = longestFirst(texts)
    writeFileSync(path, '', { mode: 0o600 })
  }

  write(line: TranscriptLine): void {
    appendFileSync(this.path, `${JSON.stringify(told(line, this.#texts))}\n`)
  }
}

/** A target whose calls are written down. */
export function recorded(target: Target, transcript: Transcript): Target {
  return {
    ...target,
    async request(method, params) {
      const before = performance.now()
      const answer = await target.request(method, params)
      const ms = Math.round(performance.now() - before)
      const outcome = answer.error ? { error: answer.error } : { result: ownOnly(method, params, answer) }
      transcript.write({ kind: 'call', id: answer.id, method, params, ms, ...outcome })
      return answer
    },
  }
}

/** Other documents that are open are nobody's business. */
function ownOnly(method: string, params: unknown, { result }: Answer): unknown {
  if (method !== 'rhino.list_documents') return result
  const { documents, ...rest } = result as { documents: { serial: number; active: boolean }[] }
  const own = (params as { doc?: unknown } | undefined)?.doc
  const isOwn = ({ serial, active }: { serial: number; active: boolean }) =>
    own === undefined ? active : serial === own
  return { ...rest, documents: documents.filter(isOwn) }
}

/** The same value with known texts named, and long ones told by their length. */
export function told(value: unknown, texts: Texts): unknown {
  if (typeof value === 'string') {
    const named = texts.reduce((text, [name, known]) => (known ? text.replaceAll(known, `\${${name}}`) : text), value)
    return named.length > LONGEST ? `<${named.length} characters>` : named
  }
  if (Array.isArray(value)) return value.map((item) => told(item, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, told(part, texts)]))
}

/** Throws where a line is no JSON. */
export function readTranscript(path: string): TranscriptLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TranscriptLine)
}
