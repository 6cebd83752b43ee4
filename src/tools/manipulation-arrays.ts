import { z } from 'zod'
import { defineTool } from './define.ts'
import { pointPhrase } from './phrases.ts'
import { degrees, guid, point, vector } from './schema.ts'

const arrayed = z.object({ array_ids: z.array(z.string()), count: z.number().int() })
const copies = (min: number, description: string) => z.number().int().min(min).max(100_000).describe(description)
const idAlias = { id: ['guid', 'guids', 'ids'] } as const

export const arrayLinear = defineTool({
  name: 'array_objects_linear',
  method: 'manipulation.array_linear',
  title: 'Linear array',
  description: 'Repeats an object in a row.',
  keywords: ['repeat', 'row', 'pattern', 'steps', 'series', 'multiply', 'reihe', 'lineare anordnung'],
  input: z.object({
    id: guid(),
    count: copies(2, 'With the original.'),
    direction: vector('From one to the next.'),
  }),
  output: arrayed,
  effect: 'create',
  sets: ['full'],
  aliases: idAlias,
  summarize: (input, _output, words) => `Row of ${input.count}, every ${pointPhrase(input.direction, words)}`,
  objects: (_input, output) => output.array_ids,
})

export const arrayPolar = defineTool({
  name: 'array_objects_polar',
  method: 'manipulation.array_polar',
  title: 'Polar array',
  description: 'Repeats an object round an axis through `center`, spread over `angle`.',
  keywords: [
    'radial',
    'circular pattern',
    'around',
    'ring of',
    'spokes',
    'bolt circle',
    'kreisförmig',
    'polare anordnung',
  ],
  input: z.object({
    id: guid(),
    count: copies(2, 'With the original.'),
    center: point(),
    angle: degrees('Degrees in all.').default(360),
    axis: vector('Default Z.').default([0, 0, 1]),
  }),
  output: arrayed,
  effect: 'create',
  sets: ['full'],
  aliases: { ...idAlias, angle: ['angle_degrees'] },
  summarize: (input, _output, words) => `Ring of ${input.count} over ${words.number(input.angle)}°`,
  objects: (_input, output) => output.array_ids,
})

export const arrayAlongCurve = defineTool({
  name: 'array_along_curve',
  method: 'manipulation.array_along_curve',
  title: 'Array along curve',
  description: 'Repeats an object at equal distances along a curve.',
  keywords: ['path array', 'distribute', 'beads', 'posts', 'fence', 'chain', 'entlang kurve'],
  input: z.object({
    id: guid(),
    curve_id: guid(),
    count: copies(1, 'How many.'),
    orient: z.boolean().describe('Turn with the curve.').default(true),
  }),
  output: arrayed,
  effect: 'create',
  sets: ['full'],
  aliases: { ...idAlias, curve_id: ['path_id'] },
  summarize: (input) => `${input.count} along a curve`,
  objects: (_input, output) => output.array_ids,
})
