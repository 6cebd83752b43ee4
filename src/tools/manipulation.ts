import { z } from 'zod'
import { idsAlias } from './attributes.ts'
import { defineTool, type Wording } from './define.ts'
import { pointPhrase } from './phrases.ts'
import { count } from './results.ts'
import { degrees, factors, guids, point, vector } from './schema.ts'

const copyInstead = z.boolean().describe('Keep the originals.').default(false)

const results = z.object({ result_ids: z.array(z.string()), count })

/** "3 objects", or "a copy of 3 objects" where the originals stay. */
const worked = (count: number, copy: boolean, words: Wording) =>
  `${copy ? 'a copy of ' : ''}${words.count(count, 'object')}`

export const moveObjects = defineTool({
  name: 'move_objects',
  method: 'manipulation.move',
  title: 'Move objects',
  description: 'Moves objects by a vector.',
  keywords: ['translate', 'shift', 'offset position', 'verschieben'],
  input: z.object({ ids: guids(), translation: vector('[dx, dy, dz]').default([0, 0, 0]) }),
  output: z.object({ moved_ids: z.array(z.string()), count }),
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: idsAlias,
  summarize: (input, output, words) =>
    `Moved ${words.count(output.count, 'object')} by ${pointPhrase(input.translation, words)}`,
  objects: (_input, output) => output.moved_ids,
})

export const copyObjects = defineTool({
  name: 'copy_objects',
  method: 'manipulation.copy',
  title: 'Copy objects',
  description: 'Copies objects, moved by a vector.',
  keywords: ['duplicate', 'clone', 'repeat', 'array', 'kopieren'],
  input: z.object({ ids: guids(), translation: vector('[dx, dy, dz]').default([0, 0, 0]) }),
  output: z.object({ new_ids: z.array(z.string()), count }),
  effect: 'create',
  sets: ['essentials', 'full'],
  aliases: idsAlias,
  summarize: (input, output, words) =>
    `Copied ${words.count(output.count, 'object')} by ${pointPhrase(input.translation, words)}`,
  objects: (_input, output) => output.new_ids,
})

export const rotateObjects = defineTool({
  name: 'rotate_objects',
  method: 'manipulation.rotate',
  title: 'Rotate objects',
  description: 'Rotates objects about an axis through `center`, counter-clockwise seen from its tip.',
  keywords: ['turn', 'spin', 'tilt', 'drehen'],
  input: z.object({
    ids: guids(),
    center: point(),
    angle: degrees('Degrees.'),
    axis: vector('Default Z.').default([0, 0, 1]),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: { ...idsAlias, angle: ['angle_degrees'] },
  summarize: (input, output, words) =>
    `Rotated ${worked(output.count, input.copy, words)} by ${words.number(input.angle)}°`,
  objects: (_input, output) => output.result_ids,
})

export const scaleObjects = defineTool({
  name: 'scale_objects',
  method: 'manipulation.scale',
  title: 'Scale objects',
  description: 'Scales objects about `origin`.',
  keywords: ['resize', 'enlarge', 'shrink', 'stretch', 'bigger', 'smaller', 'skalieren'],
  input: z.object({
    ids: guids(),
    origin: point(),
    scale_factor: factors('Along X, Y, Z.'),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: { ...idsAlias, origin: ['center'], scale_factor: ['scale'] },
  summarize: (input, output, words) => {
    const [x, y, z] = input.scale_factor
    const uniform = x === y && y === z
    const factor = uniform ? words.number(x) : input.scale_factor.map((part) => words.number(part)).join(', ')
    return `Scaled ${worked(output.count, input.copy, words)} by ${factor}`
  },
  objects: (_input, output) => output.result_ids,
})

export const mirrorObjects = defineTool({
  name: 'mirror_objects',
  method: 'manipulation.mirror',
  title: 'Mirror objects',
  description: 'Mirrors objects in the upright plane through `start` and `end`, or the plane at `start` with `normal`.',
  keywords: ['flip', 'reflect', 'symmetric', 'spiegeln'],
  input: z.object({
    ids: guids(),
    start: point(),
    end: point().optional(),
    normal: vector('Instead of end.').optional(),
    copy: copyInstead,
  }),
  output: results,
  effect: 'modify',
  sets: ['essentials', 'full'],
  oneOf: [['end', 'normal']],
  aliases: { ...idsAlias, start: ['plane_origin'], normal: ['plane_normal'] },
  summarize: (input, output, words) => `Mirrored ${worked(output.count, input.copy, words)}`,
  objects: (_input, output) => output.result_ids,
})

export const deleteObjects = defineTool({
  name: 'delete_objects',
  method: 'manipulation.delete',
  title: 'Delete objects',
  description: 'Deletes objects; undo brings them back.',
  keywords: ['remove', 'erase', 'clear', 'löschen'],
  input: z.object({ ids: guids() }),
  output: z.object({ deleted_count: z.number().int() }),
  effect: 'delete',
  sets: ['essentials', 'full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Deleted ${words.count(output.deleted_count, 'object')}`,
})
