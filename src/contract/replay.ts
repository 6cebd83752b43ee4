import { probe } from './probes.ts'
import type { Target } from './target.ts'
import { longestFirst, type TranscriptLine, told } from './transcript.ts'
import { filled } from './values.ts'

/** What differs from run to run, and says nothing about Rhino. */
const VOLATILE = new Set(['doc', 'serial', 'pid', 'version', 'revision', 'rhino', 'kernel', 'label', 'key', 'next'])
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HAIR = 1e-6

/** How a fake Rhino has to be set to be like the one of a transcript. */
export function switchesOf(lines: readonly TranscriptLine[]): Record<string, boolean | number> {
  return Object.assign({}, ...lines.map((line) => (line.kind === 'probe' ? line.probe.switches : {})))
}

/**
 * Asks a host all that a transcript asked, and says where it answers otherwise, a sentence each. Ids are whatever they
 * are, as long as the same ones come back. Where a double stands for Rhino's kernel only the shape is compared.
 */
export async function replay(target: Target, lines: readonly TranscriptLine[]): Promise<string[]> {
  const differing: string[] = []
  const ids = new Map<string, string>()
  const texts = longestFirst(target.texts)
  for (const line of lines) {
    if (line.kind !== 'call') continue
    const before = (await target.doubles?.()) ?? 0
    const params = filled(renamed(unpinned(line.params), ids), new Map(texts))
    const answer = await target.request(line.method, params)
    if (line.id !== null && answer.id !== null) ids.set(String(line.id), String(answer.id))
    const exact = ((await target.doubles?.()) ?? 0) === before
    const [mine, theirs] = answer.error
      ? [{ error: answer.error.data?.code }, { error: codeOf(line.error) }]
      : [{ result: told(answer.result, texts) }, { result: line.result }]
    const found = compare(theirs, mine, ids, exact)
    differing.push(
      ...found.map((difference) => `${line.method} ${JSON.stringify(line.params).slice(0, 120)}: ${difference}`),
    )
  }
  return [...differing, ...(await probesDiffer(target, lines))]
}

async function probesDiffer(target: Target, lines: readonly TranscriptLine[]): Promise<string[]> {
  const asked = lines.flatMap((line) => (line.kind === 'probe' && line.probe.answer !== null ? [line.probe] : []))
  if (asked.length === 0) return []
  const own = new Map((await probe(target, () => undefined)).map((outcome) => [outcome.id, outcome]))
  return asked.flatMap(({ id, switches }) => {
    const other = own.get(id)?.switches ?? {}
    const wrong = Object.entries(switches).filter(([name, value]) => other[name] !== value)
    return wrong.map(([name, value]) => `${id}: ${name} is ${other[name]}, not ${value}`)
  })
}

const codeOf = (error: unknown) => (error as { data?: { code?: string } } | undefined)?.data?.code

/** A transcript's calls name its own document. */
function unpinned(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || typeof (params as { doc?: unknown }).doc !== 'number')
    return params
  const { doc, ...rest } = params as { doc: number }
  return doc > 1_000_000 ? params : rest // No document has such a number: the case is about that.
}

function renamed(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value.replaceAll(/[0-9a-f-]{36}/g, (id) => ids.get(id) ?? id)
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part, ids)]))
}

/** Differences of `mine` from `theirs`; learns which of my ids stand for theirs. */
function compare(theirs: unknown, mine: unknown, ids: Map<string, string>, exact: boolean, at = ''): string[] {
  if (typeof theirs === 'string' && GUID.test(theirs)) {
    const known = ids.get(theirs)
    if (known === undefined && typeof mine === 'string') ids.set(theirs, mine)
    else if (known !== mine && exact) return [`${at} is another id`]
    return []
  }
  if (Array.isArray(theirs)) {
    if (!Array.isArray(mine)) return [`${at} is no list`]
    const length =
      exact && mine.length !== theirs.length ? [`${at} has ${mine.length} items, not ${theirs.length}`] : []
    return [...length, ...theirs.flatMap((item, index) => compare(item, mine[index], ids, exact, `${at}[${index}]`))]
  }
  if (typeof theirs === 'object' && theirs !== null) {
    if (typeof mine !== 'object' || mine === null)
      return exact ? [`${at} is ${JSON.stringify(mine)}, not an object`] : []
    const parts = mine as Record<string, unknown>
    return Object.entries(theirs)
      .filter(([key]) => !VOLATILE.has(key))
      .flatMap(([key, part]) => compare(part, parts[key], ids, exact, at ? `${at}.${key}` : key))
  }
  if (!exact || mine === theirs) return []
  if (typeof theirs === 'number' && typeof mine === 'number') {
    if (Math.abs(mine - theirs) <= HAIR * Math.max(1, Math.abs(theirs))) return []
  }
  return [`${at} is ${JSON.stringify(mine)}, not ${JSON.stringify(theirs)}`]
}
