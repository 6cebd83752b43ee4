import { z } from 'zod'
import { defineTool } from './define.ts'
import { guid, rare, signedLength } from './schema.ts'

/** A surface as get_object_info describes it. */
const oneSurface = z.object({ guid: z.string(), surface: z.record(z.string(), z.unknown()).nullable() })

export const offsetSurface = defineTool({
  name: 'offset_surface',
  method: 'operations.offset_surface',
  title: 'Offset surface',
  description: 'Parallel surface at a distance along the normals; `solid` closes it to a shell.',
  keywords: ['thicken', 'wall thickness', 'hollow', 'shell', 'parallel', 'aufdicken', 'versetzen'],
  input: z.object({
    surface_id: guid(),
    distance: signedLength('Negative: the other side.'),
    both_sides: z.boolean().default(false),
    solid: z.boolean().default(false),
  }),
  output: oneSurface,
  effect: 'create',
  sets: ['full'],
  aliases: { surface_id: ['guid', 'brep_id'] },
  summarize: (input, _output, words) =>
    `${input.solid ? 'Thickened' : 'Offset'} a surface by ${words.length(input.distance)}`,
  objects: (_input, output) => [output.guid],
})

const preset = (description: string) => z.number().min(-1).max(1e12).describe(description).default(-1)

export const meshFromBrep = defineTool({
  name: 'mesh_from_surface',
  method: 'operations.mesh_from_brep',
  title: 'Mesh from surface',
  description: 'Meshes of a surface or solid, which stays: for 3D printing and export.',
  keywords: ['triangulate', 'tessellate', 'polygonize', 'convert to mesh', '3d print', 'vernetzen'],
  input: z.object({
    brep_id: guid(),
    quality: z.enum(['coarse', 'medium', 'fine', 'custom']).default('medium'),
    max_edge_length: preset('Below 0: by quality.'),
    min_edge_length: rare(preset('Below 0: by quality.')),
    max_angle: preset('Degrees between neighbours; below 0: by quality.'),
  }),
  output: z.object({
    guids: z.array(z.string()),
    count: z.number().int(),
    meshes: z.array(z.record(z.string(), z.unknown())),
  }),
  effect: 'create',
  pace: 'heavy',
  sets: ['full'],
  aliases: { brep_id: ['source_guid', 'surface_id', 'guid'] },
  summarize: (input, output, words) => `Made ${words.count(output.count, 'mesh', 'meshes')}, ${input.quality}`,
  objects: (_input, output) => output.guids,
})

const degree = () => z.number().int().min(1).max(11).default(3)
const pointCount = (description: string) => z.number().int().min(2).max(1000).describe(description).default(10)

export const rebuildSurface = defineTool({
  name: 'rebuild_surface',
  method: 'operations.rebuild_surface',
  title: 'Rebuild surface',
  description: 'Redraws a surface with an even grid of control points.',
  keywords: ['simplify', 'smooth', 'reduce points', 'control points', 'fair', 'glätten'],
  input: z.object({
    surface_id: guid(),
    degree_u: degree(),
    degree_v: degree(),
    point_count_u: pointCount('More than degree_u.'),
    point_count_v: pointCount('More than degree_v.'),
  }),
  output: oneSurface,
  effect: 'modify',
  sets: ['full'],
  aliases: { surface_id: ['guid'] },
  summarize: (input) => `Rebuilt a surface with ${input.point_count_u} × ${input.point_count_v} points`,
  objects: (_input, output) => [output.guid],
})
