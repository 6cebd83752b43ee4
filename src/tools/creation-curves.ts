import { z } from 'zod'
import { attributes, coordinate, pointOrOrigin, twinAttributes } from './attributes.ts'
import { defineTool } from './define.ts'
import { pointPhrase } from './phrases.ts'
import { created } from './results.ts'
import { degrees, length, plane, point, rare } from './schema.ts'

const twinCenter = { center_x: coordinate, center_y: coordinate, center_z: coordinate }
const fromCenter = { center: ['center_x', 'center_y', 'center_z'] } as const
const twinPosition = { x: coordinate, y: coordinate, z: coordinate }

const points = (description = '') => {
  const list = z.array(point()).min(2).max(100_000)
  return description ? list.describe(description) : list
}
const degree = () => z.number().int().min(1).max(11).default(3)

export const createPoint = defineTool({
  name: 'create_point',
  method: 'geometry.create_point',
  title: 'Create point',
  description: 'Point object.',
  keywords: ['marker', 'vertex', 'punkt'],
  input: z.object({ point: pointOrOrigin('Default the origin.'), ...attributes }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: { point: ['location', ['x', 'y', 'z']] },
  twins: [
    {
      method: 'creation.create_point',
      input: z.object({ ...twinPosition, ...twinAttributes }),
      from: { point: ['x', 'y', 'z'] },
    },
  ],
  summarize: (input, _output, words) => `Point at ${pointPhrase(input.point, words)}`,
  objects: (_input, output) => [output.guid],
})

export const createLine = defineTool({
  name: 'create_line',
  method: 'geometry.create_line',
  title: 'Create line',
  description: 'Straight line between two points.',
  keywords: ['segment', 'edge', 'axis', 'linie'],
  input: z.object({ start: point(), end: point(), ...attributes }),
  output: created,
  effect: 'create',
  sets: ['full'],
  twins: [
    {
      method: 'creation.create_line',
      input: z.object({
        start_x: coordinate,
        start_y: coordinate,
        start_z: coordinate,
        end_x: z.number().default(1),
        end_y: coordinate,
        end_z: coordinate,
        ...twinAttributes,
      }),
      from: { start: ['start_x', 'start_y', 'start_z'], end: ['end_x', 'end_y', 'end_z'] },
    },
  ],
  summarize: ({ start, end }, _output, words) =>
    `Line, ${words.length(Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]))} long`,
  objects: (_input, output) => [output.guid],
})

export const createPolyline = defineTool({
  name: 'create_polyline',
  method: 'geometry.create_polyline',
  title: 'Create polyline',
  description: 'Straight segments through `points`; closed ones make profiles to extrude.',
  keywords: ['polygon', 'rectangle', 'outline', 'profile', 'triangle', 'hexagon', 'path', 'rechteck', 'vieleck'],
  input: z.object({
    points: points(),
    closed: z.boolean().default(false),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  twins: [
    {
      method: 'creation.create_polyline',
      input: z.object({ points: z.array(point()).min(2), closed: z.boolean().default(false), ...twinAttributes }),
    },
  ],
  summarize: (input, _output, words) =>
    `${input.closed ? 'Closed polyline' : 'Polyline'}, ${words.count(input.points.length, 'point')}`,
  objects: (_input, output) => [output.guid],
})

export const createCircle = defineTool({
  name: 'create_circle',
  method: 'geometry.create_circle',
  title: 'Create circle',
  description: 'Circle in the XY plane at `center`, or on `plane`.',
  keywords: ['round', 'ring', 'kreis'],
  input: z.object({
    radius: length(),
    center: point('Default the origin.').optional(),
    plane: plane('Instead of center.').optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['essentials', 'full'],
  twins: [
    {
      method: 'creation.create_circle',
      input: z.object({ ...twinCenter, radius: length().default(1), ...twinAttributes }),
      from: fromCenter,
    },
  ],
  summarize: (input, _output, words) => `Circle, r ${words.length(input.radius)}`,
  objects: (_input, output) => [output.guid],
})

export const createArc = defineTool({
  name: 'create_arc',
  method: 'geometry.create_arc',
  title: 'Create arc',
  description:
    'Arc: `start`, `end` and a third point `point_on`; or `center` (or `plane`), `radius` and two angles in degrees.',
  keywords: ['bow', 'curve', 'bogen'],
  input: z.object({
    start: point().optional(),
    end: point().optional(),
    point_on: point('Any point between the ends.').optional(),
    center: point().optional(),
    plane: plane().optional(),
    radius: length().optional(),
    start_angle: degrees('From X, counter-clockwise; default 0.').optional(),
    end_angle: degrees().optional(),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  oneOf: [
    ['start', 'radius'],
    ['end', 'end_angle'],
    ['point_on', 'center', 'plane'],
  ],
  twins: [
    {
      method: 'creation.create_arc',
      input: z.object({
        ...twinCenter,
        radius: length().default(1),
        start_angle: degrees().default(0),
        end_angle: degrees().default(90),
        ...twinAttributes,
      }),
      from: fromCenter,
    },
  ],
  summarize: (input, _output, words) =>
    input.radius ? `Arc, r ${words.length(input.radius)}` : 'Arc through 3 points',
  objects: (_input, output) => [output.guid],
})

export const createNurbsCurve = defineTool({
  name: 'create_nurbs_curve',
  method: 'geometry.create_nurbs_curve',
  title: 'Create NURBS curve',
  description: 'Smooth curve pulled by control points; it does not pass through the inner ones.',
  keywords: ['control point curve', 'spline', 'bezier', 'freeform', 'freiformkurve'],
  input: z.object({
    points: points('Control points, at least 2.'),
    degree: degree(),
    weights: z.array(z.number().positive()).describe('One for each point.').optional(),
    knots: z.array(z.number()).describe('points + degree − 1 values.').optional(),
    periodic: z.boolean().describe('Smoothly closed.').default(false),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  summarize: (input, _output, words) => `NURBS curve, ${words.count(input.points.length, 'control point')}`,
  objects: (_input, output) => [output.guid],
})

export const createInterpCurve = defineTool({
  name: 'create_interp_curve',
  method: 'geometry.create_interp_curve',
  title: 'Create curve through points',
  description: 'Smooth curve through all `points`.',
  keywords: ['interpolate', 'spline', 'fit', 'smooth', 'kurve'],
  input: z.object({ points: points(), degree: degree(), ...attributes }),
  output: created.extend({ degree: rare(z.number().int().optional()) }),
  effect: 'create',
  sets: ['essentials', 'full'],
  twins: [
    {
      // GOLEM's name promises control points, its code interpolates; clients rely on what the code does.
      method: 'creation.create_nurbs_curve',
      input: z.object({
        control_points: z.array(point()).min(2),
        degree: z.number().int().default(3),
        ...twinAttributes,
      }),
      from: { points: 'control_points' },
    },
  ],
  summarize: (input, _output, words) => `Curve through ${words.count(input.points.length, 'point')}`,
  objects: (_input, output) => [output.guid],
})

export const createText = defineTool({
  name: 'create_text',
  method: 'geometry.create_text',
  title: 'Create text',
  description: 'Text lying in the XY plane at `point`, or on `plane`.',
  keywords: ['label', 'note', 'annotation', 'lettering', 'beschriftung'],
  input: z.object({
    text: z.string().min(1).max(100_000),
    point: point('Lower left corner; default the origin.').optional(),
    plane: plane('Instead of point.').optional(),
    height: length('Of capitals.').default(1),
    font: z.string().max(200).default('Arial'),
    bold: z.boolean().default(false),
    italic: z.boolean().default(false),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: { point: ['position', 'location'] },
  twins: [
    {
      method: 'creation.create_text',
      input: z.object({
        text: z.string().min(1).max(100_000),
        ...twinPosition,
        height: length().default(1),
        font: z.string().max(200).default('Arial'),
        bold: z.boolean().default(false),
        italic: z.boolean().default(false),
        ...twinAttributes,
      }),
      from: { point: ['x', 'y', 'z'] },
    },
  ],
  summarize: (input) => `Text “${input.text.length > 40 ? `${input.text.slice(0, 39)}…` : input.text}”`,
  objects: (_input, output) => [output.guid],
})
