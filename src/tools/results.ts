import { z } from 'zod'
import { boundingBox } from '../shared/geometry.ts'
import { rare } from './schema.ts'

/** What methods of several families answer with. The names are GOLEM's. */

export const rgba = z.object({ r: z.number().int(), g: z.number().int(), b: z.number().int(), a: z.number().int() })

export const xyz = z.object({ x: z.number(), y: z.number(), z: z.number() })

/** How many ids stand beside it; agents are not told of it, they can count. */
export const count = rare(z.number().int())

/** One new object. `type` is one of OBJECT_KINDS. */
export const created = z.object({ guid: z.string(), type: rare(z.string()), bounding_box: boundingBox().nullable() })

export const brepSummary = z.object({
  face_count: z.number().int(),
  edge_count: z.number().int(),
  vertex_count: z.number().int(),
  is_solid: z.boolean(),
  is_valid: z.boolean(),
  /** Null where it is no closed solid. */
  volume: z.number().nullable(),
  area: z.number().nullable(),
  bounding_box: boundingBox().nullable(),
})

/** What an operation on solids leaves. */
export const operated = z.object({
  guids: z.array(z.string()),
  count,
  objects: z.array(brepSummary),
})

export const objectSummary = z.object({
  guid: z.string(),
  /** One of OBJECT_KINDS. */
  type: rare(z.string()),
  /** Full path. */
  layer: rare(z.string()),
  name: rare(z.string()),
  color: rgba,
  visible: rare(z.boolean()),
  locked: rare(z.boolean()),
  /** By type: a brep's counts, volume and area; a curve's type, length, ends; see docs of the wire. */
  geometry: z.record(z.string(), z.unknown()),
  bounding_box: boundingBox().nullable(),
  user_text: z.record(z.string(), z.string()),
})

/** Done, and what was done it to. Failures are errors, so it is always true; GOLEM's clients read it. */
export const success = { success: rare(z.boolean()) }
