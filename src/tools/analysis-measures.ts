import { z } from 'zod'
import { boundingBox, point as plainPoint } from '../shared/geometry.ts'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { extent, powerPhrase, sizePhrase } from './phrases.ts'
import { guids, plane } from './schema.ts'

/** Every measure is of one object or of many: the sum or the whole, and each object's own. */

const read = { effect: 'read', sets: ['full'], aliases: { ids: [...idsAlias.ids, 'guid', 'id'] } } as const
const ids = guids()

export const measureLength = defineTool({
  name: 'measure_length',
  method: 'analysis.length',
  title: 'Measure length',
  description: 'Length of curves, each and in all.',
  keywords: ['how long', 'perimeter', 'circumference', 'länge', 'longueur', 'longitud', 'lunghezza', '長さ'],
  input: z.object({ ids }),
  output: z.object({ total: z.number(), objects: z.array(z.object({ guid: z.string(), length: z.number() })) }),
  ...read,
  summarize: (_input, output, words) => `Length ${words.length(output.total)}`,
  objects: (input) => input.ids,
})

export const measureArea = defineTool({
  name: 'measure_area',
  method: 'analysis.area',
  title: 'Measure area',
  description: 'Area of surfaces, solids, meshes, hatches and closed planar curves, each and in all, in square units.',
  keywords: ['surface area', 'square metres', 'floor area', 'footprint', 'fläche', 'surface', 'superficie', '面積'],
  input: z.object({ ids }),
  output: z.object({ total: z.number(), objects: z.array(z.object({ guid: z.string(), area: z.number() })) }),
  pace: 'heavy',
  ...read,
  summarize: (_input, output, words) => `Area ${powerPhrase(output.total, '²', words)}`,
  objects: (input) => input.ids,
})

export const measureVolume = defineTool({
  name: 'measure_volume',
  method: 'analysis.volume',
  title: 'Measure volume',
  description: 'Volume of closed solids and meshes, each and in all, in cubic units; null for what is open.',
  keywords: ['how much material', 'capacity', 'weight', 'mass', 'volumen', 'cubic', '体積'],
  input: z.object({ ids }),
  output: z.object({
    /** Of the closed ones. */
    total: z.number(),
    objects: z.array(z.object({ guid: z.string(), volume: z.number().nullable() })),
  }),
  pace: 'heavy',
  ...read,
  summarize: (_input, output, words) => `Volume ${powerPhrase(output.total, '³', words)}`,
  objects: (input) => input.ids,
})

export const findCentroid = defineTool({
  name: 'find_centroid',
  method: 'analysis.centroid',
  title: 'Find centroid',
  description: 'Centre of gravity of objects, each and in all; by volume for solids, else by area or length.',
  keywords: ['center of mass', 'middle', 'balance point', 'schwerpunkt', 'centre de gravité', 'baricentro'],
  input: z.object({ ids, of: z.enum(['auto', 'volume', 'area', 'length']).default('auto') }),
  output: z.object({
    centroid: plainPoint(),
    objects: z.array(
      z.object({ guid: z.string(), centroid: plainPoint(), of: z.enum(['volume', 'area', 'length', 'point']) }),
    ),
  }),
  pace: 'heavy',
  ...read,
  summarize: (_input, output, words) => `Centroid at ${output.centroid.map((part) => words.number(part)).join(', ')}`,
  objects: (input) => input.ids,
})

export const getBoundingBox = defineTool({
  name: 'get_bounding_box',
  method: 'analysis.bounding_box',
  title: 'Bounding box',
  description:
    'Box round objects (default: everything visible) in world directions, in those of `plane`, or as `tight` as it goes. With size, centre and corners.',
  keywords: ['extents', 'overall size', 'dimensions', 'how big', 'width height depth', 'hüllquader', 'abmessungen'],
  input: z.object({
    ids: guids(undefined, 0).optional(),
    plane: plane('Directions of the box.').optional(),
    tight: z.boolean().describe('Smallest box, turned as needed.').default(false),
    each: z.boolean().describe("Also every object's own.").default(false),
  }),
  output: z.object({
    /** In world directions. */
    bounding_box: boundingBox().nullable(),
    /** Along the box's own directions. */
    size: plainPoint().nullable(),
    center: plainPoint().nullable(),
    /** Eight: four of the bottom, then four of the top. */
    corners: z.array(plainPoint()),
    x_axis: plainPoint(),
    y_axis: plainPoint(),
    objects: z.array(
      z.object({ guid: z.string(), bounding_box: boundingBox().nullable(), size: plainPoint().nullable() }),
    ),
  }),
  ...read,
  summarize: (_input, { size, bounding_box }, words) => {
    const sizes = size ?? (bounding_box ? extent(bounding_box) : null)
    return sizes ? `Overall ${sizePhrase(sizes, words)}` : 'Nothing to measure'
  },
  objects: (input) => input.ids ?? [],
})
