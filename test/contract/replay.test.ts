import { afterEach, describe, expect, it } from 'vitest'
import { replay, switchesOf } from '../../src/contract/replay.ts'
import { readTranscript } from '../../src/contract/transcript.ts'
import { RunningPlugin, STUBS } from '../real/plugin.ts'
import type { WireClient } from '../real/wire.ts'
import { textsFor } from './suite.ts'

const file = process.env.TICKBIRD_TRANSCRIPT

let rhino: RunningPlugin
let client: WireClient

// For what `tickbird doctor --live` wrote in a real Rhino; test/contract/live.test.ts tries it on the fake's own.
describe.skipIf(STUBS === null || file === undefined)('the fake Rhino, held against a transcript', () => {
  afterEach(async () => {
    client.close()
    await rhino.stop()
  })

  it('answers as the real one did', async () => {
    const lines = readTranscript(file ?? '')
    rhino = await RunningPlugin.start({ switches: switchesOf(lines) })
    client = await rhino.greeted()
    const differing = await replay(
      {
        host: 'rhino',
        request: (method, params) => client.request(method, params),
        texts: textsFor(rhino.secret),
        doubles: async () => (await rhino.make<{ count: number }>('made_up')).count,
      },
      lines,
    )
    expect(differing.join('\n')).toBe('')
  }, 600_000)
})
