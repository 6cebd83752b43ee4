import type { EncodedObject, FileModel, FileObject } from '../model.ts'
import type { BaseState } from './base.ts'
import type { Tables } from './objects.ts'

/** What a save does with one object. */
export interface ObjectChange {
  readonly object: FileObject
  /** What the base file had for the object whose attributes are carried on; null for a new one. */
  readonly before: FileObject | null
  /** `kept`: the base's bytes. `copied`: bytes of the same archive version that the object carries. `made`: encoded anew. */
  readonly geometry: 'kept' | 'copied' | 'made'
  /** `kept`: the base's bytes. `edited`: the base's, some values changed. `made`: a new object's. */
  readonly attributes: 'kept' | 'edited' | 'made'
}

/** The difference between a model and the file it came from. */
export interface Changes {
  /** In the new file's order: those of the base that are left, then new ones. */
  readonly tables: Tables
  readonly layersChanged: boolean
  readonly groupsChanged: boolean
  readonly materialsChanged: boolean
  readonly settingsChanged: boolean
  readonly viewsChanged: boolean
  readonly userTextChanged: boolean
  readonly currentLayer: number
  readonly objects: readonly ObjectChange[]
  /**
   * A table lost an item that others follow, so indices move and every record that may hold one is written anew. Else
   * untouched records stay byte for byte.
   */
  readonly renumbered: boolean
}

export function compare(state: BaseState, model: FileModel): Changes {
  const { original, archive } = state
  const layers = carryOver(state.tables.layers, model.layers)
  const groups = carryOver(state.tables.groups, model.groups)
  // Materials are never taken out: layers and blocks may use them in ways the model does not show.
  const materials = carryOver(state.tables.materials, [
    ...state.tables.materials.map((old) => model.materials.find(({ id }) => id === old.id) ?? old),
    ...model.materials.filter(({ id }) => !state.tables.materials.some((old) => old.id === id)),
  ])
  const renumbered = layers.moved || groups.moved
  const before = new Map(original.objects.map((object) => [object.id, object]))
  const objects = model.objects.map((object) => {
    const change = compareObject(object, before, archive.version)
    return renumbered && change.attributes === 'kept' ? { ...change, attributes: 'edited' as const } : change
  })
  return {
    tables: { layers: layers.items, groups: groups.items, materials: materials.items },
    layersChanged: layers.changed,
    groupsChanged: groups.changed,
    materialsChanged: materials.changed,
    settingsChanged: original.units !== model.units || !same(original.tolerances, model.tolerances),
    viewsChanged: !same(original.namedViews, model.namedViews),
    userTextChanged: !sameText(original.userText, model.userText),
    currentLayer: Math.max(
      0,
      layers.items.findIndex(({ id }) => id === model.currentLayerId),
    ),
    objects,
    renumbered,
  }
}

/** Items of a table in the new file's order, whether any differs, and whether any index moved. */
function carryOver<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]) {
  const wanted = new Map(after.map((item) => [item.id, item]))
  const had = new Map(before.map((item) => [item.id, item]))
  const left = before.filter(({ id }) => wanted.has(id))
  const items = [...left.map((item) => wanted.get(item.id) ?? item), ...after.filter(({ id }) => !had.has(id))]
  return {
    items,
    changed: items.length !== before.length || items.some((item) => !same(item, had.get(item.id))),
    moved: left.some((item, i) => before[i] !== item),
  }
}

function compareObject(object: FileObject, all: ReadonlyMap<string, FileObject>, version: number): ObjectChange {
  const carried = carriedBytes(object, version) ? 'copied' : 'made'
  const before = all.get(object.id)
  if (!before) {
    const origin = object.originId === null ? undefined : all.get(object.originId)
    return { object, before: origin ?? null, geometry: carried, attributes: 'made' }
  }
  return {
    object,
    before,
    geometry: object.geometry === before.geometry ? 'kept' : carried,
    attributes: sameAttributes(object, before) ? 'kept' : 'edited',
  }
}

/** An object the host does not edit, not moved, from a file of the same version: its bytes can be used as they are. */
function carriedBytes({ geometry }: FileObject, version: number): boolean {
  return (
    geometry.kind === 'opaque' &&
    geometry.transform === null &&
    (geometry.encoded as EncodedObject | null)?.archive === version
  )
}

function sameAttributes(a: FileObject, b: FileObject): boolean {
  return (
    a.name === b.name &&
    a.layerId === b.layerId &&
    same(a.color, b.color) &&
    a.colorSource === b.colorSource &&
    a.visible === b.visible &&
    a.locked === b.locked &&
    same([...a.groupIds].sort(), [...b.groupIds].sort()) &&
    sameText(a.userText, b.userText) &&
    a.materialId === b.materialId &&
    a.materialSource === b.materialSource
  )
}

function sameText(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const sorted = (text: Readonly<Record<string, string>>) => Object.entries(text).sort(([x], [y]) => (x < y ? -1 : 1))
  return same(sorted(a), sorted(b))
}

/** Plain data of the same make and key order; layers' full paths follow from their names and count with them. */
function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
