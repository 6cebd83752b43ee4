import { z } from 'zod'
import { type Color, type Point, point as plainPoint, UNIT_SYSTEMS } from '../shared/geometry.ts'

/**
 * The words that method schemas are made of. Each carries a `kind` in its metadata; {@link coerce} reads it to accept
 * what GOLEM and sloppy clients send, and the generated method table carries it to the Python plugin.
 */

/** [x, y, z] in model units. Also taken: {x, y, z}, "1,2,3", JSON as text. */
export const point = (description?: string) => describe(plainPoint().meta({ kind: 'point' }), description)

/** A direction as [x, y, z]; its length matters only where the description says so. */
export const vector = (description?: string) => describe(plainPoint().meta({ kind: 'vector' }), description)

/** An object id: lower case, no braces. Also taken: braces, capitals. */
export const guid = (description?: string) =>
  describe(z.string().min(1).max(64).meta({ kind: 'guid' }) as unknown as z.ZodType<string, string>, description)

export const guids = (description?: string, min = 1) => describe(z.array(guid()).min(min).max(100_000), description)

/** [r, g, b] of 0 to 255. Also taken: {r, g, b}, "#rrggbb", a fourth number (alpha, ignored). */
export const color = (description?: string) =>
  describe(
    z.array(z.number().int().min(0).max(255)).length(3).meta({ kind: 'color' }) as unknown as z.ZodType<Color, Color>,
    description,
  )

/** {origin, normal} or {origin, x_axis, y_axis}; world XY at `origin` where the axes are left out. Also taken: [x, y, z]. */
export const plane = (description?: string) =>
  describe(
    z
      .object({
        origin: point(),
        normal: vector().optional(),
        x_axis: rare(vector().optional()),
        y_axis: rare(vector().optional()),
      })
      .meta({ kind: 'plane' }),
    description,
  )
export interface PlaneInput {
  origin: Point
  normal?: Point | undefined
  x_axis?: Point | undefined
  y_axis?: Point | undefined
}

/** [x, y, z] scale factors. Also taken: one number for all three. */
export const factors = (description?: string) => describe(plainPoint().meta({ kind: 'factors' }), description)

/** Points of a grid in one list, row after row. Also taken: a list of rows. */
export const pointGrid = (description?: string) =>
  describe(z.array(point()).min(4).max(100_000).meta({ kind: 'grid' }), description)

/** A number, a text, true or false, a list or an object. Also taken: lists and objects as JSON text. */
export const anyValue = (description?: string) => describe(z.unknown().meta({ kind: 'any' }), description)

/** A length, radius or distance above zero, in model units. */
export const length = (description?: string) => describe(z.number().positive().max(1e12), description)

/** A height that may also go down, in model units. */
export const signedLength = (description?: string) =>
  describe(
    z
      .number()
      .min(-1e12)
      .max(1e12)
      .refine((value) => value !== 0)
      .meta({ kind: 'signed_length' }),
    description,
  )

/** A whole turn is 360. */
export const degrees = (description?: string) => describe(z.number().min(-36_000).max(36_000), description)

/** A full layer path, levels parted by "::". */
export const layerPath = (description?: string) => describe(z.string().min(1).max(500), description)

export const objectName = (description?: string) => describe(z.string().max(500), description)

/** One of UNIT_SYSTEMS. Also taken: "mm", "Inches", "millimetres". */
export const unitSystem = (description?: string) => describe(z.enum(UNIT_SYSTEMS).meta({ kind: 'units' }), description)

/** Of a view or a named view. */
export const viewName = (description?: string) => describe(z.string().min(1).max(200), description)

/** On the machine the host runs on; absolute. */
export const filePath = (description?: string) => describe(z.string().min(1).max(4096), description)

/** GOLEM's plugin overwrites unless it is told not to; ours does not. */
export const overwrite = z.boolean().describe('Replace an existing file.').default(false)

/**
 * A parameter that is taken, or a result that is given, but not shown to agents beforehand: every one of them costs each
 * conversation tokens, and few need it. The docs and the wire have it.
 */
export function rare<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), rare: true }) as T
}

function describe<T extends z.ZodType>(schema: T, description: string | undefined): T {
  return description === undefined ? schema : (schema.describe(description) as T)
}

/** The views that every document has. */
export const STANDARD_VIEWS = [
  'Top',
  'Bottom',
  'Left',
  'Right',
  'Front',
  'Back',
  'Perspective',
  'TwoPointPerspective',
] as const
