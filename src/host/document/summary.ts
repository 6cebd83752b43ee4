import { type ChangeSummary, noChange, type ObjectBrief } from '../../shared/change.ts'
import type { BoundingBox } from '../../shared/geometry.ts'
import type { Change } from './changes.ts'
import type { Document } from './document.ts'
import type { DocumentObject, TableName } from './entry.ts'
import { kindOf, sizeOf } from './measures.ts'

/** Objects that a summary lists of each sort. */
const MAX_LISTED = 100
/** Volumes that a summary asks the kernel for at most; some milliseconds each. */
const MAX_MEASURED = 300

export interface Extents {
  before: BoundingBox | null
  after: BoundingBox | null
}

/** Several records as one: each entry's first value before and its last after. */
export function compose(records: Iterable<Iterable<Change>>): Change[] {
  const whole = new Map<string, Change>()
  for (const changes of records) {
    for (const change of changes) {
      const key = `${change.table}:${change.id}`
      const known = whole.get(key)
      whole.set(key, known ? { ...change, before: known.before } : change)
    }
  }
  return [...whole.values()].filter(({ before, after }) => before !== after)
}

/** The other way round, for what an undo did. */
export const reversed = (changes: readonly Change[]): Change[] =>
  changes.map((change) => ({ ...change, before: change.after, after: change.before }))

export function summarize(doc: Document, changes: readonly Change[], extents: Extents): ChangeSummary {
  const objects = changes.filter((change): change is Change<'object'> => change.table === 'object')
  const added = objects.filter(({ before }) => !before)
  const removed = objects.filter(({ after }) => !after)
  const modified = objects.filter(({ before, after }) => before && after)
  const brief = (side: 'before' | 'after') => (change: Change<'object'>) => briefOf(doc, change[side])
  return {
    ...noChange(),
    counts: { added: added.length, removed: removed.length, modified: modified.length },
    added: added.slice(0, MAX_LISTED).flatMap(brief('after')),
    removed: removed.slice(0, MAX_LISTED).flatMap(brief('before')),
    modified: modified.slice(0, MAX_LISTED).flatMap(brief('after')),
    other: changes.flatMap((change) => sentences(doc, change)).slice(0, MAX_LISTED),
    bounding_box_before: extents.before,
    bounding_box_after: extents.after,
    ...volumes(doc, objects),
  }
}

function briefOf(doc: Document, object: DocumentObject | undefined): ObjectBrief[] {
  return object ? [objectBrief(doc, object)] : []
}

export function objectBrief(doc: Document, object: DocumentObject): ObjectBrief {
  return {
    guid: object.id,
    kind: kindOf(object),
    name: object.name,
    layer: doc.layers.pathOf(object.layerId),
    size: sizeOf(doc.measures.bounds(object.geometry)),
  }
}

function volumes(
  doc: Document,
  changes: readonly Change<'object'>[],
): Pick<ChangeSummary, 'volume_before' | 'volume_after'> {
  const geometries = (side: 'before' | 'after') => changes.flatMap((change) => change[side]?.geometry ?? [])
  const unknown = [...geometries('before'), ...geometries('after')].filter(
    (geometry) => geometry.kind === 'brep' && !doc.measures.knowsVolume(geometry),
  )
  if (unknown.length > MAX_MEASURED) return { volume_before: null, volume_after: null }
  const total = (side: 'before' | 'after') => {
    const solids = geometries(side).flatMap((geometry) => doc.measures.volume(geometry) ?? [])
    return solids.length > 0 ? solids.reduce((sum, volume) => sum + volume, 0) : null
  }
  return { volume_before: total('before'), volume_after: total('after') }
}

/** A changed thing that is no object, in words: "layer Walls added". */
function sentences(doc: Document, change: Change): string[] {
  switch (change.table) {
    case 'object':
      return []
    case 'settings':
      return settingSentences(doc, change as Change<'settings'>)
    case 'layer': {
      const { before, after } = change as Change<'layer'>
      return [phrase('layer', after ? doc.layers.path(after) : (before?.name ?? ''), before, after)]
    }
    case 'group': {
      const { before, after } = change as Change<'group'>
      return [phrase('group', (after ?? before)?.name ?? '', before, after)]
    }
    default:
      return [phrase(WORDS[change.table], change.id, change.before, change.after)]
  }
}

const WORDS: Record<Exclude<TableName, 'object' | 'layer' | 'group' | 'settings'>, string> = {
  material: 'material',
  view: 'named view',
  text: 'document text',
}

function phrase(what: string, name: string, before: unknown, after: unknown): string {
  return `${what} ${name} ${before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'}`
}

function settingSentences(doc: Document, { before, after }: Change<'settings'>): string[] {
  if (!before || !after) return []
  const found: string[] = []
  if (before.units !== after.units) found.push(`units set to ${after.units}`)
  if (before.tolerances !== after.tolerances) found.push(`tolerance set to ${after.tolerances.absolute}`)
  if (before.currentLayerId !== after.currentLayerId) {
    found.push(`current layer set to ${doc.layers.pathOf(after.currentLayerId)}`)
  }
  return found
}
