import { z } from 'zod'
import { attributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { created } from './results.ts'
import { degrees, guids, point } from './schema.ts'

export const createTextDot = defineTool({
  name: 'create_text_dot',
  method: 'geometry.create_text_dot',
  title: 'Create text dot',
  description: 'Small label that always faces the viewer and keeps its size on screen.',
  keywords: ['tag', 'marker', 'callout', 'pin', 'number label', 'textpunkt'],
  input: z.object({ text: z.string().min(1).max(10_000), point: point(), ...attributes }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: { point: ['position', 'location'] },
  summarize: ({ text }) => `Dot ${quoted(text.length > 40 ? `${text.slice(0, 39)}…` : text)}`,
  objects: (_input, output) => [output.guid],
})

const DIMENSION_TYPES = ['linear', 'aligned', 'angular', 'radial', 'diameter'] as const

export const createDimension = defineTool({
  name: 'create_dimension',
  method: 'geometry.create_dimension',
  title: 'Create dimension',
  description:
    'Dimension. `points` for linear and aligned: both ends and a point on the dimension line; angular: centre, a point on each leg and one on the arc; radial and diameter: centre and a point on the circle.',
  keywords: [
    'measurement',
    'annotate',
    'drawing',
    'size label',
    'bemaßung',
    'maß',
    'cota',
    'cotation',
    'quota',
    '寸法',
  ],
  input: z.object({
    type: z.enum(DIMENSION_TYPES),
    points: z.array(point()).min(2).max(4).describe('3, for angular 4, for radial and diameter 2.'),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: ({ type }) => `${type.slice(0, 1).toUpperCase()}${type.slice(1)} dimension`,
  objects: (_input, output) => [output.guid],
})

export const createHatch = defineTool({
  name: 'create_hatch',
  method: 'geometry.create_hatch',
  title: 'Create hatch',
  description: 'Fills closed planar curves with a pattern.',
  keywords: ['fill', 'poché', 'pattern fill', 'cross-hatching', 'schraffur', 'hachure'],
  input: z.object({
    curve_ids: guids('Closed planar curves.'),
    pattern: z.string().min(1).max(200).describe('Solid, Grid, Hatch1, …').default('Solid'),
    scale: z.number().positive().max(1e9).default(1),
    rotation: degrees('Degrees.').default(0),
    ...attributes,
  }),
  output: created.extend({ additional_guids: z.array(z.string()).optional() }),
  effect: 'create',
  sets: ['full'],
  summarize: ({ curve_ids, pattern }, _output, words) =>
    `Hatched ${words.count(curve_ids.length, 'curve')}, ${pattern}`,
  objects: (_input, output) => [output.guid, ...(output.additional_guids ?? [])],
})
