import { z } from 'zod'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { degrees, guid, guids, plane, point, vector } from './schema.ts'

const copyInstead = z.boolean().describe('Keep the originals.').default(false)
const results = z.object({ result_ids: z.array(z.string()), count: z.number().int() })
const placed = (description: string) => z.array(point()).min(2).max(3).describe(description)

export const orient = defineTool({
  name: 'orient_objects',
  method: 'manipulation.orient',
  title: 'Orient objects',
  description:
    'Moves and turns objects so that 2 or 3 reference points land on target points: the first exactly, the others in direction.',
  keywords: ['align', 'place onto', 'match points', 'snap to', 'ausrichten', 'orientieren'],
  input: z.object({
    ids: guids(),
    reference_points: placed('2 or 3.'),
    target_points: placed('As many.'),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Oriented ${words.count(output.count, 'object')}`,
  objects: (_input, output) => output.result_ids,
})

export const shear = defineTool({
  name: 'shear_objects',
  method: 'manipulation.shear',
  title: 'Shear objects',
  description: 'Slants objects along `shear_direction`, more the farther they are from `plane`.',
  keywords: ['slant', 'skew', 'lean', 'italic', 'scheren', 'neigen'],
  input: z.object({
    ids: guids(),
    plane: plane('Stays as it is.'),
    shear_angle: degrees('Degrees, less than 90.'),
    shear_direction: vector(),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (input, output, words) =>
    `Sheared ${words.count(output.count, 'object')} by ${words.number(input.shear_angle)}°`,
  objects: (_input, output) => output.result_ids,
})

export const applyTransform = defineTool({
  name: 'apply_transform',
  method: 'manipulation.apply_transform',
  title: 'Apply transform',
  description: 'Transforms objects by a 4 × 4 matrix in rows, translation in the last column. Rarely needed.',
  keywords: ['matrix', 'affine', 'xform', 'transformation'],
  input: z.object({
    ids: guids(),
    matrix: z.array(z.array(z.number()).length(4)).length(4).describe('4 rows of 4 numbers.'),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Transformed ${words.count(output.count, 'object')}`,
  objects: (_input, output) => output.result_ids,
})

const deleteInput = z.boolean().describe('false keeps the inputs.').default(true)

export const join = defineTool({
  name: 'join_curves',
  method: 'manipulation.join',
  title: 'Join',
  description:
    'Joins curves, surfaces or meshes that touch into longer curves, polysurfaces or meshes. Returns the new guids. For solids use boolean_union.',
  keywords: ['connect', 'chain', 'stitch', 'sew', 'polysurface', 'weld', 'verbinden', 'join surfaces', 'join objects'],
  input: z.object({ ids: guids(undefined, 2), delete_input: deleteInput }),
  output: z.object({ joined_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'modify',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (input, output, words) => `Joined ${words.count(input.ids.length, 'object')} into ${output.count}`,
  objects: (_input, output) => output.joined_ids,
})

export const explode = defineTool({
  name: 'explode_object',
  method: 'manipulation.explode',
  title: 'Explode object',
  description: 'Takes a polycurve, polysurface or text apart into its pieces.',
  keywords: ['break apart', 'ungroup', 'split into faces', 'decompose', 'separate', 'auflösen', 'zerlegen'],
  input: z.object({ id: guid(), delete_input: deleteInput }),
  output: z.object({ exploded_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { id: ['guid'] },
  summarize: (_input, output, words) => `Exploded an object into ${words.count(output.count, 'piece')}`,
  objects: (_input, output) => output.exploded_ids,
})
