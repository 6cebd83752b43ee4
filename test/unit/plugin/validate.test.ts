import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import table from '../../../rhino-plugin/tickbird_rhino/methods.json' with { type: 'json' }
import { methodNames } from '../../../src/tools/registry.ts'
import { resolveMethod } from '../../../src/tools/validate.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { PLUGIN, PYTHON } from '../../real/plugin.ts'

type Call = [method: string, params: Record<string, unknown>]

/** What the plugin's validation makes of each call. */
function inPython(calls: readonly Call[]): unknown[] {
  const { stdout, stderr, status } = spawnSync(PYTHON ?? '', [join(PLUGIN, 'tests/validate_lines.py')], {
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function here([name, params]: Call): unknown {
  try {
    const { spec, params: parsed } = resolveMethod(name, params)
    return { method: spec.method, params: parsed }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.toWire() }
    throw error
  }
}

/** As the wire would carry it: undefined and -0 are not there. */
const wired = (value: unknown) => JSON.parse(JSON.stringify(value))

const point = fc.tuple(fc.integer(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
/** What agents send where something else was wanted. */
const value = fc.oneof(
  fc.integer({ min: -10, max: 500 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e13, max: 1e13 }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('', '12', '−1.5', 'true', '1,2,3', '[0,0,1]', '{"x":1,"y":2,"z":3}', 'mm', '#ff0000', 'x-ray', ' '),
  fc.constantFrom('{5F0C6A53-8F39-4BD1-9A55-0C0F3F1F2A11}', '5f0c6a538f394bd19a550c0f3f1f2a11'),
  fc.string({ maxLength: 12 }),
  point,
  fc.record({ x: fc.integer(), y: fc.integer(), z: fc.integer() }),
  fc.record({ origin: point, normal: fc.option(point) }),
  fc.array(point, { maxLength: 4 }),
  fc.array(fc.uuid(), { maxLength: 3 }),
  fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.constant(null)), { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.integer(), fc.string({ maxLength: 4 })), { maxKeys: 3 }),
)

const names = [...methodNames, ...Object.keys(table.twins)]
const parameters = (name: string): string[] => {
  const methods = table.methods as Record<string, { params: object; aliases?: object }>
  const twins = table.twins as Record<string, { method: string; params: object | null }>
  const spec = methods[twins[name]?.method ?? name]
  const aliases = Object.values(spec?.aliases ?? {}).flat(2) as string[]
  return [...Object.keys(twins[name]?.params ?? {}), ...Object.keys(spec?.params ?? {}), ...aliases, 'doc', 'nonsense']
}
const call = fc
  .constantFrom(...names)
  .chain((name) =>
    fc
      .uniqueArray(fc.constantFrom(...parameters(name)), { maxLength: 6 })
      .chain((keys) => fc.tuple(fc.constant(name), fc.record(Object.fromEntries(keys.map((key) => [key, value]))))),
  )

describe.skipIf(PYTHON === null)('the plugin validates as the tools do', () => {
  it('whatever comes: the same parameters, or the same sentence', () => {
    const calls = fc.sample(call, { numRuns: 6000, seed: 20260 }).map(wired) as Call[]
    const answers = inPython(calls)
    const differing = calls.filter((one, at) => {
      try {
        expect(answers[at]).toEqual(wired(here(one)))
        return false
      } catch {
        return true
      }
    })
    const first = differing[0]
    if (first) expect(answers[calls.indexOf(first)], JSON.stringify(first)).toEqual(wired(here(first)))
    expect(differing).toEqual([])
  })

  it('names that nobody knows, and those that nobody made yet', () => {
    const calls = ['geometry.create_bax', 'x'.repeat(200), '', 'Geometry.Create_Box', 'grasshopper.run_definition'].map(
      (name): Call => [name, {}],
    )
    const answers = inPython(calls).map((answer) => (answer as { fault: { code: number; data: unknown } }).fault)
    const expected = calls.map((one) => (here(one) as { fault?: { code: number } }).fault)
    expect(answers.map((fault) => fault?.code)).toEqual(expected.map((fault) => fault?.code))
  })
})
