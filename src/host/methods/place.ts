import type { Color } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { BLACK } from '../document/layers.ts'
import { kindOf } from '../document/measures.ts'
import type { Geometry } from '../geometry.ts'
import type { Call } from './call.ts'

/** The parameters that every new object takes. */
export interface Attributes {
  name?: string | undefined
  layer?: string | undefined
  color?: Color | undefined
}

type ObjectAttributes = Omit<DocumentObject, 'id' | 'geometry' | 'order'>

/** What a new object starts with. Throws INVALID_PARAMS for a layer that is not there. */
export function newAttributes(doc: Document, { name, layer, color }: Attributes): ObjectAttributes {
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
  }
}

/** What the result of an operation carries on from its first input: layer, name, colour, groups, user text. */
export function inherited(source: DocumentObject): ObjectAttributes {
  const { id: _id, geometry: _geometry, order: _order, ...attributes } = source
  return { ...attributes, fileType: null }
}

/** What a copy carries on: all but the groups, which stay those of the original. */
export function copied(source: DocumentObject): ObjectAttributes {
  return { ...inherited(source), fileType: source.fileType, groupIds: [] }
}

/** Farther from the origin nothing can be computed with: lengths of doubles have 15 digits. */
const FARTHEST = 1e12

/** The same geometry. Throws INVALID_PARAMS where it is too far away, or too large, to compute with. */
export function withinReach<G extends Geometry>(doc: Document, geometry: G): G {
  const bounds = doc.measures.bounds(geometry)
  if (!bounds || [...bounds.min, ...bounds.max].every((value) => Math.abs(value) <= FARTHEST)) return geometry
  throw new Fault('INVALID_PARAMS', 'That is too far from the origin, or too large, to compute with.', {
    farthest: FARTHEST,
    next: 'Stay within 1e12 units of the origin.',
  })
}

/** Adds a new object as `geometry.create_*` answers it. The layer is looked up before anything is made. */
export function create(call: Call, attributes: Attributes, make: () => Geometry) {
  const { doc } = call
  const whole = newAttributes(doc, attributes)
  const object = doc.add(withinReach(doc, make()), whole)
  return { guid: object.id, type: kindOf(object), bounding_box: doc.measures.bounds(object.geometry) }
}
