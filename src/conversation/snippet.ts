import type { SnippetPart } from '../shared/history.ts'
import { fold } from './fold-text.ts'

/** About how many characters of a text are shown round what was found. */
const SHOWN = 160
const LEAD = 40

/** Up to {@link SHOWN} characters of `text` from shortly before the first term that it holds, with every term marked. */
export function snippetOf(text: string, terms: readonly string[]): SnippetPart[] {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const { text: folded, from } = fold(line)
  const marks = marksIn(folded, terms)
  const first = from[marks[0]?.[0] ?? 0] ?? 0
  const start = first <= LEAD ? 0 : wordStart(line, first - LEAD)
  const end = Math.min(line.length, start + SHOWN)
  const parts: SnippetPart[] = []
  let at = start
  const add = (until: number, hit: boolean) => {
    if (until > at) parts.push({ text: line.slice(at, until), hit })
    at = Math.max(at, until)
  }
  for (const [begin, stop] of marks) {
    const [open, close] = [from[begin] ?? line.length, from[stop] ?? line.length]
    if (close <= start || open >= end) continue
    add(Math.max(open, start), false)
    add(Math.min(close, end), true)
  }
  add(end, false)
  if (start > 0) parts.unshift({ text: '…', hit: false })
  if (end < line.length) parts.push({ text: '…', hit: false })
  return parts
}

export function holdsAll(text: string, terms: readonly string[]): boolean {
  const folded = fold(text).text
  return terms.every((term) => folded.includes(term))
}

/** Where terms stand, in order, overlapping ones as one. Only near the first: nobody sees the others. */
function marksIn(folded: string, terms: readonly string[]): [number, number][] {
  const firsts = terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0)
  if (firsts.length === 0) return []
  const reach = Math.min(...firsts) + SHOWN * 2
  const found: [number, number][] = []
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0 && at < reach; at = folded.indexOf(term, at + term.length)) {
      found.push([at, at + term.length])
    }
  }
  const merged: [number, number][] = []
  for (const mark of found.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1])
    else merged.push(mark)
  }
  return merged
}

/** The beginning of the word at `at`, if there is one near; never the middle of a surrogate pair. */
function wordStart(line: string, at: number): number {
  const blank = line.lastIndexOf(' ', at)
  if (blank >= 0 && at - blank < 20) return blank + 1
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at + 1 : at
}
