import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
} from '../../src/tools/spelling.ts'
import { resolveMethod } from '../../src/tools/validate.ts'
import { methodTable, type ValueEntry } from './method-table.ts'

/** Reads parameters as the text above methodTable says, with nothing but the table: what other languages do. */

type Params = Record<string, unknown>
type Entries = Record<string, ValueEntry>

const table = JSON.parse(JSON.stringify(methodTable())) as ReturnType<typeof methodTable>

const KINDS: Record<string, (value: unknown) => unknown> = {
  point: readPoint,
  vector: readVector,
  grid: readGrid,
  color: readColor,
  plane: readPlane,
  guid: readGuid,
  factors: readFactors,
  signed_length: readNumber,
  units: readUnits,
  any: readJson,
}

class Refused extends Error {}

function readValue(entry: ValueEntry, sent: unknown): unknown {
  const ofKind = entry.kind === undefined ? undefined : KINDS[entry.kind]
  if (entry.type === 'object') {
    const value = (ofKind ?? readJson)(sent)
    if (!isRecord(value)) return value
    if (entry.properties) return readParts(entry.properties, value)
    const { values } = entry
    return values
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, readValue(values, part)]))
      : value
  }
  if (ofKind) return ofKind(sent)
  const { items } = entry
  if (items) {
    const list = readList(sent)
    return Array.isArray(list) ? list.map((item) => readValue(items, item)) : list
  }
  if (entry.type === 'number' || entry.type === 'integer') return readNumber(sent)
  if (entry.type === 'boolean') return readBoolean(sent)
  if (entry.enum) return readOption(sent, entry.enum)
  if (entry.type === 'string') return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent
  return sent
}

function readParts(entries: Entries, sent: Params): Params {
  const read: Params = {}
  for (const [name, entry] of Object.entries(entries)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (value === undefined || (value === null && !entry.required)) continue
    read[name] = readValue(entry, value)
  }
  return read
}

const within = (value: number, low?: number, high?: number) => (low ?? value) <= value && value <= (high ?? value)

function checked(entry: ValueEntry, value: unknown): unknown {
  if (value === null && entry.nullable) return null
  const good = (fine: boolean) => {
    if (!fine) throw new Refused()
  }
  if (entry.enum) good(entry.enum.includes(value))
  if (entry.type === 'string')
    good(typeof value === 'string' && within(value.length, entry.min_length, entry.max_length))
  if (entry.type === 'boolean') good(typeof value === 'boolean')
  if (entry.type === 'number' || entry.type === 'integer') {
    good(typeof value === 'number' && Number.isFinite(value) && within(value, entry.min, entry.max))
    good(entry.type === 'number' || Number.isSafeInteger(value))
    good(entry.above === undefined || (value as number) > entry.above)
    good(entry.kind !== 'signed_length' || value !== 0)
  }
  if (entry.type === 'array') {
    good(Array.isArray(value) && within(value.length, entry.min_items, entry.max_items))
    const { items } = entry
    return items ? (value as unknown[]).map((item) => checked(items, item)) : value
  }
  if (entry.type === 'object') {
    good(isRecord(value))
    if (entry.properties) return checkedParts(entry.properties, value as Params)
    const { values } = entry
    if (values)
      return Object.fromEntries(Object.entries(value as Params).map(([key, part]) => [key, checked(values, part)]))
  }
  return value
}

function checkedParts(entries: Entries, read: Params): Params {
  const result: Params = {}
  for (const [name, entry] of Object.entries(entries)) {
    if (read[name] !== undefined) result[name] = checked(entry, read[name])
    else if (entry.default !== undefined) result[name] = entry.default
    else if (entry.required) throw new Refused()
  }
  return result
}

function valueAt(params: Params, from: string | readonly string[]): unknown {
  if (typeof from === 'string') return Object.hasOwn(params, from) ? params[from] : undefined
  const parts = from.map((name) => (Object.hasOwn(params, name) ? params[name] : undefined) ?? undefined)
  return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? 0)
}

function resolve(name: string, sent: Params): Params {
  const twin = table.twins[name]
  if (twin) {
    const own = twin.params ? checkedParts(twin.params, readParts(twin.params, sent)) : sent
    const used = Object.values(twin.from).flat()
    const main = Object.fromEntries(Object.entries(own).filter(([key]) => !used.includes(key)))
    for (const [key, from] of Object.entries(twin.from)) main[key] = valueAt(own, from)
    return resolve(twin.method, { ...main, ...twin.fixed })
  }
  const method = table.methods[name]
  if (!method) throw new Error(name)
  const named = { ...sent }
  for (const [key, others] of Object.entries(method.aliases ?? {})) {
    for (const other of others) if (named[key] === undefined || named[key] === null) named[key] = valueAt(sent, other)
  }
  const params = checkedParts(method.params, readParts(method.params, named))
  for (const group of method.one_of ?? []) if (group.every((key) => params[key] === undefined)) throw new Refused()
  return params
}

const outcome = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused || (error as { code?: string }).code === 'INVALID_PARAMS') return 'refused'
    throw error
  }
}

const ID = '{C56A4180-65AA-42EC-A945-5FD21DEC0538}'
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '1,2,3',
    '[1,2]',
    '{"x":1}',
    'true',
    '−4',
    '5',
    'mm',
    'X-Ray',
    '#ff0000',
    ID,
    {},
    [],
  ),
  fc.double(),
  fc.integer({ min: -3, max: 300 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Mostly what fits an entry, in one spelling or another. */
function fitting(entry: ValueEntry): fc.Arbitrary<unknown> {
  const number = fc.integer({ min: Math.max(entry.min ?? -5, -5), max: Math.min(entry.max ?? 50, 50) })
  const three = fc.constantFrom<unknown>([1, 2, 3], '1,2,3', { x: 1, y: 2, z: 3 }, [0, 0], '[4, 5, 6]', [1, '2', 3])
  if (entry.kind === 'point' || entry.kind === 'vector' || entry.kind === 'factors' || entry.kind === 'plane')
    return three
  if (entry.kind === 'guid') return fc.constantFrom<unknown>(ID, ID.toLowerCase(), [ID], 'not an id')
  if (entry.kind === 'color') return fc.constantFrom<unknown>('#ff8000', [1, 2, 3], { r: 1, g: 2, b: 3 }, [300, 0, 0])
  if (entry.enum) return fc.constantFrom(...entry.enum, ...entry.enum.map((option) => String(option).toUpperCase()))
  if (entry.type === 'integer' || entry.type === 'number') return fc.oneof(number, number.map(String))
  if (entry.type === 'boolean') return fc.constantFrom<unknown>(true, false, 'true', 'False')
  if (entry.items)
    return fc.array(fitting(entry.items), {
      minLength: entry.min_items ?? 0,
      maxLength: Math.max(4, entry.min_items ?? 0),
    })
  if (entry.properties) return fc.record(arbitraries(entry.properties), { requiredKeys: [] })
  return fc.constantFrom<unknown>('a', 'Walls', 7, { a: 1 }, '{"b": "2"}')
}

const arbitraries = (entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      fc.oneof({ weight: 6, arbitrary: fitting(entry) }, { weight: 1, arbitrary: junk }),
    ]),
  )

const names = [...Object.keys(table.methods), ...Object.keys(table.twins)]

describe('the method table', () => {
  let taken = 0
  let refused = 0

  it.each(names)('is enough to read the parameters of %s', (name) => {
    const method = table.methods[table.twins[name]?.method ?? name]
    const shown = table.twins[name]?.params ?? method?.params ?? {}
    const others = Object.values(method?.aliases ?? {}).flat(2)
    const params: fc.Arbitrary<Params> = fc.record<Params>(
      { ...Object.fromEntries(others.map((other) => [other, junk])), ...arbitraries(shown), unknown: junk },
      { requiredKeys: Object.keys(shown).filter((key) => shown[key]?.required) },
    )
    fc.assert(
      fc.property(params, (sent) => {
        const read = outcome(() => resolve(name, sent))
        expect(read).toEqual(outcome(() => resolveMethod(name, sent).params))
        if (read === 'refused') refused++
        else taken++
      }),
      { numRuns: 40 },
    )
  })

  it('was asked both good and bad questions', () => {
    expect(Math.min(taken, refused)).toBeGreaterThan(0.2 * (taken + refused))
  })
})
