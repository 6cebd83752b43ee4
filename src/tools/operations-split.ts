import { z } from 'zod'
import { defineTool } from './define.ts'
import { brepSummary, operated } from './results.ts'
import { guid, guids, point } from './schema.ts'

export const booleanSplit = defineTool({
  name: 'boolean_split',
  method: 'operations.boolean_split',
  title: 'Boolean split',
  description: 'Cuts a solid into closed pieces along another solid or surface; all pieces stay.',
  keywords: ['divide solid', 'halve', 'cut in two', 'zerteilen'],
  input: z.object({ guid_to_split: guid(), guid_cutter: guid() }),
  output: operated,
  effect: 'modify',
  sets: ['full'],
  aliases: { guid_to_split: ['guid', 'id'], guid_cutter: ['cutter_guid', 'cutter_id'] },
  summarize: (_input, output, words) => `Split a solid into ${words.count(output.count, 'piece')}`,
  objects: (_input, output) => output.guids,
})

export const trim = defineTool({
  name: 'trim_object',
  method: 'operations.trim',
  title: 'Trim object',
  description: 'Cuts an object with a cutter and keeps the piece nearest `pick_point`.',
  keywords: ['cut off', 'cut away', 'shorten', 'crop', 'stutzen', 'trimmen'],
  input: z.object({
    object_id: guid('Curve, surface or solid.'),
    cutter_id: guid('Curve, surface or solid.'),
    pick_point: point('On the piece that stays.'),
  }),
  output: z.object({ guids: z.array(z.string()), count: z.number().int(), object: brepSummary.nullable() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { object_id: ['guid', 'id'], cutter_id: ['cutter_guid'] },
  summarize: () => 'Trimmed an object',
  objects: (_input, output) => output.guids,
})

export const split = defineTool({
  name: 'split_object',
  method: 'operations.split',
  title: 'Split object',
  description: 'Cuts a curve, surface or solid along cutters; all pieces stay.',
  keywords: ['divide', 'cut apart', 'slice', 'separate', 'teilen', 'aufteilen'],
  input: z.object({ object_id: guid(), cutter_ids: guids() }),
  output: operated,
  effect: 'modify',
  sets: ['full'],
  aliases: { object_id: ['guid', 'id'], cutter_ids: ['cutter_guids', 'cutter_id'] },
  summarize: (_input, output, words) => `Split an object into ${words.count(output.count, 'piece')}`,
  objects: (_input, output) => output.guids,
})

export const intersect = defineTool({
  name: 'intersect_objects',
  method: 'operations.intersect',
  title: 'Intersect objects',
  description:
    'Adds the points and curves where two objects meet, and says whether they do; the objects stay. For solids, boolean_intersection keeps the common volume.',
  keywords: ['crossing', 'clash', 'section', 'where they meet', 'collision', 'schnittkurve', 'verschneiden'],
  input: z.object({ id_a: guid(), id_b: guid() }),
  output: z.object({
    /** curve_curve, curve_surface, surface_surface, … */
    type: z.string(),
    intersects: z.boolean(),
    point_guids: z.array(z.string()),
    curve_guids: z.array(z.string()),
    /** As [x, y, z]. */
    points: z.array(z.unknown()),
    curves: z.array(z.unknown()),
  }),
  effect: 'create',
  sets: ['full'],
  aliases: { id_a: ['guid_a'], id_b: ['guid_b'] },
  summarize: (_input, { intersects, point_guids, curve_guids }, words) => {
    if (!intersects) return 'The objects do not meet'
    const found = [
      point_guids.length > 0 ? words.count(point_guids.length, 'point') : '',
      curve_guids.length > 0 ? words.count(curve_guids.length, 'curve') : '',
    ]
    return `The objects meet in ${found.filter(Boolean).join(' and ') || 'places'}`
  },
  objects: (_input, output) => [...output.point_guids, ...output.curve_guids],
})
