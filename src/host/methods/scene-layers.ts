import { randomUUID } from 'node:crypto'
import { Fault } from '../../wire/fault.ts'
import type { Document } from '../document/document.ts'
import { type DocumentLayer, SETTINGS } from '../document/entry.ts'
import { BLACK, levelsOf } from '../document/layers.ts'
import type { Handlers } from './call.ts'
import { objectsPerLayer } from './context.ts'
import { rgba } from './describe.ts'
import { checkUnlocked, remove } from './objects.ts'

export const sceneLayers = {
  'scene.list_layers'(_params, { doc }) {
    const counts = objectsPerLayer(doc.tables.map('object').values())
    const { currentLayerId } = doc.settings
    const layers = doc.layers.all().map((layer) => ({
      name: layer.name,
      full_path: doc.layers.path(layer),
      color: rgba(layer.color),
      visible: layer.visible,
      locked: layer.locked,
      parent_name: layer.parentId === null ? null : doc.layers.pathOf(layer.parentId),
      object_count: counts.get(layer.id) ?? 0,
      is_current: layer.id === currentLayerId,
    }))
    return { layers }
  },

  'scene.create_layer'({ name, color, visible, locked, parent_name }, { doc }) {
    const parent = parent_name === undefined ? null : doc.layers.get(parent_name, 'parent_name')
    const levels = levelsOf(name)
    const last = levels.pop() ?? name
    let above = parent?.id ?? null
    for (const level of levels) above = (doc.layers.child(above, level) ?? addLayer(doc, { name: level, above })).id
    const known = doc.layers.child(above, last)
    if (known) {
      throw new Fault('INVALID_PARAMS', `There is a layer “${doc.layers.path(known)}” already.`, {
        parameter: 'name',
        next: 'Use it as it is, or choose another name.',
      })
    }
    const layer = addLayer(doc, { name: last, above, color: color ?? BLACK, visible, locked })
    return { layer_index: indexOf(doc, layer), full_path: doc.layers.path(layer), success: true }
  },

  'scene.delete_layer'({ name, delete_objects }, { doc }) {
    const layer = doc.layers.get(name, 'name')
    const branch = doc.layers.branch(layer)
    const ids = new Set(branch.map(({ id }) => id))
    const path = doc.layers.path(layer)
    if (ids.has(doc.settings.currentLayerId)) {
      throw new Fault('OPERATION_FAILED', `“${path}” holds the current layer, which cannot be deleted.`, {
        parameter: 'name',
        next: 'Make another layer current with scene.set_current_layer first.',
      })
    }
    const objects = doc.tables.sorted('object').filter(({ layerId }) => ids.has(layerId))
    if (objects.length > 0 && !delete_objects) {
      throw new Fault('OPERATION_FAILED', `There are ${objects.length} objects on “${path}”.`, {
        parameter: 'delete_objects',
        next: 'Move them to another layer, or set delete_objects to delete them too.',
      })
    }
    remove(doc, checkUnlocked(doc, objects))
    for (const { id } of branch) doc.put('layer', id, undefined)
    return { success: true, deleted_objects: objects.length, message: `Deleted “${path}”.` }
  },

  'scene.set_current_layer'({ name }, { doc }) {
    const layer = doc.layers.get(name, 'name')
    if (layer.id !== doc.settings.currentLayerId) {
      doc.put('settings', SETTINGS, { ...doc.settings, currentLayerId: layer.id })
    }
    return { success: true, layer_index: indexOf(doc, layer), full_path: doc.layers.path(layer) }
  },
} satisfies Handlers

interface NewLayer extends Partial<Pick<DocumentLayer, 'color' | 'visible' | 'locked'>> {
  name: string
  above: string | null
}

function addLayer(doc: Document, { name, above, color = BLACK, visible = true, locked = false }: NewLayer) {
  const layer: DocumentLayer = {
    id: randomUUID(),
    parentId: above,
    name,
    color,
    visible,
    locked,
    order: doc.tables.nextOrder(),
  }
  doc.put('layer', layer.id, layer)
  return layer
}

const indexOf = (doc: Document, layer: DocumentLayer): number => doc.layers.all().findIndex(({ id }) => id === layer.id)
