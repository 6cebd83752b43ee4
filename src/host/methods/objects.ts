import { Fault } from '../../wire/fault.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'

/** The same objects. Throws OPERATION_FAILED for one that is locked, itself or by its layer. */
export function checkUnlocked<O extends DocumentObject>(doc: Document, objects: O[]): O[] {
  for (const { id, name, locked, layerId } of objects) {
    const layerLocked = doc.layers.locked(layerId)
    if (!locked && !layerLocked) continue
    const what = layerLocked ? `lies on the locked layer “${doc.layers.pathOf(layerId)}”` : 'is locked'
    throw new Fault('OPERATION_FAILED', `Object ${name ? `“${name}”` : id} ${what}.`, {
      id,
      next: layerLocked
        ? 'Ask the user to unlock the layer, or work on other objects.'
        : 'Unlock it with manipulation.set_properties first, if the user agrees.',
    })
  }
  return objects
}

export function remove(doc: Document, objects: readonly DocumentObject[]): void {
  for (const { id } of objects) doc.put('object', id, undefined)
}
