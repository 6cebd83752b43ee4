import { z } from 'zod'
import { Fault } from '../wire/fault.ts'
import { coerce, core } from './coerce.ts'
import type { Aliases, MethodSpec, Twin } from './define.ts'
import { expectation, shown } from './expectation.ts'
import { KNOWN_METHODS } from './known.ts'
import { nearest } from './nearest.ts'
import { methodNamed, twinNamed } from './registry.ts'

type Params = Readonly<Record<string, unknown>>

/** Parameters that every method takes and the hosts handle themselves. */
const COMMON = ['doc']

/**
 * Typed parameters of a method, from any spelling that is taken (see coerce.ts) and under any alias. Throws
 * INVALID_PARAMS whose sentence names the parameter, what came and what is expected.
 */
export function parseParams<S extends MethodSpec>(spec: S, params: Params): z.output<S['input']> {
  const named = withAliases(spec.aliases ?? {}, params)
  const parsed = parseWith(spec.method, spec.input, named, params)
  for (const group of spec.oneOf ?? []) {
    if (!group.some((name) => parsed[name] !== undefined)) throw noneOf(spec, group, params)
  }
  return parsed as z.output<S['input']>
}

/**
 * The method behind a name of the wire, second names included, and its typed parameters. Throws NOT_FOUND for a name
 * nobody knows, INVALID_PARAMS as {@link parseParams}.
 */
export function resolveMethod(
  name: string,
  params: Params,
): { spec: MethodSpec; params: Readonly<Record<string, unknown>> } {
  const spec = methodNamed(name)
  if (spec) return { spec, params: parseParams(spec, params) }
  const second = twinNamed(name)
  if (!second) throw unanswered(name)
  const { input } = second.twin
  const parsed = input ? parseWith(name, input, params, params) : params
  return { spec: second.spec, params: parseParams(second.spec, mainParams(second.twin, parsed)) }
}

/** Parameters that came but are never read, each with the one that was probably meant. */
export function ignoredParams(spec: MethodSpec, params: Params): { name: string; meant?: string }[] {
  const read = new Set([...COMMON, ...Object.keys(spec.input.shape), ...Object.values(spec.aliases ?? {}).flat(2)])
  return Object.keys(params)
    .filter((name) => !read.has(name))
    .map((name) => {
      const meant = nearest(name, Object.keys(spec.input.shape))
      return meant === undefined ? { name } : { name, meant }
    })
}

function parseWith(method: string, schema: z.ZodObject, params: Params, sent: Params): Record<string, unknown> {
  const coerced = coerce(schema, params)
  const { success, data, error } = schema.safeParse(coerced)
  if (success) return data
  const issue = error.issues[0]
  const path = issue?.path ?? []
  const [top] = path
  if (typeof top !== 'string') throw new Fault('INVALID_PARAMS', `${method}: the parameters cannot be read.`)
  if (coerced[top] === undefined) throw missing(method, schema, top, sent)
  throw refused(method, schema, coerced, path)
}

function missing(method: string, schema: z.ZodObject, name: string, sent: Params): Fault {
  const part = schema.shape[name]
  const expected = part ? expectation(part) : 'a value'
  const unread = Object.keys(sent).filter((key) => !Object.hasOwn(schema.shape, key) && !COMMON.includes(key))
  const meant = nearest(name, unread)
  return new Fault('INVALID_PARAMS', `${method}: ${name} is missing; it is ${expected}.`, {
    parameter: name,
    expected,
    next: meant === undefined ? `Send ${name}.` : `Did you mean ${name} where you sent ${meant}?`,
  })
}

function refused(method: string, schema: z.ZodObject, coerced: Params, path: readonly PropertyKey[]): Fault {
  const { part, value, at } = deepest(schema, coerced, path)
  const parameter = at
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1)
  const expected = expectation(part)
  return new Fault('INVALID_PARAMS', `${method}: ${parameter} must be ${expected}, not ${shown(value)}.`, {
    parameter,
    expected,
    next: `Send ${parameter} as ${expected}.`,
  })
}

/** As far down a path as a person would point: into lists of objects, but a point is one value. */
function deepest(
  schema: z.ZodObject,
  params: Params,
  path: readonly PropertyKey[],
): { part: z.core.$ZodType; value: unknown; at: PropertyKey[] } {
  let part: z.core.$ZodType = schema
  let value: unknown = params
  const at: PropertyKey[] = []
  for (const step of path) {
    const inner = core(part)
    const holder = value as Record<PropertyKey, unknown> | null | undefined
    const next =
      inner instanceof z.ZodObject
        ? inner.shape[step as string]
        : inner instanceof z.ZodArray && z.globalRegistry.get(inner)?.kind === undefined
          ? inner.element
          : undefined
    if (!next) break
    part = next
    value = holder?.[step]
    at.push(step)
  }
  return { part, value, at }
}

function noneOf(spec: MethodSpec, group: readonly string[], sent: Params): Fault {
  const [first = ''] = group
  const meant = nearest(
    first,
    ignoredParams(spec, sent).map(({ name }) => name),
  )
  const names = group.length > 1 ? `${group.slice(0, -1).join(', ')} or ${group.at(-1)}` : first
  return new Fault('INVALID_PARAMS', `${spec.method}: ${names} is missing.`, {
    parameter: first,
    expected: names,
    next: meant === undefined ? `Send ${names}.` : `Did you mean ${first} where you sent ${meant}?`,
  })
}

function withAliases(aliases: Aliases, params: Params): Params {
  const named: Record<string, unknown> = { ...params }
  for (const [name, others] of Object.entries(aliases)) {
    for (const other of others) {
      if (named[name] !== undefined && named[name] !== null) break
      const value = valueAt(params, other)
      if (value !== undefined && value !== null) named[name] = value
    }
  }
  return named
}

/** One value, or a point of three, missing ones zero; undefined where nothing is there. */
function valueAt(params: Params, name: string | readonly [string, string, string]): unknown {
  if (typeof name === 'string') return Object.hasOwn(params, name) ? params[name] : undefined
  const parts = name.map((part) => (Object.hasOwn(params, part) ? params[part] : undefined))
  return parts.every((part) => part === undefined || part === null) ? undefined : parts.map((part) => part ?? 0)
}

function mainParams(twin: Twin, parsed: Params): Params {
  const used = new Set(Object.values(twin.from ?? {}).flat())
  const main: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(parsed)) if (!used.has(name)) main[name] = value
  for (const [name, from] of Object.entries(twin.from ?? {})) main[name] = valueAt(parsed, from)
  return { ...main, ...twin.fixed }
}

function unanswered(name: string): Fault {
  const meant = nearest(name, KNOWN_METHODS)
  const short = name.length > 60 ? `${name.slice(0, 59)}…` : name
  return new Fault('NOT_FOUND', `There is no method ${short}.`, {
    next: meant === undefined ? 'list_methods names every method.' : `Did you mean ${meant}?`,
  })
}
