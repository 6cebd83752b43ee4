import { z } from 'zod'
import { point } from '../shared/geometry.ts'
import { defineTool } from './define.ts'
import { objectSummary } from './results.ts'
import { guid, layerPath, rare } from './schema.ts'

const OBJECT_TYPES = [
  'all',
  'point',
  'point_cloud',
  'curve',
  'surface',
  'brep',
  'mesh',
  'extrusion',
  'subd',
  'annotation',
  'block_instance',
  'light',
] as const

export const getDocumentInfo = defineTool({
  name: 'get_document_info',
  method: 'scene.get_document_info',
  title: 'Document info',
  description: 'Path, units, tolerances and counts of the document. get_context says more in one call.',
  keywords: ['units', 'tolerance', 'file', 'model', 'einheiten'],
  input: z.object({}),
  output: z.object({
    /** Empty where the document was never saved. */
    file_path: z.string(),
    units: z.string(),
    absolute_tolerance: z.number(),
    /** Degrees. */
    angle_tolerance: z.number(),
    object_count: z.number().int(),
    layer_count: z.number().int(),
    /** What answers: Rhino, or the built-in modeller. */
    host: rare(z.enum(['embedded', 'rhino'])),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) =>
    `${words.count(output.object_count, 'object')}, ${words.count(output.layer_count, 'layer')}, ${output.units}`,
})

export const listObjects = defineTool({
  name: 'list_objects',
  method: 'scene.list_objects',
  title: 'List objects',
  description: 'Objects with layer, name and size, filtered and in pages.',
  keywords: ['find', 'search', 'filter', 'which objects', 'contents', 'suchen'],
  input: z.object({
    object_type: z.enum(OBJECT_TYPES).default('all'),
    layer: layerPath('Full path; sublayers are not included.').optional(),
    name_pattern: z.string().max(500).describe('With * and ?.').optional(),
    selected_only: z.boolean().default(false),
    visible_only: rare(z.boolean().default(false)),
    unlocked_only: rare(z.boolean().default(false)),
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(0).describe('0: all.').default(100),
  }),
  output: z.object({
    objects: z.array(objectSummary),
    /** Before paging. */
    total: z.number().int(),
    offset: rare(z.number().int()),
    limit: rare(z.number().int()),
  }),
  effect: 'read',
  sets: ['essentials', 'full'],
  aliases: { name_pattern: ['name'] },
  summarize: (_input, { objects, total }, words) =>
    objects.length < total
      ? `Listed ${objects.length} of ${words.count(total, 'object')}`
      : `Listed ${words.count(total, 'object')}`,
})

export const getObjectInfo = defineTool({
  name: 'get_object_info',
  method: 'scene.get_object_info',
  title: 'Object info',
  description:
    'Everything about one object: size, volume, area, layer, user text; with `edges`, each edge with the index that fillet_edges and chamfer_edges take.',
  keywords: ['properties', 'details', 'inspect', 'volume', 'area', 'edges', 'eigenschaften'],
  input: z.object({ guid: guid(), edges: z.boolean().default(false) }),
  output: objectSummary.extend({
    /** The same as `geometry`, and more: control points, knots. */
    geometry_detail: z.record(z.string(), z.unknown()),
    attributes: z.object({
      object_id: z.string(),
      name: z.string(),
      layer_index: z.number().int(),
      space: z.string(),
      linetype_index: z.number().int(),
      material_index: z.number().int(),
      wire_density: z.number().int(),
      color_source: z.string(),
      visible: z.boolean(),
      mode: z.string(),
    }),
    edges: z
      .array(
        z.object({
          index: z.number().int(),
          type: z.enum(['line', 'arc', 'circle', 'curve']),
          start: point(),
          end: point(),
          middle: point(),
          length: z.number(),
          /** A line's direction, a circle's axis. */
          direction: point().nullable(),
          radius: z.number().nullable(),
        }),
      )
      .optional(),
  }),
  effect: 'read',
  sets: ['essentials', 'full'],
  summarize: (_input, output) => `Looked at ${output.name ? `“${output.name}”` : `a ${output.type}`}`,
  objects: (_input, output) => [output.guid],
})

export const getSelectedObjects = defineTool({
  name: 'get_selected_objects',
  method: 'scene.get_selected_objects',
  title: 'Selected objects',
  description: 'The objects the user has selected.',
  keywords: ['selection', 'picked', 'auswahl'],
  input: z.object({}),
  output: z.object({ objects: z.array(objectSummary) }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, { objects }, words) => `${words.count(objects.length, 'object')} selected`,
  objects: (_input, { objects }) => objects.map((object) => object.guid),
})

export const getGroups = defineTool({
  name: 'list_groups',
  method: 'scene.get_groups',
  title: 'List groups',
  description: 'Groups with their members.',
  keywords: ['gruppen'],
  input: z.object({}),
  output: z.object({
    groups: z.array(
      z.object({
        name: z.string(),
        index: z.number().int(),
        member_count: z.number().int(),
        member_guids: z.array(z.string()),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.groups.length, 'group'),
})

export const getBlocks = defineTool({
  name: 'list_blocks',
  method: 'scene.get_blocks',
  title: 'List blocks',
  description: 'Block definitions with their objects.',
  keywords: ['symbols', 'components', 'instances', 'blöcke'],
  input: z.object({}),
  output: z.object({
    blocks: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        object_count: z.number().int(),
        geometry_guids: z.array(z.string()),
        is_referenced: z.boolean(),
        /** Its instances in the document. */
        instance_guids: z.array(z.string()).optional(),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  twins: [{ method: 'block.list' }],
  summarize: (_input, output, words) => words.count(output.blocks.length, 'block'),
})
