import type { File3dm, Layer, ObjectAttributes } from 'rhino3dm'
import type { FileLayer, FileModel, FileObject } from '../model.ts'
import type { Keep, Rhino } from '../rhino/load.ts'
import type { Changes, ObjectChange } from './changes.ts'
import { MODE, type Tables } from './objects.ts'
import { colorSourceMember, materialSourceMember, NIL, rhinoColor, textPairs, unitMember } from './vocabulary.ts'

/** Brings the tables of a document in line with the model: changes what is there, adds what is new. */
export function editTables(rhino: Rhino, doc: File3dm, before: Tables, changes: Changes, keep: Keep): void {
  // Where indices move every layer is written anew, and rhino3dm may have forgotten its parent.
  const layers = changes.renumbered ? [] : before.layers
  const old = new Set<unknown>([...layers, ...before.groups, ...before.materials])
  editLayers(rhino, doc, changes.tables.layers, old, keep)
  const groups = keep(doc.groups())
  changes.tables.groups.forEach((wanted, i) => {
    if (old.has(wanted)) return
    const group = i < groups.count ? keep(groups.get(i)) : keep(new rhino.Group())
    group.name = wanted.name
    if (i < groups.count) return
    group.id = wanted.id
    groups.add(group)
  })
  const materials = keep(doc.materials())
  changes.tables.materials.forEach((wanted, i) => {
    if (old.has(wanted)) return
    const there = i < materials.count
    const material = there ? keep(materials.get(i)) : keep(new rhino.Material())
    material.name = wanted.name
    // Declared as numbers in an array; at run time it is { r, g, b, a } like every other colour.
    material.diffuseColor = rhinoColor(wanted.color) as unknown as number[]
    material.transparency = wanted.transparency
    if (there) return
    material.id = wanted.id
    materials.add(material)
  })
}

function editLayers(
  rhino: Rhino,
  doc: File3dm,
  wanted: readonly FileLayer[],
  old: ReadonlySet<unknown>,
  keep: Keep,
): void {
  const table = keep(doc.layers())
  const there = table.count
  wanted.forEach((layer, i) => {
    if (old.has(layer)) return
    if (i < there) fillLayer(keep(table.get(i)), layer)
    else addLayer(rhino, doc, layer, keep)
  })
}

export function addLayer(rhino: Rhino, doc: File3dm, layer: FileLayer, keep: Keep): void {
  const made = keep(new rhino.Layer())
  fillLayer(made, layer)
  // Only before it is added: rhino3dm takes an id that changes afterwards for a stranger's.
  made.id = layer.id
  keep(doc.layers()).add(made)
}

function fillLayer(target: Layer, layer: FileLayer): void {
  target.name = layer.name
  target.color = rhinoColor(layer.color)
  target.visible = layer.visible
  target.locked = layer.locked
  target.parentLayerId = layer.parentId ?? NIL
}

export function editSettings(rhino: Rhino, doc: File3dm, model: FileModel, keep: Keep): void {
  const settings = keep(doc.settings())
  const unit = unitMember(rhino, model.units)
  if (unit) settings.modelUnitSystem = unit as typeof settings.modelUnitSystem
  settings.modelAbsoluteTolerance = model.tolerances.absolute
  settings.modelAngleToleranceRadians = model.tolerances.angleRadians
  settings.modelRelativeTolerance = model.tolerances.relative
}

export function editUserText(doc: File3dm, text: Readonly<Record<string, string>>, keep: Keep): void {
  const strings = keep(doc.strings())
  const before = textPairs(Array.from({ length: strings.count }, (_, i) => strings.get(i)))
  for (const key of Object.keys(before)) if (!(key in text)) strings.set(key, '')
  for (const [key, value] of Object.entries(text)) strings.set(key, value)
}

/**
 * Puts an object's values into attributes where they differ from what these had; all else stays as it is.
 *
 * @param renumbered indices of layers and groups moved, so they count as different
 */
export function editAttributes(
  rhino: Rhino,
  attributes: ObjectAttributes,
  { object, before }: ObjectChange,
  tables: Tables,
  renumbered: boolean,
): void {
  const differs = (key: keyof FileObject): boolean =>
    before === null || JSON.stringify(object[key]) !== JSON.stringify(before[key])
  if (differs('name')) attributes.name = object.name
  if (renumbered || differs('layerId')) attributes.layerIndex = Math.max(0, indexOf(tables.layers, object.layerId))
  if (differs('color')) attributes.objectColor = rhinoColor(object.color)
  if (differs('colorSource')) attributes.colorSource = colorSourceMember(rhino, object.colorSource)
  if (differs('materialId')) {
    attributes.materialIndex = object.materialId === null ? -1 : indexOf(tables.materials, object.materialId)
  }
  if (differs('materialSource')) attributes.materialSource = materialSourceMember(rhino, object.materialSource)
  if (differs('visible') || differs('locked')) attributes.mode = modeMember(rhino, object)
  if (renumbered || differs('groupIds')) editGroups(attributes, object.groupIds, tables)
  if (differs('userText')) editObjectText(attributes, object.userText)
}

function editGroups(attributes: ObjectAttributes, groupIds: readonly string[], tables: Tables): void {
  attributes.removeFromAllGroups()
  for (const id of groupIds) {
    const index = indexOf(tables.groups, id)
    if (index >= 0) attributes.addToGroup(index)
  }
}

function editObjectText(attributes: ObjectAttributes, text: Readonly<Record<string, string>>): void {
  for (const key of Object.keys(textPairs(attributes.getUserStrings()))) {
    if (!(key in text)) attributes.setUserString(key, '')
  }
  for (const [key, value] of Object.entries(text)) attributes.setUserString(key, value)
}

/** A hidden object stays locked for us, but Rhino knows only one of both: hidden wins. */
function modeMember(rhino: Rhino, object: FileObject) {
  if (!object.visible) return member(rhino, MODE.hidden)
  return member(rhino, object.locked ? MODE.locked : MODE.normal)
}

function member(rhino: Rhino, mode: number) {
  const { Normal, Hidden, Locked } = rhino.ObjectMode
  return mode === MODE.hidden ? Hidden : mode === MODE.locked ? Locked : Normal
}

function indexOf(items: readonly { readonly id: string }[], id: string): number {
  return items.findIndex((item) => item.id === id)
}
