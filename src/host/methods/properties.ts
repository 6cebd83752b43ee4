import { randomUUID } from 'node:crypto'
import type { ParamsOf } from '../../tools/registry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Document } from '../document/document.ts'
import type { DocumentGroup, DocumentObject } from '../document/entry.ts'
import type { Handlers, Limits } from './call.ts'

export const properties = {
  'manipulation.set_properties'(params, { doc }) {
    const objects = doc.objects(params.ids)
    const change = propertyChange(doc, params)
    for (const object of objects) doc.put('object', object.id, { ...object, ...change })
    const { ids: _ids, ...asked } = params
    const applied = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
    return { updated_ids: objects.map(({ id }) => id), count: objects.length, applied }
  },

  'manipulation.set_user_text'({ id, key, value, attached_to_geometry }, { doc }) {
    const object = doc.object(id)
    const texts = Object.entries(object.userText).filter(([known]) => known !== key)
    if (value !== '') texts.push([key, value])
    doc.put('object', object.id, { ...object, userText: Object.fromEntries(texts) })
    return { id: object.id, key, value, attached_to_geometry }
  },

  'manipulation.get_user_text'({ id, key }, { doc }) {
    const { userText } = doc.object(id)
    if (key === undefined) return { id, user_text: { ...userText } }
    return { id, user_text: Object.hasOwn(userText, key) ? userText[key] : '' }
  },

  'manipulation.select_objects'({ ids, replace }, { doc }) {
    const selectable = doc.objects(ids).filter((object) => isSelectable(doc, object))
    const before = replace ? [] : doc.selection
    doc.selection = new Set([...before, ...selectable.map(({ id }) => id)])
    return { selected_ids: selectable.map(({ id }) => id), count: selectable.length }
  },

  'manipulation.unselect_all'(_params, { doc }) {
    const { size } = doc.selection
    doc.selection = new Set()
    return { unselected_count: size }
  },

  'manipulation.group'({ ids, name }, { doc }) {
    const objects = doc.objects(ids)
    const group = (name === undefined ? undefined : groupNamed(doc, name)) ?? newGroup(doc, name ?? freeName(doc))
    for (const object of objects) {
      if (object.groupIds.includes(group.id)) continue
      doc.put('object', object.id, { ...object, groupIds: [...object.groupIds, group.id] })
    }
    return { group_name: group.name }
  },

  'manipulation.ungroup'({ group_name }, { doc }) {
    const group = groupNamed(doc, group_name)
    if (!group) throw noSuchGroup(doc, group_name)
    const members = membersOf(doc, group)
    for (const object of members) {
      doc.put('object', object.id, { ...object, groupIds: object.groupIds.filter((id) => id !== group.id) })
    }
    doc.put('group', group.id, undefined)
    return { freed_ids: members.map(({ id }) => id), count: members.length }
  },
} satisfies Handlers

export const propertyLimits = {
  'manipulation.set_user_text': 'Kept with the object, also where attached_to_geometry asks for the geometry.',
} satisfies Limits

type Changed = Partial<Omit<DocumentObject, 'id' | 'geometry' | 'order'>>

function propertyChange(doc: Document, params: ParamsOf<'manipulation.set_properties'>): Changed {
  const { name, layer, color, visible, locked, material_index } = params
  return {
    ...(name === undefined ? {} : { name }),
    ...(layer === undefined ? {} : { layerId: doc.layers.get(layer).id }),
    ...(color === undefined ? {} : { color, colorSource: 'object' as const }),
    ...(visible === undefined ? {} : { visible }),
    ...(locked === undefined ? {} : { locked }),
    ...(material_index === undefined ? {} : material(doc, material_index)),
  }
}

function material(doc: Document, index: number): Changed {
  if (index === -1) return { materialId: null, materialSource: 'layer' }
  const found = [...doc.tables.map('material').values()][index]
  if (found) return { materialId: found.id, materialSource: 'object' }
  throw new Fault('INVALID_PARAMS', `There is no material ${index}.`, {
    parameter: 'material_index',
    next: `The document has ${doc.tables.map('material').size} materials, numbered from 0; -1 takes the layer’s.`,
  })
}

/** What is hidden or locked cannot be selected, as in Rhino. */
function isSelectable(doc: Document, { visible, locked, layerId }: DocumentObject): boolean {
  return visible && !locked && doc.layers.shown(layerId) && !doc.layers.locked(layerId)
}

export const membersOf = (doc: Document, { id }: DocumentGroup): DocumentObject[] =>
  doc.tables.sorted('object').filter(({ groupIds }) => groupIds.includes(id))

const groupNamed = (doc: Document, name: string): DocumentGroup | undefined =>
  doc.tables.sorted('group').find((group) => group.name.toLowerCase() === name.toLowerCase())

function newGroup(doc: Document, name: string): DocumentGroup {
  const group = { id: randomUUID(), name, order: doc.tables.nextOrder() }
  doc.put('group', group.id, group)
  return group
}

/** Rhino's own names for groups without one: "Group01". */
function freeName(doc: Document): string {
  for (let number = 1; ; number++) {
    const name = `Group${String(number).padStart(2, '0')}`
    if (!groupNamed(doc, name)) return name
  }
}

function noSuchGroup(doc: Document, name: string): Fault {
  const names = doc.tables.sorted('group').map((group) => group.name)
  return new Fault('INVALID_PARAMS', `There is no group “${name}”.`, {
    parameter: 'group_name',
    existing: names.slice(0, 20),
    next: names.length > 0 ? `Take one of: ${names.slice(0, 20).join(', ')}.` : 'The document has no groups.',
  })
}
