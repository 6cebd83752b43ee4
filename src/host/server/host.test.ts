import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningHost, startHost } from '../../../test/real/host.ts'
import { WireClient } from '../../../test/real/wire.ts'

let host: RunningHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.stop())

describe('a turn over the wire', () => {
  it('makes a box, says what changed, takes it back and brings it again', async () => {
    const client = await WireClient.greeted(host)
    await client.call('undo.begin_turn', { turn_id: 't1', label: 'AI 1: a box' })
    const { guid, bounding_box } = await client.call('geometry.create_box', { width: 4, depth: 2, height: 1 })
    expect(bounding_box.max.map((n: number) => Math.round(n * 1e6) / 1e6)).toEqual([4, 2, 1])
    const ended = await client.call('undo.end_turn', { turn_id: 't1' })
    expect(ended).toMatchObject({ changed: true, changes: { counts: { added: 1, removed: 0, modified: 0 } } })
    expect(ended.changes.volume_after).toBeCloseTo(8, 9)
    const undone = await client.call('undo.revert_turn', {})
    expect(undone).toMatchObject({ reverted: ['t1'], changes: { counts: { removed: 1 } } })
    expect(undone.changes.volume_before).toBeCloseTo(8, 9)
    expect((await client.call('context.get')).document.object_count).toBe(0)
    expect(await client.call('undo.redo_turn')).toMatchObject({ redone: ['t1'] })
    expect((await client.call('context.get')).objects).toMatchObject([{ guid, kind: 'brep' }])
    client.close()
  })
})
