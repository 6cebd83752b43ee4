import { z } from 'zod'
import { point as plainPoint } from '../shared/geometry.ts'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { guids, length, point } from './schema.ts'

const idsOf = { ids: [...idsAlias.ids, 'guid', 'id'] } as const

export const closestPoint = defineTool({
  name: 'find_closest_point',
  method: 'analysis.closest_point',
  title: 'Closest point',
  description: 'Point of an object, or of the nearest of many, that is closest to `point`.',
  keywords: ['nearest', 'snap', 'project point', 'pull', 'nächster punkt', 'punto más cercano'],
  input: z.object({ ids: guids(), point: point(), max_distance: length().optional() }),
  output: z.object({
    /** Null where nothing is within max_distance. */
    point: plainPoint().nullable(),
    guid: z.string().nullable(),
    distance: z.number().nullable(),
    /** Of a curve; of a surface [u, v]. */
    parameter: z.unknown(),
    /** Tangent of a curve, normal of a surface. */
    direction: plainPoint().nullable(),
    objects: z.array(z.object({ guid: z.string(), point: plainPoint(), distance: z.number() })),
  }),
  effect: 'read',
  sets: ['full'],
  aliases: idsOf,
  summarize: (_input, output, words) =>
    output.distance === null ? 'Nothing is that close' : `Closest point ${words.length(output.distance)} away`,
  objects: (_input, output) => (output.guid === null ? [] : [output.guid]),
})

const fraction = (description: string) => z.number().min(0).max(1).describe(description).optional()

export const curvature = defineTool({
  name: 'measure_curvature',
  method: 'analysis.curvature',
  title: 'Measure curvature',
  description:
    'Curvature of curves and surfaces nearest to `point`, or at `t` or `u`, `v`; without them the sharpest place of each.',
  keywords: [
    'radius of curve',
    'minimum radius',
    'bend radius',
    'gaussian',
    'flatness',
    'krümmung',
    'courbure',
    'curvatura',
  ],
  input: z.object({
    ids: guids(),
    point: point('Measured nearest to it.').optional(),
    t: fraction('0 start to 1 end of a curve.'),
    u: fraction('0 to 1 across a surface.'),
    v: fraction('0 to 1 across a surface.'),
  }),
  output: z.object({
    objects: z.array(
      z.object({
        guid: z.string(),
        kind: z.enum(['curve', 'surface']),
        point: plainPoint(),
        /** Tangent of a curve, normal of a surface. */
        direction: plainPoint(),
        /** Of a curve; of a surface the sharper one. 1 / radius. */
        curvature: z.number(),
        /** Null where it is straight or flat. */
        radius: z.number().nullable(),
        /** Of a surface. */
        gaussian: z.number().nullable(),
        mean: z.number().nullable(),
      }),
    ),
    /** Of all objects. */
    smallest_radius: z.number().nullable(),
  }),
  effect: 'read',
  sets: ['full'],
  aliases: idsOf,
  summarize: (_input, { smallest_radius }, words) =>
    smallest_radius === null ? 'Straight or flat' : `Smallest radius ${words.length(smallest_radius)}`,
  objects: (input) => input.ids,
})

export const distance = defineTool({
  name: 'measure_distance',
  method: 'analysis.distance',
  title: 'Measure distance',
  description: 'Shortest distance between two objects, groups of objects or points, and where it is.',
  keywords: [
    'gap',
    'clearance',
    'how far',
    'between',
    'abstand',
    'entfernung',
    'écart',
    'distancia',
    'distanza',
    '距離',
  ],
  input: z.object({
    from_ids: guids().optional(),
    from_point: point('Instead of from_ids.').optional(),
    to_ids: guids().optional(),
    to_point: point('Instead of to_ids.').optional(),
  }),
  output: z.object({
    distance: z.number(),
    from: plainPoint(),
    to: plainPoint(),
    /** [dx, dy, dz] */
    delta: plainPoint(),
    from_guid: z.string().nullable(),
    to_guid: z.string().nullable(),
  }),
  effect: 'read',
  pace: 'heavy',
  sets: ['full'],
  oneOf: [
    ['from_ids', 'from_point'],
    ['to_ids', 'to_point'],
  ],
  aliases: { from_ids: ['id_a', 'guid_a'], to_ids: ['id_b', 'guid_b'] },
  summarize: (_input, output, words) => `Distance ${words.length(output.distance)}`,
  objects: (_input, { from_guid, to_guid }) => [from_guid, to_guid].filter((id) => id !== null),
})

const PROBLEMS = [
  'invalid',
  'open',
  'naked_edges',
  'non_manifold',
  'tiny_edges',
  'self_intersection',
  'duplicate',
] as const

export const check = defineTool({
  name: 'check_objects',
  method: 'analysis.check',
  title: 'Check objects',
  description:
    'Finds what is wrong with objects (default: all): invalid and why, naked and tiny edges, duplicates. Before export and 3D printing.',
  keywords: ['validate', 'bad objects', 'watertight', 'printable', 'repair', 'diagnose', 'selbad', 'seldup', 'prüfen'],
  input: z.object({
    ids: guids(undefined, 0).optional(),
    tiny: length('Edges shorter than this; default the tolerance.').optional(),
  }),
  output: z.object({
    /** True where nothing was found. */
    ok: z.boolean(),
    checked: z.number().int(),
    problems: z.array(
      z.object({
        guid: z.string(),
        problem: z.enum(PROBLEMS),
        message: z.string(),
        /** How many edges, say. */
        count: z.number().int(),
        /** Where, at most 20. */
        points: z.array(plainPoint()),
        /** Of a duplicate: the object it is the same as. */
        other_guid: z.string().nullable(),
      }),
    ),
  }),
  effect: 'read',
  pace: 'heavy',
  sets: ['full'],
  aliases: idsOf,
  summarize: (_input, { ok, checked, problems }, words) =>
    ok
      ? `Checked ${words.count(checked, 'object')}, nothing wrong`
      : `Found ${words.count(problems.length, 'problem')} in ${words.count(checked, 'object')}`,
  objects: (_input, output) => [...new Set(output.problems.map(({ guid }) => guid))],
})
