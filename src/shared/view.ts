import { z } from 'zod'
import { OBJECT_KINDS, point } from './geometry.ts'

/**
 * One object as the 3D view draws it. Buffers are base64 of little-endian arrays: `positions` and `normals` float32
 * xyz, `triangles` uint32 indices, `edges` float32 xyz pairs (one pair a segment), `points` float32 xyz. Model units.
 */
export const displayObject = z.object({
  guid: z.string(),
  kind: z.enum(OBJECT_KINDS),
  name: z.string(),
  layer: z.string(),
  color: z.array(z.number().int()).length(3),
  /** Changes whenever anything drawn of this object changes. */
  key: z.string(),
  positions: z.string().optional(),
  normals: z.string().optional(),
  triangles: z.string().optional(),
  edges: z.string().optional(),
  points: z.string().optional(),
  text: z.object({ value: z.string(), at: point(), height: z.number() }).optional(),
})
export type DisplayObject = z.infer<typeof displayObject>

/** The difference to what the same client was sent before; the first one of a stream is `reset` and whole. */
export const viewUpdate = z.object({
  reset: z.boolean(),
  revision: z.number().int(),
  upserts: z.array(displayObject),
  removed: z.array(z.string()),
  selection: z.array(z.string()),
  /** Objects the newest turn added or changed, drawn in the accent. */
  changed: z.array(z.string()),
})
export type ViewUpdate = z.infer<typeof viewUpdate>
