import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RunningPlugin, STUBS } from '../../real/plugin.ts'
import type { WireClient } from '../../real/wire.ts'

let rhino: RunningPlugin
let client: WireClient

// What these prove: that the calls can be made, with these arguments, in RhinoCommon. Not that their results are right.
describe.skipIf(STUBS === null)('calls of Rhino’s kernel', () => {
  beforeAll(async () => {
    rhino = await RunningPlugin.start()
    client = await rhino.greeted()
  })
  afterAll(async () => {
    client.close()
    await rhino.stop()
  })

  it('are made as RhinoCommon wants them', async () => {
    await client.call('geometry.create_box', { width: 4, depth: 2, height: 1 })
    await client.call('geometry.create_sphere', { center: [0, 0, 0], radius: 2 })
    const { kernel, objects, faults } = await rhino.look()
    expect(kernel).toEqual(['Box.ToBrep()', 'Sphere.ToBrep()'])
    expect({ objects, faults }).toEqual({ objects: 2, faults: [] })
  })

  it('that give nothing are a failure with a next step, and change nothing', async () => {
    await rhino.make('switch', { kernel_fails: true })
    const { error } = await client.request('geometry.create_box', { width: 4, depth: 2, height: 1 })
    expect(error?.data).toMatchObject({ code: 'OPERATION_FAILED', details: { next: expect.any(String) } })
    expect((await rhino.look()).objects).toBe(2)
    await rhino.make('switch', { kernel_fails: false })
  })
})
