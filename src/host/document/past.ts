import type { Document } from './document.ts'
import type { DocumentObject } from './entry.ts'
import type { Turn } from './turns.ts'

/** The objects as they were before a turn's first change, and after its last; also of a turn that is taken back. */
export function objectsAround(doc: Document, turn: Turn): { before: DocumentObject[]; after: DocumentObject[] } {
  const records = [...doc.ledger.done, ...doc.ledger.undone]
  const first = records.findIndex((record) => record.turn === turn.id)
  const last = records.findLastIndex((record) => record.turn === turn.id)
  if (first < 0) return { before: objectsAfter(doc, doc.ledger.done.length), after: [...doc.tables.sorted('object')] }
  return { before: objectsAfter(doc, first), after: objectsAfter(doc, last + 1) }
}

/** After so many records, counted from the oldest that is known; those that could be redone count on. */
function objectsAfter(doc: Document, count: number): DocumentObject[] {
  const objects = new Map(doc.tables.map('object'))
  const { done, undone } = doc.ledger
  const step = (record: (typeof done)[number], side: 'before' | 'after') => {
    for (const change of record.changes) {
      if (change.table !== 'object') continue
      const value = change[side] as DocumentObject | undefined
      if (value) objects.set(change.id, value)
      else objects.delete(change.id)
    }
  }
  for (const record of done.slice(count).toReversed()) step(record, 'before')
  for (const record of undone.slice(0, Math.max(0, count - done.length))) step(record, 'after')
  return [...objects.values()].sort((a, b) => a.order - b.order)
}
