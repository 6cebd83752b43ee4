import { z } from 'zod'
import {
  isRecord,
  readBoolean,
  readColor,
  readFactors,
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

/** How each `kind` of schema.ts is read. A plane is also an object, so its parts are read after it. */
const READERS: Record<string, (value: unknown) => unknown> = {
  point: readPoint,
  vector: readVector,
  color: readColor,
  factors: readFactors,
  guid: readGuid,
  signed_length: readNumber,
  units: readUnits,
  plane: readPlane,
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
    read[name] = coerceValue(part, value)
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

function coerceValue(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = core(schema)
  const reader = READERS[kindOf(inner) ?? '']
  if (inner instanceof z.ZodObject) {
    const object = reader ? reader(value) : readJson(value)
    return isRecord(object) ? coerce(inner, object) : object
  }
  if (reader) return reader(value)
  if (inner instanceof z.ZodArray) {
    const list = readList(value)
    return Array.isArray(list) ? list.map((item) => coerceValue(inner.element, item)) : list
  }
  if (inner instanceof z.ZodRecord) {
    const record = readJson(value)
    if (!isRecord(record)) return record
    return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, coerceValue(inner.valueType, item)]))
  }
  if (inner instanceof z.ZodNumber) return readNumber(value)
  if (inner instanceof z.ZodBoolean) return readBoolean(value)
  if (inner instanceof z.ZodEnum) return readOption(value, inner.options)
  if (inner instanceof z.ZodString) {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  }
  return value
}
