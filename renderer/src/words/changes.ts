import type { ChangeSummary, ObjectBrief } from '../../../src/shared/change.ts'
import { count, number, volume, volumeDelta } from './numbers.ts'

/** "6 added, 1 changed"; null where the turn left no trace. */
export function countsLine({ counts, other }: ChangeSummary): string | null {
  const parts = [
    counts.added > 0 && `${number(counts.added, 0)} added`,
    counts.modified > 0 && `${number(counts.modified, 0)} changed`,
    counts.removed > 0 && `${number(counts.removed, 0)} removed`,
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ')
  return other.length > 0 ? `${count(other.length, 'setting', 'settings')} changed` : null
}

/** "Volume 38 412 mm³ (−612)"; null where there is no solid before or after. */
export function volumeLine(changes: ChangeSummary, unit: string): string | null {
  const { volume_before: before, volume_after: after } = changes
  if (after === null) return before === null ? null : `Volume 0 (${volumeDelta(before, 0)})`
  if (before === null) return `Volume ${volume(after, unit)}`
  if (volumeDelta(before, after) === '0') return null
  return `Volume ${volume(after, unit)} (${volumeDelta(before, after)})`
}

const KIND_WORDS: Partial<Record<ObjectBrief['kind'], string>> = {
  brep: 'Polysurface',
  point_cloud: 'Point cloud',
  block_instance: 'Block',
  subd: 'SubD',
  unsupported: 'Object',
}

/** Rhino's word for a kind of object: "Polysurface", "Curve". */
export function kindWord(kind: ObjectBrief['kind']): string {
  return KIND_WORDS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
}

export interface ChangeRow {
  readonly how: 'added' | 'changed' | 'removed'
  readonly object: ObjectBrief
}

/** Every object a summary names, in the order a reader asks: what came, what changed, what went. */
export function changeRows({ added, modified, removed }: ChangeSummary): ChangeRow[] {
  return [
    ...added.map((object): ChangeRow => ({ how: 'added', object })),
    ...modified.map((object): ChangeRow => ({ how: 'changed', object })),
    ...removed.map((object): ChangeRow => ({ how: 'removed', object })),
  ]
}

/** How many objects changed that the lists, capped at a hundred each, do not name. */
export function unnamed({ counts, added, modified, removed }: ChangeSummary): number {
  return counts.added + counts.modified + counts.removed - added.length - modified.length - removed.length
}
