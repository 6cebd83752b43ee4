import { z } from 'zod'
import { attributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { sizePhrase } from './phrases.ts'
import { created } from './results.ts'
import { guid, length, plane, point, pointGrid, rare, signedLength, vector } from './schema.ts'

export const createEllipse = defineTool({
  name: 'create_ellipse',
  method: 'geometry.create_ellipse',
  title: 'Create ellipse',
  description: 'Ellipse in the XY plane at `center`, or on `plane`.',
  keywords: ['oval', 'egg', 'ellipse curve'],
  input: z.object({
    rx: length('Radius along X.'),
    ry: length('Radius along Y.'),
    center: point('Default the origin.').optional(),
    plane: plane('Instead of center.').optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: { rx: ['radius_x'], ry: ['radius_y'] },
  summarize: ({ rx, ry }, _output, words) => `Ellipse ${sizePhrase([2 * rx, 2 * ry], words)}`,
  objects: (_input, output) => [output.guid],
})

export const createHelix = defineTool({
  name: 'create_helix',
  method: 'geometry.create_helix',
  title: 'Create helix',
  description:
    'Helix about the axis from `axis_start` towards `axis_end`, beginning at `start_point`; `pitch` is the rise of one turn.',
  keywords: ['spiral', 'coil', 'spring', 'thread', 'screw', 'spirale', 'wendel'],
  input: z.object({
    axis_start: point(),
    axis_end: point(),
    start_point: point(),
    pitch: length('Rise of one turn.'),
    turns: z.number().positive().max(100_000),
    radius: length('Default: from start_point to the axis.').optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: ({ turns, pitch }, _output, words) =>
    `Helix, ${words.number(turns)} ${turns === 1 ? 'turn' : 'turns'}, pitch ${words.length(pitch)}`,
  objects: (_input, output) => [output.guid],
})

const surfaceDegree = () => z.number().int().min(1).max(11)
const gridCount = (description: string) => z.number().int().min(2).max(1000).describe(description)

export const createNurbsSurface = defineTool({
  name: 'create_nurbs_surface',
  method: 'geometry.create_nurbs_surface',
  title: 'Create NURBS surface',
  description: 'Freeform surface pulled by a grid of control points, `count_u` × `count_v`, v running fastest.',
  keywords: ['control point surface', 'freeform', 'organic', 'terrain', 'freiformfläche'],
  input: z.object({
    degree_u: surfaceDegree(),
    degree_v: surfaceDegree(),
    count_u: gridCount('More than degree_u.'),
    count_v: gridCount('More than degree_v.'),
    points: pointGrid('count_u × count_v points, row after row.'),
    weights: z.array(z.number().positive()).max(100_000).describe('One for each point.').optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: ({ count_u, count_v }) => `NURBS surface of ${count_u} × ${count_v} points`,
  objects: (_input, output) => [output.guid],
})

export const createPlaneSurface = defineTool({
  name: 'create_plane_surface',
  method: 'geometry.create_plane_surface',
  title: 'Create rectangular surface',
  description: 'Flat rectangular surface from `origin` along X and Y, or on `plane`.',
  keywords: ['plane', 'flat', 'sheet', 'panel', 'floor', 'ground', 'rectangle', 'ebene fläche'],
  input: z.object({
    width: length('Along X.'),
    height: length('Along Y.'),
    origin: point('Corner; default the origin.').optional(),
    plane: plane('Instead of origin.').optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: ({ width, height }, _output, words) => `Flat surface ${sizePhrase([width, height], words)}`,
  objects: (_input, output) => [output.guid],
})

export const createSurfaceFromPoints = defineTool({
  name: 'create_surface_from_points',
  method: 'geometry.create_surface_from_points',
  title: 'Create surface from corner points',
  description: 'Surface with 3 or 4 corners, in order round the edge.',
  keywords: ['srfpt', 'facet', 'triangle', 'quad', 'corners', 'eckpunkte'],
  input: z.object({ points: z.array(point()).min(3).max(4).describe('3 or 4 corners.'), ...attributes }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: ({ points }) => `Surface with ${points.length} corners`,
  objects: (_input, output) => [output.guid],
})

export const createPipe = defineTool({
  name: 'create_pipe',
  method: 'geometry.create_pipe',
  title: 'Create pipe',
  description: 'Round tube along a curve; several `radii` at `parameters` make it taper.',
  keywords: ['tube', 'hose', 'cable', 'rail', 'handrail', 'wire', 'rohr', 'schlauch'],
  input: z.object({
    curve_id: guid('Centre line.'),
    radii: z.array(length()).min(1).max(1000).describe('One, or one for each of `parameters`.'),
    parameters: z.array(z.number()).max(1000).describe('On the curve, as many as radii.').optional(),
    cap: z.number().int().min(0).max(2).describe('Ends: 0 open, 1 flat, 2 round.').default(1),
    ...attributes,
  }),
  output: created.extend({ additional_guids: z.array(z.string()).optional() }),
  effect: 'create',
  sets: ['full'],
  aliases: { radii: ['radius'] },
  summarize: ({ radii }, _output, words) =>
    radii.length === 1 && radii[0] !== undefined ? `Pipe, r ${words.length(radii[0])}` : 'Pipe of changing radius',
  objects: (_input, output) => [output.guid, ...(output.additional_guids ?? [])],
})

export const createExtrusion = defineTool({
  name: 'create_extrusion',
  method: 'geometry.create_extrusion',
  title: 'Create extrusion',
  description:
    'Light extrusion object from a planar curve: by `height` along Z, or along `direction` with its length. extrude_curve is more general.',
  keywords: ['lightweight', 'profile', 'beam', 'prism', 'extrusion object'],
  input: z.object({
    profile_curve_id: guid('Closed planar curve.'),
    height: signedLength('Along Z.').optional(),
    direction: vector('Its length counts.').optional(),
    cap: z.boolean().describe('Solid.').default(true),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  oneOf: [['height', 'direction']],
  aliases: { profile_curve_id: ['curve_id', 'profile_guid'] },
  summarize: ({ height, direction }, _output, words) =>
    `Extrusion, ${words.length(direction ? Math.hypot(...direction) : Math.abs(height ?? 0))} high`,
  objects: (_input, output) => [output.guid],
})

export const createPointCloud = defineTool({
  name: 'create_point_cloud',
  method: 'geometry.create_point_cloud',
  title: 'Create point cloud',
  description: 'Many points as one object.',
  keywords: ['scan', 'points', 'lidar', 'punktwolke'],
  input: z.object({ points: z.array(point()).min(1).max(1_000_000), ...attributes }),
  output: created.extend({ point_count: z.number().int() }),
  effect: 'create',
  sets: ['full'],
  summarize: (_input, output, words) => `Cloud of ${words.count(output.point_count, 'point')}`,
  objects: (_input, output) => [output.guid],
})

const faces = () =>
  z
    .array(z.array(z.number().int().min(0)).min(3).max(4))
    .min(1)
    .max(1_000_000)
    .describe('3 or 4 vertex indices each.')
const vertices = () => z.array(point()).min(3).max(1_000_000)

export const createMesh = defineTool({
  name: 'create_mesh',
  method: 'geometry.create_mesh',
  title: 'Create mesh',
  description: 'Mesh from `vertices` and `faces`, counted from 0, counter-clockwise seen from outside.',
  keywords: ['polygon mesh', 'triangles', 'quads', 'polyface', 'netz'],
  input: z.object({
    vertices: vertices(),
    faces: faces(),
    vertex_normals: rare(z.array(vector()).max(1_000_000).describe('One for each vertex.').optional()),
    vertex_colors: rare(
      z.array(z.array(z.number()).min(3).max(4)).max(1_000_000).describe('[r, g, b] for each vertex.').optional(),
    ),
    ...attributes,
  }),
  output: created.extend({ vertex_count: z.number().int(), face_count: z.number().int() }),
  effect: 'create',
  sets: ['full'],
  summarize: (_input, output, words) => `Mesh of ${words.count(output.face_count, 'face')}`,
  objects: (_input, output) => [output.guid],
})

export const createSubd = defineTool({
  name: 'create_subd',
  method: 'geometry.create_subd',
  title: 'Create SubD',
  description: 'Smooth SubD from a mesh object, or from `vertices` and `faces` of its control cage.',
  keywords: ['subdivision', 'organic', 'smooth', 'quad cage', 'sub-d'],
  input: z.object({
    from_mesh_id: guid('Mesh to convert.').optional(),
    vertices: vertices().describe('Instead of from_mesh_id, with faces.').optional(),
    faces: faces().optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  oneOf: [
    ['from_mesh_id', 'vertices'],
    ['from_mesh_id', 'faces'],
  ],
  summarize: ({ from_mesh_id }) => (from_mesh_id ? 'SubD from a mesh' : 'SubD from a cage'),
  objects: (_input, output) => [output.guid],
})
