import { randomUUID } from 'node:crypto'
import { unitFactor } from '../../shared/units.ts'
import type { Document } from '../document/document.ts'
import type { FileModel, FileNote, FileObject } from '../files/model.ts'
import type { Geometry } from '../geometry.ts'
import type { Call } from './call.ts'
import { scaling } from './transform.ts'

/**
 * Adds a file's objects to the document, with new ids: layers by their full paths, groups and materials as new ones,
 * lengths in the document's units.
 */
export function mergeModel(call: Call, model: FileModel): { guids: string[]; notes: FileNote[] } {
  const { doc } = call
  const layers = mergedLayers(doc, model)
  const groups = mergedGroups(doc, model)
  const materials = mergedMaterials(doc, model)
  const { resize, notes } = resizing(call, model)
  const objects = model.objects.filter(({ geometry }) => !isBlockInstance(geometry))
  const left = model.objects.length - objects.length
  if (left > 0) notes.push(leftOut(model.objects.filter(({ geometry }) => isBlockInstance(geometry))))
  const guids = objects.map((object) => {
    const { id } = doc.add(resize(object.geometry), {
      ...attributes(object),
      layerId: layers.get(object.layerId) ?? doc.settings.currentLayerId,
      groupIds: object.groupIds.flatMap((group) => groups.get(group) ?? []),
      materialId: object.materialId === null ? null : (materials.get(object.materialId) ?? null),
    })
    return id
  })
  return { guids, notes }
}

function attributes({ id: _id, geometry: _geometry, ...rest }: FileObject) {
  // The other attributes it had stand in another file than this document's.
  return { ...rest, originId: null }
}

const isBlockInstance = (geometry: Geometry): boolean =>
  geometry.kind === 'opaque' && geometry.definitionId !== undefined

function leftOut(objects: readonly FileObject[]): FileNote {
  return {
    code: 'skipped',
    message: `${objects.length} block ${objects.length === 1 ? 'instance was' : 'instances were'} left out: open the file itself to keep its blocks.`,
    ids: objects.map(({ id }) => id),
  }
}

/** Old layer ids to those of the document. */
function mergedLayers(doc: Document, model: FileModel): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { id, parentId, name, color, visible, locked } of model.layers) {
    const parent = parentId === null ? null : (ids.get(parentId) ?? null)
    const known = doc.layers.child(parent, name)
    const layer = known ?? {
      id: randomUUID(),
      parentId: parent,
      name,
      color,
      visible,
      locked,
      order: doc.tables.nextOrder(),
    }
    if (!known) doc.put('layer', layer.id, layer)
    ids.set(id, layer.id)
  }
  return ids
}

function mergedGroups(doc: Document, model: FileModel): Map<string, string> {
  const names = new Set(doc.tables.sorted('group').map(({ name }) => name.toLowerCase()))
  const ids = new Map<string, string>()
  for (const group of model.groups) {
    let name = group.name
    for (let number = 2; names.has(name.toLowerCase()); number++) name = `${group.name} ${number}`
    names.add(name.toLowerCase())
    const id = randomUUID()
    doc.put('group', id, { id, name, order: doc.tables.nextOrder() })
    ids.set(group.id, id)
  }
  return ids
}

function mergedMaterials(doc: Document, model: FileModel): Map<string, string> {
  const ids = new Map<string, string>()
  for (const material of model.materials) {
    const id = randomUUID()
    doc.put('material', id, { ...material, id })
    ids.set(material.id, id)
  }
  return ids
}

function resizing({ doc, kernel }: Call, model: FileModel): { resize(g: Geometry): Geometry; notes: FileNote[] } {
  const factor = unitFactor(model.units, doc.settings.units)
  if (factor === 1) return { resize: (geometry) => geometry, notes: [] }
  if (factor === null) {
    const message = `The file is in ${model.units} and the document in ${doc.settings.units}; lengths were taken as they are.`
    return { resize: (geometry) => geometry, notes: [{ code: 'units', message, ids: [] }] }
  }
  const matrix = scaling([0, 0, 0], [factor, factor, factor])
  const message = `Lengths were converted from ${model.units} to ${doc.settings.units}.`
  return {
    resize: (geometry) => kernel.transform(geometry, matrix),
    notes: [{ code: 'units', message, ids: [] }],
  }
}
