import type { Block, ToolBlock, Turn } from '../conversation/model.ts'
import { together } from './alike.ts'

/** One line of the transcript. Long turns are many rows, so that only what is in sight is in the page. */
export type Row =
  | { readonly kind: 'folded'; readonly key: string; readonly turn: Turn }
  | {
      readonly kind: 'header'
      readonly key: string
      readonly turn: Turn
      readonly foldable: boolean
      readonly first: boolean
    }
  | { readonly kind: 'prompt'; readonly key: string; readonly turn: Turn }
  | { readonly kind: 'agent'; readonly key: string; readonly turn: Turn }
  | { readonly kind: 'block'; readonly key: string; readonly turn: Turn; readonly block: Exclude<Block, ToolBlock> }
  /** One tool call, or several that are shown as one. */
  | {
      readonly kind: 'card'
      readonly key: string
      readonly turn: Turn
      readonly blocks: readonly ToolBlock[]
      readonly joins: Joins
    }
  | { readonly kind: 'end'; readonly key: string; readonly turn: Turn }
  | { readonly kind: 'sending'; readonly key: string; readonly prompt: string }

/** Cards that follow each other share their borders. */
export interface Joins {
  readonly above: boolean
  readonly below: boolean
}

/** Turns this old are one line each until they are opened. */
const OPEN_TURNS = 3

/**
 * Turns older than `openFrom`, the id of one, are folded; `toggled` holds the turns where the person decided otherwise.
 * An id and not an index, because older turns come in above while somebody reads.
 */
export function rowsOf(turns: readonly Turn[], openFrom: string | null, toggled: ReadonlySet<string>): Row[] {
  const foldBefore = turns.findIndex(({ id }) => id === openFrom)
  return turns.flatMap((turn, index) => {
    const old = index < foldBefore && turn.end !== null
    return old !== toggled.has(turn.id) ? foldedRow(turn) : turnRows(turn)
  })
}

/** The turn from which on they are open, while the end is what is read. */
export const openFromEnd = (turns: readonly Turn[]): string | null => turns.at(-OPEN_TURNS)?.id ?? turns[0]?.id ?? null

const foldedRows = new WeakMap<Turn, Row[]>()
const openRows = new WeakMap<Turn, Row[]>()

function foldedRow(turn: Turn): Row[] {
  const rows = foldedRows.get(turn) ?? [{ kind: 'folded', key: `${turn.id}:folded`, turn }]
  foldedRows.set(turn, rows)
  return rows
}

function turnRows(turn: Turn): Row[] {
  const kept = openRows.get(turn)
  if (kept) return kept
  const { id, blocks } = turn
  const rows: Row[] = [
    { kind: 'header', key: `${id}:header`, turn, foldable: turn.end !== null, first: turn.number <= 1 },
  ]
  if (turn.prompt) rows.push({ kind: 'prompt', key: `${id}:prompt`, turn })
  if (blocks.length > 0 || !turn.prompt) rows.push({ kind: 'agent', key: `${id}:agent`, turn })
  const groups = together(blocks)
  groups.forEach((group, i) => {
    const calls = group.filter((block) => block.kind === 'tool')
    const joins = { above: isCard(groups[i - 1]), below: isCard(groups[i + 1]) }
    if (calls.length > 0) rows.push({ kind: 'card', key: `${id}:${calls[0]?.key}`, turn, blocks: calls, joins })
    for (const block of group)
      if (block.kind !== 'tool') rows.push({ kind: 'block', key: `${id}:${block.key}`, turn, block })
  })
  if (turn.end) rows.push({ kind: 'end', key: `${id}:end`, turn })
  openRows.set(turn, rows)
  return rows
}

const isCard = (group: readonly Block[] | undefined): boolean => group?.[0]?.kind === 'tool'
