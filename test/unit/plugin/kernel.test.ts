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
    expect(kernel).toEqual(['Box.ToBrep', 'Sphere.ToBrep'])
    expect({ objects, faults }).toEqual({ objects: 2, faults: [] })
  })

  it.each([
    ['box', { width: 4, depth: 2, height: 1, corner: [1, 1, 1] }, [1, 1, 1], [5, 3, 2]],
    ['sphere', { center: [1, 2, 3], radius: 2 }, [-1, 0, 1], [3, 4, 5]],
    ['cylinder', { base_center: [0, 0, 0], radius: 2, height: -3 }, [-2, -2, -3], [2, 2, 0]],
    ['cone', { base_center: [0, 0, 0], radius: 2, height: 3 }, [-2, -2, 0], [2, 2, 3]],
    ['torus', { base_center: [0, 0, 0], major_radius: 5, minor_radius: 1 }, [-6, -6, -1], [6, 6, 1]],
    ['circle', { plane: { origin: [1, 1, 0], normal: [1, 0, 0] }, radius: 3 }, [1, -2, -3], [1, 4, 3]],
    ['ellipse', { center: [0, 0, 0], radius_x: 3, radius_y: 2 }, [-3, -2, 0], [3, 2, 0]],
    ['arc', { center: [0, 0, 0], radius: 3, start_angle: 0, end_angle: 180 }, [-3, 0, 0], [3, 3, 0]],
    ['line', { start: [0, 0, 0], end: [1, 2, 3] }, [0, 0, 0], [1, 2, 3]],
  ])('a %s spans what it should', async (what, params, min, max) => {
    const { bounding_box } = await client.call(`geometry.create_${what}`, params)
    const round = (point: number[]) => point.map((part) => Math.round(part * 1e9) / 1e9 + 0)
    expect({ min: round(bounding_box.min), max: round(bounding_box.max) }).toEqual({ min, max })
  })

  it('that give nothing are a failure with a next step, and change nothing', async () => {
    const before = (await rhino.look()).objects
    await rhino.make('switch', { kernel_fails: true })
    const { error } = await client.request('geometry.create_box', { width: 4, depth: 2, height: 1 })
    expect(error?.data).toMatchObject({ code: 'OPERATION_FAILED', details: { next: expect.any(String) } })
    expect((await rhino.look()).objects).toBe(before)
    await rhino.make('switch', { kernel_fails: false })
  })
})
