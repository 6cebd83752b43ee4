import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { families } from '../../src/contract/cases.ts'
import { runCase, type Support, supportOf, titleOf } from '../../src/contract/run.ts'
import type { Target } from '../../src/contract/target.ts'
import { RunningPlugin, STUBS } from '../real/plugin.ts'
import type { WireClient } from '../real/wire.ts'
import { textsFor } from './suite.ts'

let rhino: RunningPlugin
let client: WireClient
let target: Target
let support: Support

/** Whatever runs Rhino's own commands. */
const FAMILIES = ['undo', 'scripting', 'grasshopper']

// Probe P5: Rhino may run a script only once the call that asked for it is over.
describe.skipIf(STUBS === null)('the contract in a Rhino that puts off scripts', () => {
  beforeAll(async () => {
    rhino = await RunningPlugin.start({ switches: { scripts_deferred: true } })
    client = await rhino.greeted()
    target = {
      host: 'rhino',
      request: (method, params) => client.request(method, params),
      texts: textsFor(rhino.secret),
      doubles: async () => (await rhino.make<{ count: number }>('made_up')).count,
    }
    support = await supportOf(target)
  })
  afterAll(async () => {
    client.close()
    await rhino.stop()
  })

  for (const one of FAMILIES.flatMap((family) => families.get(family) ?? [])) {
    it(titleOf(one), async () => {
      expect((await runCase(target, one, support)).problems.join('\n')).toBe('')
    })
  }
})
