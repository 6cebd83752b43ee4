import { describe, expect, it } from 'vitest'
import golem from './golem.json' with { type: 'json' }
import { methodNamed, twinNamed } from './registry.ts'

const built = golem.methods.filter(({ method }) => methodNamed(method) ?? twinNamed(method))

/** What our side of a GOLEM method takes, by any name it is taken under. */
function side(method: string) {
  const spec = methodNamed(method)
  if (spec) return { spec, input: spec.input, from: {} }
  const second = twinNamed(method)
  if (!second) throw new Error(method)
  return { spec: second.spec, input: second.twin.input ?? second.spec.input, from: second.twin.from ?? {} }
}

describe('golem.json', () => {
  it('holds all of its methods and tools', () => {
    expect(golem.methods).toHaveLength(138)
    expect(golem.tools).toHaveLength(89)
    expect(built).toHaveLength(138)
  })
})

describe.each(built.map((known) => [known.method, known] as const))('%s', (method, known) => {
  const { spec, input } = side(method)

  it('takes every parameter GOLEM takes', () => {
    const others = Object.values(spec.aliases ?? {}).flat(2)
    const taken = [...Object.keys(input.shape), ...others]
    expect(Object.keys(known.params).filter((name) => !taken.includes(name))).toEqual([])
  })

  it('requires nothing that GOLEM does not require', () => {
    const required = Object.entries(input.shape).filter(([, part]) => !part.safeParse(undefined).success)
    const asked = Object.entries(known.params).filter(([, need]) => need === 'required')
    const names = asked.map(([name]) => name)
    // GOLEM lists these as optional because either of two aliases will do.
    const either = Object.keys(spec.aliases ?? {})
    expect(required.map(([name]) => name).filter((name) => !names.includes(name) && !either.includes(name))).toEqual([])
  })

  it('answers with every name GOLEM answers with', () => {
    expect(known.results.filter((name) => !(name in spec.output.shape))).toEqual([])
  })
})
