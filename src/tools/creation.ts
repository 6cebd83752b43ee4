import { z } from 'zod'
import { boundingBox } from '../shared/geometry.ts'
import { defineTool } from './define.ts'
import { color, layerPath, length, objectName, plane, point } from './schema.ts'

/** The parameters that every new object takes. */
const attributes = {
  name: objectName().optional(),
  layer: layerPath().optional(),
  color: color('Display colour [r, g, b].').optional(),
}

/** `layer` and `name` as GOLEM's `creation.*` takes them. */
const twinAttributes = { layer: z.string().max(500).nullish(), name: z.string().max(500).nullish() }

const created = z.object({ guid: z.string(), type: z.string(), bounding_box: boundingBox().nullable() })

const coordinate = z.number().default(0)

export const createBox = defineTool({
  name: 'create_box',
  method: 'geometry.create_box',
  title: 'Create box',
  description:
    'Solid box in model units: from `corner` (default the origin) width along X, depth along Y, height along Z; or on `plane`; or by its 8 `corners`.',
  keywords: ['cube', 'cuboid', 'block', 'slab', 'plate', 'brick', 'quader', 'würfel'],
  input: z.object({
    corner: point('Lowest corner. Default [0, 0, 0].').optional(),
    width: length('Along X.').optional(),
    depth: length('Along Y.').optional(),
    height: length('Along Z.').optional(),
    plane: plane('Instead of corner: base plane, its origin the corner.').optional(),
    corners: z
      .array(point())
      .length(8)
      .describe('Instead of sizes: the 8 corners, bottom four then top four.')
      .optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  twins: [
    {
      method: 'creation.create_box',
      input: z.object({
        corner_x: coordinate,
        corner_y: coordinate,
        corner_z: coordinate,
        width: z.number().default(1),
        depth: z.number().default(1),
        height: z.number().default(1),
        ...twinAttributes,
      }),
      from: { corner: ['corner_x', 'corner_y', 'corner_z'] },
    },
  ],
  summarize: (input, output, words) => {
    const box = output.bounding_box
    const sizes =
      input.width && input.depth && input.height
        ? [input.width, input.depth, input.height]
        : box
          ? [box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]]
          : []
    const text = sizes.map((size) => words.number(size)).join(' × ')
    return `Box ${text}${words.unit ? ` ${words.unit}` : ''}`
  },
  objects: (_input, output) => [output.guid],
})
