import type { ParamsOf } from '../../tools/registry.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { kindOf } from '../document/measures.ts'
import type { Call, Handlers } from './call.ts'
import { geometryDetail, objectSummary } from './describe.ts'
import { membersOf } from './properties.ts'

/** Objects that a list describes in full; in longer ones the kernel would work for minutes. */
const MAX_DETAILED = 200
/** Edges that an object's description lists. */
const MAX_EDGES = 200

export const sceneObjects = {
  'scene.get_document_info'(_params, { doc }) {
    const { units, tolerances } = doc.settings
    return {
      file_path: doc.path ?? '',
      units,
      absolute_tolerance: tolerances.absolute,
      angle_tolerance: (tolerances.angleRadians * 180) / Math.PI,
      object_count: doc.tables.map('object').size,
      layer_count: doc.tables.map('layer').size,
      host: 'embedded',
    }
  },

  'scene.list_objects'(params, { doc }) {
    const found = doc.tables.sorted('object').filter(matcher(doc, params))
    const { offset, limit } = params
    const page = limit === 0 ? found.slice(offset) : found.slice(offset, offset + limit)
    const detail = page.length <= MAX_DETAILED
    return { objects: page.map((one) => objectSummary(doc, one, detail)), total: found.length, offset, limit }
  },

  'scene.get_object_info'({ guid, edges }, call) {
    const { doc } = call
    const object = doc.object(guid)
    return {
      ...objectSummary(doc, object),
      geometry_detail: geometryDetail(doc, object),
      attributes: attributesOf(doc, object),
      ...(edges ? edgesOf(call, object) : {}),
    }
  },

  'scene.get_selected_objects'(_params, { doc }) {
    const selected = [...doc.selection].map((id) => doc.object(id))
    const detail = selected.length <= MAX_DETAILED
    return { objects: selected.map((one) => objectSummary(doc, one, detail)) }
  },

  'scene.get_groups'(_params, { doc }) {
    const groups = doc.tables.sorted('group').map((group, index) => {
      const members = membersOf(doc, group)
      return {
        name: group.name,
        index,
        member_count: members.length,
        member_guids: members.map(({ id }) => id),
      }
    })
    return { groups }
  },

  'scene.get_blocks'(_params, { doc }) {
    const used = new Set(
      doc.tables
        .sorted('object')
        .map(({ geometry }) => (geometry.kind === 'opaque' ? geometry.definitionId : undefined)),
    )
    const blocks = doc.blocks.map(({ id, name, description, objectIds }) => ({
      name,
      description,
      object_count: objectIds.length,
      geometry_guids: [...objectIds],
      is_referenced: used.has(id),
    }))
    return { blocks }
  },
} satisfies Handlers

function matcher(doc: Document, params: ParamsOf<'scene.list_objects'>): (object: DocumentObject) => boolean {
  const { object_type, layer, name_pattern, selected_only, visible_only, unlocked_only } = params
  const layerId = layer === undefined ? undefined : doc.layers.get(layer).id
  const name = name_pattern === undefined ? undefined : wildcard(name_pattern)
  return (object) =>
    (object_type === 'all' || kindOf(object) === object_type) &&
    (layerId === undefined || object.layerId === layerId) &&
    (name === undefined || name.test(object.name)) &&
    (!selected_only || doc.selection.has(object.id)) &&
    (!visible_only || (object.visible && doc.layers.shown(object.layerId))) &&
    (!unlocked_only || !(object.locked || doc.layers.locked(object.layerId)))
}

/** "Wall*" and "Bolt?" without regard to case. Runs of * are one, so that no pattern takes long. */
export function wildcard(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/\*+/g, '*')
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 'isu')
}

function attributesOf(doc: Document, object: DocumentObject) {
  const { id, name, visible, locked, layerId, materialId, colorSource } = object
  const layers = doc.layers.all()
  const materials = [...doc.tables.map('material').keys()]
  return {
    object_id: id,
    name,
    layer_index: layers.findIndex((layer) => layer.id === layerId),
    space: 'model',
    linetype_index: -1,
    material_index: materialId === null ? -1 : materials.indexOf(materialId),
    wire_density: 1,
    color_source: colorSource,
    visible,
    mode: !visible ? 'hidden' : locked ? 'locked' : 'normal',
  }
}

function edgesOf({ doc }: Call, { geometry }: DocumentObject) {
  if (geometry.kind !== 'brep') return {}
  const edges = doc.measures.edges(geometry)
  return { edges: edges.slice(0, MAX_EDGES).map((edge) => ({ ...edge })) }
}
