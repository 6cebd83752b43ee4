import { z } from 'zod'
import { boundingBox } from '../shared/geometry.ts'
import { attributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { guid, guids, point, rare, signedLength, vector } from './schema.ts'

export const extrudeCurve = defineTool({
  name: 'extrude_curve',
  method: 'surfaces.extrude_curve',
  title: 'Extrude curve',
  description:
    'Pulls a curve along `direction` for `distance`, or along the curve `path_id`. `cap` closes a planar closed profile to a solid.',
  keywords: ['pull', 'push', 'profile', 'sweep straight', 'prism', 'wall', 'extrudieren'],
  input: z.object({
    curve_id: guid(),
    direction: vector().optional(),
    distance: signedLength().default(1),
    path_id: guid('Curve to follow instead.').optional(),
    cap: z.boolean().default(false),
    ...attributes,
  }),
  output: z.object({ guid: z.string(), bounding_box: boundingBox().nullable() }),
  effect: 'create',
  sets: ['essentials', 'full'],
  oneOf: [['direction', 'path_id']],
  aliases: { curve_id: ['profile_guid'] },
  summarize: (input, _output, words) =>
    input.path_id ? 'Extruded a curve along a path' : `Extruded a curve by ${words.length(input.distance)}`,
  objects: (_input, output) => [output.guid],
})

const LOFT_TYPES = ['normal', 'loose', 'tight', 'straight', 'developable', 'uniform'] as const

export const loft = defineTool({
  name: 'loft_curves',
  method: 'surfaces.loft',
  title: 'Loft curves',
  description: 'Surface through curves in the order given.',
  keywords: ['skin', 'blend', 'hull', 'transition', 'through sections', 'verbinden'],
  input: z.object({
    curve_ids: guids(undefined, 2),
    loft_type: z.enum(LOFT_TYPES).default('normal'),
    closed: z.boolean().describe('Back to the first curve.').default(false),
    start_point: rare(point('Begin in this point.').optional()),
    end_point: rare(point('End in this point.').optional()),
    ...attributes,
  }),
  output: z.object({
    guid: z.string(),
    bounding_box: boundingBox().nullable(),
    /** Where the loft is more than one surface. */
    guids: rare(z.array(z.string()).optional()),
  }),
  effect: 'create',
  sets: ['essentials', 'full'],
  aliases: { curve_ids: ['curve_guids'] },
  summarize: (input, _output, words) => `Lofted ${words.count(input.curve_ids.length, 'curve')}`,
  objects: (_input, output) => output.guids ?? [output.guid],
})
