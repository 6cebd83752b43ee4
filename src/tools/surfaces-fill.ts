import { z } from 'zod'
import { boundingBox } from '../shared/geometry.ts'
import { attributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { guid, guids, rare } from './schema.ts'

const made = z.object({ guid: z.string(), bounding_box: boundingBox().nullable() })

export const networkSurface = defineTool({
  name: 'network_surface',
  method: 'surfaces.network_surface',
  title: 'Surface from curve network',
  description: 'Smooth surface through two families of crossing curves.',
  keywords: ['networksrf', 'grid of curves', 'crossing curves', 'kurvennetz'],
  input: z.object({
    curves_u: guids('One direction.'),
    curves_v: guids('Across them.'),
    continuity: z.number().int().min(0).max(2).describe('0 position, 1 tangent, 2 curvature.').default(1),
    ...attributes,
  }),
  output: made,
  effect: 'create',
  sets: ['full'],
  summarize: ({ curves_u, curves_v }) => `Surface through ${curves_u.length} × ${curves_v.length} curves`,
  objects: (_input, output) => [output.guid],
})

const spans = () => z.number().int().min(1).max(200).default(10)

export const patch = defineTool({
  name: 'patch_surface',
  method: 'surfaces.patch',
  title: 'Patch',
  description: 'One smooth surface fitted near curves, points and meshes; for holes and terrain.',
  keywords: ['fill hole', 'fit surface', 'terrain', 'cover', 'flicken'],
  input: z.object({
    object_ids: guids('Curves, points, meshes.'),
    spans_u: spans(),
    spans_v: spans(),
    flexibility: z.number().min(0).max(1e6).describe('Higher follows more closely.').default(1),
    trim: rare(z.boolean().describe('To a closed boundary.').default(true)),
    ...attributes,
  }),
  output: made,
  effect: 'create',
  sets: ['full'],
  aliases: { object_ids: ['input_guids', 'ids'], spans_u: ['u_spans'], spans_v: ['v_spans'] },
  summarize: (input, _output, words) => `Patched ${words.count(input.object_ids.length, 'object')}`,
  objects: (_input, output) => [output.guid],
})

export const edgeSurface = defineTool({
  name: 'edge_surface',
  method: 'surfaces.edge_surface',
  title: 'Surface from edge curves',
  description: 'Surface between 2, 3 or 4 curves that are its edges.',
  keywords: ['edgesrf', 'coons', 'boundary curves', 'kantenkurven'],
  input: z.object({ curve_ids: z.array(guid()).min(2).max(4).describe('2 to 4.'), ...attributes }),
  output: made,
  effect: 'create',
  sets: ['full'],
  summarize: () => 'Surface from edge curves',
  objects: (_input, output) => [output.guid],
})

export const planarSurface = defineTool({
  name: 'planar_surface',
  method: 'surfaces.planar_surface',
  title: 'Planar surface',
  description: 'Flat surface inside closed planar curves; curves inside others become holes.',
  keywords: ['planarsrf', 'fill', 'face', 'region', 'flat', 'from outline', 'ebene fläche'],
  input: z.object({ curve_ids: guids('Closed planar curves.'), ...attributes }),
  output: made.extend({ guids: z.array(z.string()) }),
  effect: 'create',
  sets: ['full'],
  aliases: { curve_ids: ['boundary_guid', 'curve_id'] },
  summarize: (_input, output, words) => words.count(output.guids.length, 'flat surface'),
  objects: (_input, output) => output.guids,
})

export const capPlanarHoles = defineTool({
  name: 'cap_planar_holes',
  method: 'surfaces.cap_planar_holes',
  title: 'Cap planar holes',
  description: 'Closes the flat openings of an open polysurface, so that it becomes a solid.',
  keywords: ['close', 'make solid', 'watertight', 'lid', 'seal', 'deckel', 'schließen'],
  input: z.object({ brep_id: guid() }),
  output: made.extend({
    caps_added: z.boolean(),
    /** Why nothing was capped. */
    note: z.string().optional(),
  }),
  effect: 'modify',
  sets: ['full'],
  aliases: { brep_id: ['guid', 'id'] },
  summarize: (_input, output) => (output.caps_added ? 'Capped the holes' : 'Found no hole to cap'),
  objects: (_input, output) => [output.guid],
})

export const unroll = defineTool({
  name: 'unroll_surface',
  method: 'surfaces.unroll',
  title: 'Unroll surface',
  description: 'Flattens a developable surface onto the XY plane; the original stays.',
  keywords: ['flatten', 'develop', 'pattern', 'sheet metal', 'unfold', 'abwickeln', 'dépliage'],
  input: z.object({ surface_id: guid(), explode: z.boolean().describe('Every face on its own.').default(false) }),
  output: z.object({ guids: z.array(z.string()), bounding_box: boundingBox().nullable() }),
  effect: 'create',
  sets: ['full'],
  aliases: { surface_id: ['guid', 'brep_id'] },
  summarize: (_input, output, words) => `Unrolled into ${words.count(output.guids.length, 'piece')}`,
  objects: (_input, output) => output.guids,
})
