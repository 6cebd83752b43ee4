import { z } from 'zod'
import { attributes, coordinate, pointOrOrigin, twinAttributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { extent, sizePhrase } from './phrases.ts'
import { created } from './results.ts'
import { length, plane, point, rare, signedLength } from './schema.ts'

export const createBox = defineTool({
  name: 'create_box',
  method: 'geometry.create_box',
  title: 'Create box',
  description: 'Solid box from `corner`: width along X, depth along Y, height along Z.',
  keywords: ['cube', 'cuboid', 'block', 'slab', 'plate', 'brick', 'quader', 'würfel', 'platte'],
  input: z.object({
    corner: point('Lowest corner; default the origin.').optional(),
    width: length().optional(),
    depth: length().optional(),
    height: length().optional(),
    plane: rare(plane('Instead of corner.').optional()),
    corners: rare(z.array(point()).length(8).describe('Instead of sizes: bottom four, then top four.').optional()),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  oneOf: [
    ['width', 'corners'],
    ['depth', 'corners'],
    ['height', 'corners'],
  ],
  twins: [
    {
      method: 'creation.create_box',
      input: z.object({
        corner_x: coordinate,
        corner_y: coordinate,
        corner_z: coordinate,
        width: length().default(1),
        depth: length().default(1),
        height: length().default(1),
        ...twinAttributes,
      }),
      from: { corner: ['corner_x', 'corner_y', 'corner_z'] },
    },
  ],
  summarize: ({ width, depth, height }, { bounding_box }, words) => {
    const sizes = width && depth && height ? [width, depth, height] : bounding_box ? extent(bounding_box) : []
    return sizes.length > 0 ? `Box ${sizePhrase(sizes, words)}` : 'Box'
  },
  objects: (_input, output) => [output.guid],
})

export const createSphere = defineTool({
  name: 'create_sphere',
  method: 'geometry.create_sphere',
  title: 'Create sphere',
  description: 'Solid sphere.',
  keywords: ['ball', 'globe', 'dome', 'kugel'],
  input: z.object({ center: pointOrOrigin('Default the origin.'), radius: length(), ...attributes }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  twins: [
    {
      method: 'creation.create_sphere',
      input: z.object({
        center_x: coordinate,
        center_y: coordinate,
        center_z: coordinate,
        radius: length().default(1),
        ...twinAttributes,
      }),
      from: { center: ['center_x', 'center_y', 'center_z'] },
    },
  ],
  summarize: (input, _output, words) => `Sphere, r ${words.length(input.radius)}`,
  objects: (_input, output) => [output.guid],
})

/** Where a cylinder, a cone or a torus stands. */
const base = {
  base_center: point('Default the origin.').optional(),
  base_plane: plane('Instead of base_center, to tilt it.').optional(),
}
const baseAlias = { base_center: ['center'] } as const
const twinBase = { base_x: coordinate, base_y: coordinate, base_z: coordinate }
const fromBase = { base_center: ['base_x', 'base_y', 'base_z'] } as const

export const createCylinder = defineTool({
  name: 'create_cylinder',
  method: 'geometry.create_cylinder',
  title: 'Create cylinder',
  description: 'Cylinder standing on its base, axis along Z; also the cutter for a round hole.',
  keywords: ['tube', 'rod', 'disc', 'disk', 'column', 'pin', 'drill', 'hole', 'round bar', 'zylinder', 'bohrung'],
  input: z.object({
    radius: length(),
    height: signedLength('Negative: downwards.'),
    ...base,
    cap: rare(z.boolean().describe('Solid.').default(true)),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  aliases: baseAlias,
  twins: [
    {
      method: 'creation.create_cylinder',
      input: z.object({
        ...twinBase,
        radius: length().default(1),
        height: signedLength().default(1),
        cap: z.boolean().default(true),
        ...twinAttributes,
      }),
      from: fromBase,
    },
  ],
  summarize: (input, _output, words) =>
    `Cylinder, r ${words.length(input.radius)}, ${words.length(Math.abs(input.height))} high`,
  objects: (_input, output) => [output.guid],
})

export const createCone = defineTool({
  name: 'create_cone',
  method: 'geometry.create_cone',
  title: 'Create cone',
  description: 'Cone standing on its round base, tip `height` above it along Z.',
  keywords: ['taper', 'spike', 'funnel', 'kegel'],
  input: z.object({
    radius: length('At the base.'),
    height: signedLength('Negative: tip below the base.'),
    ...base,
    cap: rare(z.boolean().describe('Solid.').default(true)),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: baseAlias,
  twins: [
    {
      method: 'creation.create_cone',
      input: z.object({
        ...twinBase,
        radius: length().default(1),
        height: signedLength().default(1),
        cap: z.boolean().default(true),
        ...twinAttributes,
      }),
      from: fromBase,
    },
  ],
  summarize: (input, _output, words) =>
    `Cone, r ${words.length(input.radius)}, ${words.length(Math.abs(input.height))} high`,
  objects: (_input, output) => [output.guid],
})

export const createTorus = defineTool({
  name: 'create_torus',
  method: 'geometry.create_torus',
  title: 'Create torus',
  description: 'Solid ring lying in the XY plane, or on `base_plane`.',
  keywords: ['ring', 'donut', 'doughnut', 'o-ring', 'reifen'],
  input: z.object({
    major_radius: length('Centre to the middle of the tube.'),
    minor_radius: length('Of the tube; less than major_radius.'),
    ...base,
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: baseAlias,
  twins: [
    {
      method: 'creation.create_torus',
      input: z.object({
        center_x: coordinate,
        center_y: coordinate,
        center_z: coordinate,
        major_radius: length().default(2),
        minor_radius: length().default(0.5),
        ...twinAttributes,
      }),
      from: { base_center: ['center_x', 'center_y', 'center_z'] },
    },
  ],
  summarize: (input, _output, words) =>
    `Torus, R ${words.length(input.major_radius)}, r ${words.length(input.minor_radius)}`,
  objects: (_input, output) => [output.guid],
})
