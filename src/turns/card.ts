import { randomUUID } from 'node:crypto'
import type { Progress } from '../rhino/progress.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { ToolSpec, Wording } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import type { Journal } from './journal.ts'
import { unturned, withTitles } from './plain.ts'

/** How long the result of a call is waited for that Rhino is still working on after its time, in ms. */
export const LATE_MS = 600_000

/** Longest piece of a tool's input or output that a card keeps, in characters of JSON. */
const KEPT_CHARACTERS = 40_000

export interface ToolAnswer {
  output: Record<string, unknown>
  sentence: string
}

export interface Card {
  journal: Journal
  turn: string
  tool: ToolSpec
  input: Record<string, unknown>
  session: RhinoSession
  words: Wording
  signal: AbortSignal
  onProgress?: OnProgress | undefined
}

export type OnProgress = (progress: Progress) => void

/** Calls one tool and keeps its card: begun before the call leaves, ended whatever comes back. Throws a Fault. */
export async function callWithCard(card: Card): Promise<ToolAnswer> {
  const { journal, turn, tool, input, session } = card
  const call = randomUUID()
  const begun = performance.now()
  journal.append({ type: 'tool.begin', turn, call, tool: tool.name, title: tool.title, input: kept(input) })
  const end = (outcome: 'ok' | 'failed' | 'stopped', sentence: string, rest: Partial<EndOfCard> = {}) =>
    journal.append({
      type: 'tool.end',
      turn,
      call,
      outcome,
      sentence: unturned(sentence),
      output: rest.output ?? null,
      pictures: rest.pictures ?? [],
      objects: rest.objects ?? [],
      ms: Math.round(performance.now() - begun),
    })
  try {
    const output = (await session.callRaw(tool.method, input, {
      signal: card.signal,
      lateMs: LATE_MS,
      onProgress: card.onProgress,
    })) as Record<string, unknown>
    const sentence = sentenceOf(tool, input, output, card.words)
    end('ok', sentence, {
      output: kept(withoutPicture(tool, output)),
      pictures: keepPicture(journal, tool, output),
      objects: objectsOf(tool, input, output),
    })
    return { output, sentence }
  } catch (error) {
    if (card.signal.aborted) {
      end('stopped', 'Stopped')
      throw new Fault('OPERATION_FAILED', 'The turn was stopped.', { next: 'Do not go on; the designer stopped you.' })
    }
    end('failed', error instanceof Error ? withTitles(error.message) : String(error), {
      output: error instanceof Fault ? { code: error.code, details: error.details } : null,
    })
    throw error
  }
}

interface EndOfCard {
  output: unknown
  pictures: string[]
  objects: string[]
}

/** A sentence that cannot be made must not fail a call that worked. */
export function sentenceOf(
  tool: ToolSpec,
  input: Record<string, unknown>,
  output: Record<string, unknown>,
  words: Wording,
) {
  try {
    return tool.summarize(input, output, words)
  } catch {
    return tool.title
  }
}

function objectsOf(tool: ToolSpec, input: Record<string, unknown>, output: Record<string, unknown>): string[] {
  try {
    return [...(tool.objects?.(input, output) ?? [])].slice(0, 1000)
  } catch {
    return []
  }
}

function withoutPicture(tool: ToolSpec, output: Record<string, unknown>): Record<string, unknown> {
  if (!tool.picture) return output
  const { [tool.picture]: _picture, ...rest } = output
  return rest
}

function keepPicture(journal: Journal, tool: ToolSpec, output: Record<string, unknown>): string[] {
  const data = tool.picture ? output[tool.picture] : undefined
  if (typeof data !== 'string' || data === '') return []
  const picture = journal.picture(data)
  return picture === null ? [] : [picture]
}

/** What a card shows of raw data: all of it, or its beginning. */
function kept(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  if (text.length <= KEPT_CHARACTERS) return value
  return { shortened: true, characters: text.length, beginning: text.slice(0, KEPT_CHARACTERS) }
}
