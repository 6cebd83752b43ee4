import { z } from 'zod'
import { boundingBox, OBJECT_KINDS, point } from './geometry.ts'

/** One object in a change summary. `size` is its bounding box's extent in model units. */
export const objectBrief = z.object({
  guid: z.string(),
  kind: z.enum(OBJECT_KINDS),
  name: z.string(),
  layer: z.string(),
  size: point().nullable(),
})
export type ObjectBrief = z.infer<typeof objectBrief>

/** What a turn did to a document. Lists hold at most 100 objects each; the counts are always whole. */
export const changeSummary = z.object({
  counts: z.object({ added: z.number().int(), removed: z.number().int(), modified: z.number().int() }),
  added: z.array(objectBrief),
  removed: z.array(objectBrief),
  modified: z.array(objectBrief),
  /** Changed things that are no objects: "layer Walls added", "units set to meters". */
  other: z.array(z.string()),
  /** Of everything visible, before and after; null where the document was or is empty. */
  bounding_box_before: boundingBox().nullable(),
  bounding_box_after: boundingBox().nullable(),
  /**
   * Total volume of the closed solids that the turn touched, as they were and as they are, in cubed model units; null
   * where there is none or the host cannot tell.
   */
  volume_before: z.number().nullable(),
  volume_after: z.number().nullable(),
  /** What undo does not take back, in words: "saved bracket.3dm". */
  uncovered: z.array(z.string()),
})
export type ChangeSummary = z.infer<typeof changeSummary>

export const noChange = (): ChangeSummary => ({
  counts: { added: 0, removed: 0, modified: 0 },
  added: [],
  removed: [],
  modified: [],
  other: [],
  bounding_box_before: null,
  bounding_box_after: null,
  volume_before: null,
  volume_after: null,
  uncovered: [],
})

/** False for a turn that left no trace in the document. */
export function changedAnything({ counts, other }: ChangeSummary): boolean {
  return counts.added + counts.removed + counts.modified + other.length > 0
}
