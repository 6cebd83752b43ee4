import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type LiveOptions, live } from '../../src/contract/live.ts'
import { probe } from '../../src/contract/probes.ts'
import { replay, switchesOf } from '../../src/contract/replay.ts'
import type { Target } from '../../src/contract/target.ts'
import { readTranscript, type TranscriptLine } from '../../src/contract/transcript.ts'
import { RunningPlugin, STUBS, type Switches } from '../real/plugin.ts'
import type { WireClient } from '../real/wire.ts'
import { textsFor } from './suite.ts'

/** The last one that was written. */
let ofOurs: TranscriptLine[] = []
let rhino: RunningPlugin
let client: WireClient

async function start(switches: Switches = {}): Promise<void> {
  rhino = await RunningPlugin.start({ switches })
  client = await rhino.greeted()
}
afterEach(async () => {
  client.close()
  await rhino.stop()
})

const doubles = async () => (await rhino.make<{ count: number }>('made_up')).count

const transcript = () => join(mkdtempSync(join(tmpdir(), 'tickbird-live-')), 'transcript.jsonl')
const options = (given: Partial<LiveOptions> = {}): LiveOptions => ({
  port: rhino.port,
  secret: rhino.secret,
  transcript: transcript(),
  agree: async () => true,
  tell: () => undefined,
  launched: { pid: rhino.pid, command: ['Rhino.exe', '/runscript="_R ""C:\\Ada Ümit\\startup.py"""'], seconds: 41 },
  doubles,
  signal: new AbortController().signal,
  ...given,
})

const target = (): Target => ({
  host: 'rhino',
  request: (method, params) => client.request(method, params),
  texts: textsFor(rhino.secret),
  doubles,
})

/** What a Rhino may be like where nobody knows; each of them has to be found out. */
const RHINOS: [string, Switches][] = [
  [
    'as we think it is',
    {
      commands_fold: false,
      keeps_empty_records: false,
      unrecorded_edits_undoable: false,
      scripts_deferred: false,
      serial_step: 1,
      redo_renumbers: false,
      undo_leaves_record_open: true,
      cancel_ends_command: true,
    },
  ],
  [
    'quite another',
    {
      commands_fold: true,
      keeps_empty_records: true,
      unrecorded_edits_undoable: true,
      serial_step: 3,
      redo_renumbers: true,
      undo_leaves_record_open: false,
    },
  ],
]

// Without RhinoCommon's types the fake has no kernel, and plugin.ts has said so.
describe.skipIf(STUBS === null)('doctor --live, tried on the fake Rhino', () => {
  it.each(RHINOS)(
    'on a Rhino %s: all is well, found out what it is like, and a replay answers the same',
    async (_name, switches) => {
      await start(switches)
      const mine = join(mkdtempSync(join(tmpdir(), 'tickbird-mine-')), 'mine.3dm')
      await client.call('geometry.create_line', { start: [0, 0, 0], end: [1, 0, 0], name: 'Mine' })
      await client.call('files.save_document_as', { file_path: mine })
      let plan: readonly string[] = []
      const report = await live(
        options({
          agree: async (lines) => {
            plan = lines
            return true
          },
        }),
      )
      const wrong = report?.outcomes.flatMap(({ title, problems }) => problems.map((problem) => `${title}: ${problem}`))
      if (wrong?.length !== 0) throw new Error(wrong?.join('\n'))
      expect(report?.restored).toBe(true)
      expect(report?.outcomes.length).toBeGreaterThan(350)
      expect(plan.join('\n')).toContain(mine)
      expect(report?.probes.filter(({ answer }) => answer === null)).toEqual([])
      expect(report?.probes.map(({ id }) => id).sort()).toEqual(
        Array.from({ length: 13 }, (_, index) => `P${index + 1}`).sort(),
      )
      expect(report?.probes.find(({ id }) => id === 'P9')?.answer).toBe(
        'By Tickbird, with blanks in its command line; the plugin answered after 41 s.',
      )
      // The user's document is there again as it was.
      const { objects } = await client.call('scene.list_objects')
      expect(objects).toMatchObject([{ name: 'Mine' }])
      expect(await client.call('files.get_document_path')).toMatchObject({ file_path: mine, is_modified: false })

      const lines = readTranscript(report?.transcript ?? '')
      ofOurs = lines
      expect(switchesOf(lines)).toMatchObject(switches)
      const text = readFileSync(report?.transcript ?? '', 'utf8')
      expect(text).not.toContain(rhino.secret)
      expect(text).not.toContain('Mine')
      client.close()
      await rhino.stop()
      await start(switchesOf(lines))
      const differing = await replay(target(), lines)
      if (differing.length > 0) throw new Error(differing.join('\n'))
    },
    180_000,
  )

  it('finds out that scripts are put off, whatever else is so', async () => {
    await start({ scripts_deferred: true, serial_step: 2 })
    const probes = await probe(target(), () => undefined)
    expect(Object.assign({}, ...probes.map(({ switches }) => switches))).toMatchObject({
      scripts_deferred: true,
      serial_step: 2,
      keeps_empty_records: false,
      unrecorded_edits_undoable: false,
    })
  })

  it('a transcript of another Rhino does not replay: what differs is named', async () => {
    const lines = structuredClone(ofOurs)
    const sixth = lines.find((line) => line.kind === 'probe' && line.probe.id === 'P6')
    if (sixth?.kind === 'probe') sixth.probe.switches = { serial_step: 2 }
    const moved = lines.find((line) => line.kind === 'call' && line.method === 'manipulation.move' && line.result)
    if (moved?.kind === 'call') moved.result = { moved_ids: [], count: 17 }
    await start()
    const differing = await replay(target(), lines)
    expect(differing).toContain('P6: serial_step is 1, not 2')
    expect(differing.filter((line) => line.startsWith('manipulation.move'))).toHaveLength(2)
  }, 180_000)

  it('touches nothing where something could be lost, or nobody agrees', async () => {
    await start()
    const before = await client.call('rhino.list_documents')
    expect(await live(options({ agree: async () => false }))).toBeNull()
    expect(await client.call('rhino.list_documents')).toEqual(before)
    await expect(live(options({ secret: 'wrong' }))).rejects.toMatchObject({ code: 'RHINO_BUSY' })

    await rhino.make('begin_command', { name: 'Line', prompt: 'Start of line' })
    await expect(live(options())).rejects.toMatchObject({
      code: 'RHINO_BUSY',
      message: expect.stringContaining('Start of line'),
    })
    await rhino.make('end_command')

    await client.call('geometry.create_point')
    const unsaved = live(options())
    await expect(unsaved).rejects.toMatchObject({ message: expect.stringContaining('unsaved changes') })
    expect((await client.call('scene.list_objects')).total).toBe(1)
  })

  it('stops when it is told to, and puts everything back', async () => {
    await start()
    const stop = new AbortController()
    const report = await live(options({ signal: stop.signal, tell: () => stop.abort() }))
    expect(report?.outcomes.length).toBeLessThan(30)
    expect(report).toMatchObject({ restored: true, probes: [] })
    expect((await client.call('scene.list_objects')).total).toBe(0)
  })
})
