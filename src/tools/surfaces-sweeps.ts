import { z } from 'zod'
import { boundingBox } from '../shared/geometry.ts'
import { attributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { degrees, guid, guids, point, signedLength, vector } from './schema.ts'

const made = z.object({ guid: z.string(), bounding_box: boundingBox().nullable() })
/** `guids` where it became more than one surface. */
const someMade = made.extend({ guids: z.array(z.string()).optional() })

export const sweep1 = defineTool({
  name: 'sweep_1_rail',
  method: 'surfaces.sweep1',
  title: 'Sweep along one rail',
  description: 'Surface that a cross-section makes along a rail curve; several sections change on the way.',
  keywords: [
    'sweep1',
    'follow path',
    'profile along curve',
    'moulding',
    'molding',
    'gutter',
    'austragen',
    'extrude along path',
  ],
  input: z.object({
    rail_id: guid('Path.'),
    shape_ids: guids('Cross-sections, in order along the rail.'),
    closed: z.boolean().describe('Back to the first section.').default(false),
    ...attributes,
  }),
  output: someMade,
  effect: 'create',
  sets: ['full'],
  aliases: { rail_id: ['rail_guid', 'path_id'], shape_ids: ['cross_section_guids', 'profile_ids'] },
  summarize: (input, _output, words) => `Swept ${words.count(input.shape_ids.length, 'section')} along a rail`,
  objects: (_input, output) => output.guids ?? [output.guid],
})

export const sweep2 = defineTool({
  name: 'sweep_2_rails',
  method: 'surfaces.sweep2',
  title: 'Sweep along two rails',
  description: 'Surface that cross-sections make between two rail curves.',
  keywords: ['sweep2', 'two paths', 'between rails', 'hull', 'austragen'],
  input: z.object({
    rail1_id: guid(),
    rail2_id: guid(),
    shape_ids: guids('Cross-sections, in order along the rails.'),
    closed: z.boolean().describe('Back to the first section.').default(false),
    ...attributes,
  }),
  output: someMade,
  effect: 'create',
  sets: ['full'],
  aliases: { rail1_id: ['rail1_guid'], rail2_id: ['rail2_guid'], shape_ids: ['cross_section_guids', 'profile_ids'] },
  summarize: (input, _output, words) => `Swept ${words.count(input.shape_ids.length, 'section')} along two rails`,
  objects: (_input, output) => output.guids ?? [output.guid],
})

export const revolve = defineTool({
  name: 'revolve_curve',
  method: 'surfaces.revolve',
  title: 'Revolve curve',
  description: 'Surface that a profile curve makes turning about an axis, in degrees.',
  keywords: ['lathe', 'spin', 'rotational', 'vase', 'bowl', 'bottle', 'turned', 'rotationskörper', 'revolution'],
  input: z.object({
    curve_id: guid('Profile.'),
    axis_start: point(),
    axis_end: point(),
    start_angle: degrees().default(0),
    end_angle: degrees('Not start_angle.').default(360),
    ...attributes,
  }),
  output: made,
  effect: 'create',
  sets: ['full'],
  aliases: { curve_id: ['profile_guid', 'profile_id'] },
  summarize: ({ start_angle, end_angle }, _output, words) =>
    `Revolved a curve by ${words.number(end_angle - start_angle)}°`,
  objects: (_input, output) => [output.guid],
})

export const extrudeSurface = defineTool({
  name: 'extrude_surface',
  method: 'surfaces.extrude_surface',
  title: 'Extrude surface',
  description: 'Pulls a surface along `direction` for `distance`; `cap` makes a solid.',
  keywords: ['thicken', 'push pull', 'pushpull', 'pull face', 'plate', 'fläche extrudieren'],
  input: z.object({
    surface_id: guid(),
    direction: vector('Its length does not matter.'),
    distance: signedLength().default(1),
    cap: z.boolean().default(false),
    ...attributes,
  }),
  output: made,
  effect: 'create',
  sets: ['full'],
  aliases: { surface_id: ['guid'] },
  summarize: (input, _output, words) => `Extruded a surface by ${words.length(input.distance)}`,
  objects: (_input, output) => [output.guid],
})
