import { z } from 'zod'
import { boundingBox, OBJECT_KINDS, point, UNIT_SYSTEMS } from '../shared/geometry.ts'
import { defineTool } from './define.ts'
import { rare } from './schema.ts'

export const getContext = defineTool({
  name: 'get_context',
  method: 'context.get',
  title: 'Look at the document',
  description:
    'What is there now: units, tolerance, objects, extents, layers, selection, view. Call it before you change anything.',
  keywords: ['status', 'summary', 'what is in the document', 'selection', 'units', 'overview'],
  input: z.object({}),
  output: z.object({
    document: z.object({
      serial: z.number().int(),
      name: z.string(),
      path: z.string().nullable(),
      modified: z.boolean(),
      revision: z.number().int(),
      units: z.enum(UNIT_SYSTEMS),
      absolute_tolerance: z.number(),
      /** Degrees. */
      angle_tolerance: z.number(),
      object_count: z.number().int(),
      layer_count: z.number().int(),
      /** How many of each kind. */
      kinds: z.record(z.string(), z.number().int()),
      bounding_box: boundingBox().nullable(),
    }),
    selection: z.object({
      count: z.number().int(),
      /** At most 50. */
      objects: z.array(
        z.object({
          guid: z.string(),
          kind: z.enum(OBJECT_KINDS),
          name: z.string(),
          layer: z.string(),
          size: point().nullable(),
        }),
      ),
    }),
    /** At most 50 of the newest, so that an agent can name what it sees. */
    objects: z.array(
      z.object({
        guid: z.string(),
        kind: z.enum(OBJECT_KINDS),
        name: z.string(),
        layer: z.string(),
        size: point().nullable(),
      }),
    ),
    view: z.object({
      name: z.string(),
      projection: z.enum(['parallel', 'perspective', 'two_point_perspective', 'unknown']),
      camera: point(),
      target: point(),
      display_mode: z.string(),
    }),
    layers: z.array(
      z.object({
        path: z.string(),
        objects: z.number().int(),
        current: z.boolean(),
        visible: z.boolean(),
        locked: z.boolean(),
      }),
    ),
    grasshopper: z.object({ loaded: z.boolean(), document: z.string().nullable() }),
    open_turn: rare(z.string().nullable()),
    /** "Rhino is waiting for a command": the prompt, or null when idle. */
    busy: rare(z.string().nullable()),
    host: z.object({ kind: z.enum(['embedded', 'rhino']), label: z.string() }),
  }),
  effect: 'read',
  sets: ['essentials', 'full'],
  summarize: (_input, { document, selection }, words) =>
    `${document.name}: ${words.count(document.object_count, 'object')}` +
    (selection.count > 0 ? `, ${selection.count} selected` : ''),
})
