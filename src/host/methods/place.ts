import type { Color } from '../../shared/geometry.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { BLACK } from '../document/layers.ts'
import type { Geometry } from '../geometry.ts'
import type { Call } from './call.ts'

/** The parameters that every new object takes. */
export interface Attributes {
  name?: string | undefined
  layer?: string | undefined
  color?: Color | undefined
}

/** What a new object starts with. Throws INVALID_PARAMS for a layer that is not there. */
export function newAttributes(doc: Document, { name, layer, color }: Attributes) {
  return {
    name: name ?? '',
    layerId: layer === undefined ? doc.settings.currentLayerId : doc.layers.get(layer).id,
    color: color ?? BLACK,
    colorSource: color ? 'object' : 'layer',
    visible: true,
    locked: false,
    groupIds: [],
    userText: {},
    materialId: null,
    materialSource: 'layer',
    fileType: null,
    originId: null,
  } as const satisfies Omit<DocumentObject, 'id' | 'geometry' | 'order'>
}

/** What a result of `source` carries on: layer, name, colour, material. It has no id, groups or file part of its own. */
export function inherited(source: DocumentObject): Omit<DocumentObject, 'id' | 'geometry' | 'order'> {
  const { id: _id, geometry: _geometry, order: _order, ...attributes } = source
  return { ...attributes, fileType: null }
}

/** Adds a new object as `geometry.create_*` answers it. The layer is looked up before anything is made. */
export function create(call: Call, attributes: Attributes, type: string, make: () => Geometry) {
  const { doc } = call
  const whole = newAttributes(doc, attributes)
  const { id, geometry } = doc.add(make(), whole)
  return { guid: id, type, bounding_box: doc.measures.bounds(geometry) }
}
