import type { FileLayer, FileModel } from '../files/model.ts'
import type { Document } from './document.ts'
import type { DocumentObject } from './entry.ts'

/** The document as files take it. The geometry is the document's own: borrowed, valid until the document changes. */
export function modelOf(doc: Document, objects: readonly DocumentObject[] = doc.tables.sorted('object')): FileModel {
  const { units, tolerances, currentLayerId } = doc.settings
  return {
    units,
    tolerances,
    currentLayerId,
    layers: doc.layers.all().map(({ id, parentId, name, color, visible, locked }): FileLayer => {
      // In the reader's own order: an untouched layer is told by its text.
      return { id, parentId, name, fullPath: doc.layers.pathOf(id), color, visible, locked }
    }),
    groups: doc.tables.sorted('group').map(({ id, name }) => ({ id, name })),
    objects,
    materials: [...doc.tables.map('material').values()],
    blocks: doc.blocks,
    namedViews: [...doc.tables.map('view').values()],
    userText: Object.fromEntries(doc.tables.map('text')),
    base: doc.base,
  }
}
