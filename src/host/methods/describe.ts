import type { Color } from '../../shared/geometry.ts'
import type { ResultOf } from '../../tools/registry.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { BLACK } from '../document/layers.ts'
import { kindOf } from '../document/measures.ts'
import type { BrepGeometry, CurveGeometry } from '../geometry.ts'

type ObjectSummary = ResultOf<'scene.list_objects'>['objects'][number]

export const rgba = ([r, g, b]: Color) => ({ r, g, b, a: 255 })
export const xyz = ([x, y, z]: readonly [number, number, number]) => ({ x, y, z })

/** As it is drawn: its own colour, or its layer's. */
export function colorOf(doc: Document, object: DocumentObject): Color {
  if (object.colorSource === 'object') return object.color
  if (object.colorSource === 'material') {
    const material = object.materialId === null ? undefined : doc.tables.get('material', object.materialId)
    if (material) return material.color
  }
  return doc.tables.get('layer', object.layerId)?.color ?? BLACK
}

/** `detail` false leaves out what the kernel would have to work out. */
export function objectSummary(doc: Document, object: DocumentObject, detail = true): ObjectSummary {
  return {
    guid: object.id,
    type: kindOf(object),
    layer: doc.layers.pathOf(object.layerId),
    name: object.name,
    color: rgba(colorOf(doc, object)),
    visible: object.visible && doc.layers.shown(object.layerId),
    locked: object.locked || doc.layers.locked(object.layerId),
    geometry: detail ? geometryDetail(doc, object) : { type: kindOf(object) },
    bounding_box: doc.measures.bounds(object.geometry),
    user_text: { ...object.userText },
  }
}

/** In GOLEM's names, by kind; `type` is always there. */
export function geometryDetail(doc: Document, object: DocumentObject): Record<string, unknown> {
  const { geometry } = object
  switch (geometry.kind) {
    case 'brep':
      return { type: kindOf(object), ...brepSummary(doc, geometry) }
    case 'curve':
      return curveSummary(doc, geometry)
    case 'point':
      return { type: 'point', location: geometry.at }
    case 'mesh':
      return {
        type: 'mesh',
        vertex_count: geometry.vertices.length / 3,
        face_count: geometry.triangles.length / 3 - geometry.quads.length,
      }
    case 'text':
      return { type: 'text', text: geometry.text, height: geometry.height, font: geometry.font, plane: geometry.frame }
    case 'opaque':
      return { type: kindOf(object), rhino_type: geometry.objectType, editable: false }
  }
}

export function brepSummary(doc: Document, geometry: BrepGeometry) {
  const { faces, edges, vertices, valid } = doc.measures.structure(geometry)
  const volume = doc.measures.volume(geometry)
  return {
    face_count: faces,
    edge_count: edges,
    vertex_count: vertices,
    is_solid: volume !== null,
    is_valid: valid,
    volume,
    area: doc.measures.area(geometry),
    bounding_box: doc.measures.bounds(geometry),
  }
}

function curveSummary(doc: Document, geometry: CurveGeometry): Record<string, unknown> {
  const { type, degree, domain, length, closed, planar, start, end, radius, center, points } =
    doc.measures.curve(geometry)
  return {
    type,
    degree,
    domain,
    length,
    is_closed: closed,
    is_planar: planar,
    start_point: start,
    end_point: end,
    ...(radius === null ? {} : { radius }),
    ...(center === null ? {} : { center }),
    ...(points === null ? {} : { point_count: points.length, control_points: points }),
  }
}
