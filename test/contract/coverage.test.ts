import { describe, expect, it } from 'vitest'
import { families } from '../../src/contract/cases.ts'
import { KNOWN_METHODS } from '../../src/tools/known.ts'
import { methodNamed } from '../../src/tools/registry.ts'
import { recorded } from './suite.ts'

const all = [...families.values()].flat()

/** Answered without Rhino and without parameters: there is no way to call it wrongly. */
const cannotBeWrong = (method: string) => {
  const spec = methodNamed(method)
  return spec?.pace === 'instant' && Object.keys(spec.input.shape).length === 0
}

describe('the cases of the contract', () => {
  it('call every method of the wire rightly and wrongly', () => {
    const called = (wrongly: boolean) =>
      new Set(all.filter(({ error }) => (error !== undefined) === wrongly).map(({ method }) => method))
    const [right, wrong] = [called(false), called(true)]
    expect(KNOWN_METHODS.filter((method) => !right.has(method))).toEqual([])
    expect(KNOWN_METHODS.filter((method) => !wrong.has(method) && !cannotBeWrong(method))).toEqual([])
  })

  it('call nothing that is not on the wire', () => {
    expect(all.map(({ method }) => method).filter((method) => !KNOWN_METHODS.includes(method))).toEqual([])
  })

  it.each(['embedded', 'rhino'] as const)('leave no method without a proof: %s', (host) => {
    const proofs = recorded()[host]
    expect(Object.keys(proofs).sort()).toEqual([...KNOWN_METHODS])
    const unrefused = KNOWN_METHODS.filter((method) => proofs[method]?.refuses.length === 0)
    expect(unrefused.filter((method) => !cannotBeWrong(method))).toEqual([])
  })

  it('say what a right call gives', () => {
    const mute = all.filter((one) => !one.error && one.expect === undefined && one.leaves.length === 0)
    expect(mute.map(({ method, name }) => `${method}: ${name}`)).toEqual([])
  })
})
