import { z } from 'zod'
import { defineTool } from './define.ts'
import { guid, guids, length, plane, rare, signedLength, vector } from './schema.ts'

/** A curve as get_object_info describes it. */
const curve = z.record(z.string(), z.unknown()).nullable()
const oneCurve = z.object({ guid: z.string(), curve })

export const offsetCurve = defineTool({
  name: 'offset_curve',
  method: 'operations.offset_curve',
  title: 'Offset curve',
  description: 'Parallel curve at a distance in its plane; the original stays.',
  keywords: ['parallel', 'inset', 'outset', 'wall thickness', 'border', 'versetzen', 'parallele', 'équidistance'],
  input: z.object({
    curve_id: guid(),
    distance: signedLength('Negative: the other side.'),
    direction_point: vector('Normal of the plane; default Z.').optional(),
    plane: plane('Instead of direction_point.').optional(),
    corner_style: rare(z.enum(['sharp', 'round', 'smooth', 'chamfer', 'none']).default('sharp')),
  }),
  output: oneCurve,
  effect: 'create',
  sets: ['full'],
  aliases: { curve_id: ['guid'], direction_point: ['plane_normal'] },
  summarize: (input, _output, words) => `Offset a curve by ${words.length(input.distance)}`,
  objects: (_input, output) => [output.guid],
})

export const filletCurves = defineTool({
  name: 'fillet_curves',
  method: 'operations.fillet_curves',
  title: 'Fillet curves',
  description: 'Arc between two curves that touches both; with `join`, one curve of all three.',
  keywords: ['round corner', 'radius', 'tangent arc', 'abrunden'],
  input: z.object({ curve_id_a: guid(), curve_id_b: guid(), radius: length(), join: z.boolean().default(false) }),
  output: z.object({
    guid: z.string(),
    curve: curve.optional(),
    /** Where the curves were joined. */
    guids: z.array(z.string()).optional(),
    count: z.number().int().optional(),
  }),
  effect: 'modify',
  sets: ['full'],
  aliases: { curve_id_a: ['guid1'], curve_id_b: ['guid2'] },
  summarize: (input, _output, words) => `Filleted two curves, r ${words.length(input.radius)}`,
  objects: (_input, output) => output.guids ?? [output.guid],
})

export const chamferCurves = defineTool({
  name: 'chamfer_curves',
  method: 'operations.chamfer_curves',
  title: 'Chamfer curves',
  description: 'Straight bevel between two curves, measured from their corner.',
  keywords: ['cut corner', 'corner line', 'fase'],
  input: z.object({
    curve_id_a: guid(),
    curve_id_b: guid(),
    distance_a: length('On the first curve.'),
    distance_b: length('On the second curve.'),
  }),
  output: oneCurve,
  effect: 'create',
  sets: ['full'],
  aliases: { curve_id_a: ['guid1'], curve_id_b: ['guid2'] },
  summarize: ({ distance_a, distance_b }, _output, words) =>
    `Chamfered two curves, ${distance_a === distance_b ? words.length(distance_a) : `${words.number(distance_a)} × ${words.length(distance_b)}`}`,
  objects: (_input, output) => [output.guid],
})

export const projectCurve = defineTool({
  name: 'project_curve',
  method: 'operations.project_curve',
  title: 'Project curve',
  description: 'Curves where a curve, moved along `direction`, meets surfaces or solids.',
  keywords: ['drape', 'map onto', 'imprint', 'engrave', 'projizieren'],
  input: z.object({ curve_id: guid(), brep_ids: guids(), direction: vector('[0, 0, -1]: straight down.') }),
  output: z.object({
    guids: z.array(z.string()),
    count: z.number().int(),
    curves: z.array(z.record(z.string(), z.unknown())),
  }),
  effect: 'create',
  sets: ['full'],
  summarize: (_input, output, words) => `Projected a curve, ${words.count(output.count, 'new curve')}`,
  objects: (_input, output) => output.guids,
})

export const extendCurve = defineTool({
  name: 'extend_curve',
  method: 'operations.extend_curve',
  title: 'Extend curve',
  description: 'Makes a curve longer at its ends: by `length`, or as far as `boundary_id`.',
  keywords: ['lengthen', 'prolong', 'continue', 'verlängern'],
  input: z.object({
    curve_id: guid(),
    side: z.enum(['start', 'end', 'both']).default('end'),
    length: z.number().min(0).max(1e12).optional(),
    boundary_id: guid('Object to reach, instead of length.').optional(),
    extension_type: z.enum(['line', 'arc', 'smooth']).default('smooth'),
  }),
  output: oneCurve,
  effect: 'modify',
  sets: ['full'],
  aliases: { curve_id: ['guid'] },
  oneOf: [['length', 'boundary_id']],
  summarize: (input, _output, words) =>
    input.boundary_id ? 'Extended a curve to an object' : `Extended a curve by ${words.length(input.length ?? 0)}`,
  objects: (_input, output) => [output.guid],
})

export const blendCurves = defineTool({
  name: 'blend_curves',
  method: 'operations.blend_curves',
  title: 'Blend curves',
  description: 'Smooth bridge from the end of one curve to the start of another.',
  keywords: ['connect', 'bridge', 'transition', 'gap', 'überblenden'],
  input: z.object({
    curve_id_a: guid('From its end.'),
    curve_id_b: guid('To its start.'),
    continuity: z.enum(['position', 'tangent', 'curvature']).default('tangent'),
  }),
  output: oneCurve,
  effect: 'create',
  sets: ['full'],
  summarize: () => 'Blended two curves',
  objects: (_input, output) => [output.guid],
})

export const rebuildCurve = defineTool({
  name: 'rebuild_curve',
  method: 'operations.rebuild_curve',
  title: 'Rebuild curve',
  description: 'Redraws a curve with evenly spread control points; more of them keep closer to its shape.',
  keywords: ['simplify', 'smooth', 'reduce points', 'control points', 'fair', 'glätten'],
  input: z.object({
    curve_id: guid(),
    degree: z.number().int().min(1).max(11).default(3),
    point_count: z.number().int().min(2).max(10_000).describe('More than degree.').default(10),
  }),
  output: oneCurve,
  effect: 'modify',
  sets: ['full'],
  aliases: { curve_id: ['guid'] },
  summarize: (input) => `Rebuilt a curve with ${input.point_count} points`,
  objects: (_input, output) => [output.guid],
})
