import { z } from 'zod'
import {
  isRecord,
  readBoolean,
  readColor,
  readFactors,
  readGrid,
  readGuid,
  readJson,
  readList,
  readNumber,
  readOption,
  readPlane,
  readPoint,
  readUnits,
  readVector,
} from './spelling.ts'

type Reader = (value: unknown) => unknown

/** How each `kind` of schema.ts is read. A plane is also an object, so its parts are read after it. */
const READERS: Record<string, Reader> = {
  point: readPoint,
  vector: readVector,
  color: readColor,
  factors: readFactors,
  guid: readGuid,
  signed_length: readNumber,
  units: readUnits,
  plane: readPlane,
  grid: readGrid,
  any: readJson,
}

/**
 * Parameters in the spelling that `schema` wants, from whatever spelling they came in (see spelling.ts). Follows the
 * schema only, so hostile nesting costs nothing; never throws, never changes what it was given. Null for an optional
 * parameter is as if it were absent. Parameters the schema does not name are left out, as the schema itself would do.
 */
export function coerce(schema: z.ZodObject, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(schema.shape)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || (value === null && isOptional(part))) continue
    read[name] = readerOf(part)(value)
  }
  return read
}

/** The schema inside optional, nullable and default. */
export function core(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap()
  }
  return inner
}

/** The `kind` of schema.ts that a schema carries. */
export function kindOf(schema: z.core.$ZodType): string | undefined {
  const kind = z.globalRegistry.get(core(schema))?.kind
  return typeof kind === 'string' ? kind : undefined
}

export function isOptional(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return true
  return schema instanceof z.ZodNullable && isOptional(schema.unwrap())
}

const readers = new WeakMap<z.core.$ZodType, Reader>()

/** Made once for each schema: lists may hold 100 000 ids. */
function readerOf(schema: z.core.$ZodType): Reader {
  const known = readers.get(schema)
  if (known) return known
  const made = makeReader(core(schema))
  readers.set(schema, made)
  return made
}

function makeReader(schema: z.core.$ZodType): Reader {
  const ofKind = READERS[kindOf(schema) ?? '']
  if (schema instanceof z.ZodObject) {
    const open = ofKind ?? readJson
    return (value) => {
      const object = open(value)
      return isRecord(object) ? coerce(schema, object) : object
    }
  }
  if (ofKind) return ofKind
  if (schema instanceof z.ZodArray) return listReader(readerOf(schema.element))
  if (schema instanceof z.ZodRecord) return recordReader(readerOf(schema.valueType))
  if (schema instanceof z.ZodNumber) return readNumber
  if (schema instanceof z.ZodBoolean) return readBoolean
  if (schema instanceof z.ZodEnum) return (value) => readOption(value, schema.options)
  if (schema instanceof z.ZodString) {
    return (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  }
  return (value) => value
}

function listReader(readItem: Reader): Reader {
  return (value) => {
    const list = readList(value)
    return Array.isArray(list) ? list.map((item) => readItem(item)) : list
  }
}

function recordReader(readItem: Reader): Reader {
  return (value) => {
    const record = readJson(value)
    if (!isRecord(record)) return record
    return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, readItem(item)]))
  }
}
