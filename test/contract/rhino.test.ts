import { afterAll, describe, expect, it } from 'vitest'
import { RunningPlugin, STUBS } from '../real/plugin.ts'
import type { WireClient } from '../real/wire.ts'
import { contractSuite, textsFor } from './suite.ts'

let rhino: RunningPlugin
let client: WireClient

// Without RhinoCommon's types the fake has no kernel, and plugin.ts has said so.
describe.skipIf(STUBS === null)('the contract on the plugin in the fake Rhino', () => {
  contractSuite('rhino', async () => {
    rhino = await RunningPlugin.start()
    client = await rhino.greeted()
    return {
      host: 'rhino',
      request: (method, params) => client.request(method, params),
      texts: textsFor(rhino.secret),
      doubles: async () => (await rhino.make<{ count: number }>('made_up')).count,
      person: (does, how) => rhino.make(does, how),
    }
  })

  it('nothing went wrong inside Rhino', async () => {
    expect((await rhino.look()).faults).toEqual([])
    expect(rhino.complaints()).toBe('')
  })
  afterAll(async () => {
    client.close()
    await rhino.stop()
  })
})
