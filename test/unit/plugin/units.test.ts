import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import type { WireClient } from '../../real/wire.ts'

let rhino: RunningPlugin
let client: WireClient

describe.skipIf(PYTHON === null)('units of a Rhino document', () => {
  beforeAll(async () => {
    rhino = await RunningPlugin.start()
    client = await rhino.greeted()
  })
  afterAll(async () => {
    client.close()
    await rhino.stop()
  })

  it('are told, changed with and without the objects, and what undo does not cover is named', async () => {
    expect(await client.call('units.get')).toMatchObject({
      units: 'millimeters',
      abbreviation: 'mm',
      meters_per_unit: 0.001,
      absolute_tolerance: 0.001,
      angle_tolerance: 1,
    })
    await client.call('undo.begin_turn', { turn_id: 't', label: 'AI 1' })
    await client.call('geometry.create_point', { x: 25.4 })
    expect(await client.call('units.set', { units: 'in', absolute_tolerance: 0.01 })).toMatchObject({
      units: 'inches',
      previous: 'millimeters',
      scale_factor: expect.closeTo(1 / 25.4, 12),
      absolute_tolerance: 0.01,
    })
    const { document } = await client.call('context.get')
    expect(document).toMatchObject({ units: 'inches', bounding_box: { min: [expect.closeTo(1, 12), 0, 0] } })
    expect(await client.call('units.set', { units: 'feet', scale: false })).toMatchObject({ scale_factor: 1 })
    const { changes } = await client.call('undo.end_turn', { turn_id: 't' })
    const said = ['units set to inches', 'tolerance set to 0.01', 'units set to feet']
    expect(changes).toMatchObject({ other: said, uncovered: said })
  })

  it('that nobody knows are refused before anything is set', async () => {
    const { error } = await client.request('units.set', { units: 'parsecs' })
    expect(error?.data?.code).toBe('INVALID_PARAMS')
    expect((await client.request('units.set', {})).error?.message).toContain('is missing')
  })
})
