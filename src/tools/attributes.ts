import { z } from 'zod'
import { color, layerPath, objectName, point, rare } from './schema.ts'

/** The parameters that every new object takes. */
export const attributes = {
  name: objectName().optional(),
  /** Full path; it must exist. */
  layer: layerPath().optional(),
  color: rare(color().optional()),
}

/** `layer` and `name` as GOLEM's `creation.*` takes them. */
export const twinAttributes = { layer: z.string().max(500).nullish(), name: z.string().max(500).nullish() }

/** One of the separate numbers of GOLEM's `creation.*`. */
export const coordinate = z.number().default(0)

/** A point that is the origin where it is left out. */
export const pointOrOrigin = (description: string) => point(description).default([0, 0, 0])

/** GOLEM's tools call the objects a method works on `guids`, its methods `ids`. */
export const idsAlias = { ids: ['guids', 'object_ids'] } as const
