import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PYTHON, RunningPlugin, STUBS } from '../real/plugin.ts'
import { newHome, tickbird } from './core.ts'

describe('tickbird doctor --live', () => {
  it('says what to do where no Rhino runs', async () => {
    const { code, out, err } = await tickbird(['doctor', '--live'], newHome())
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/No Rhino .* is running\.\n.*tickbird doctor/)
  })

  it.skipIf(PYTHON === null)('tells what it will do, and does nothing that nobody agreed to', async () => {
    const home = newHome()
    const rhino = await RunningPlugin.start({ home })
    const client = await rhino.greeted()
    try {
      const before = await client.call('rhino.list_documents')
      const asked = await tickbird(['doctor', '--live'], home)
      expect(asked.code).toBe(1)
      expect(asked.err).toMatch(/new document.*taken back by undo.*Nobody is there to agree to it/s)
      expect(await client.call('rhino.list_documents')).toEqual(before)
      await client.call('geometry.create_point')
      const unsaved = await tickbird(['doctor', '--live', '--yes'], home)
      expect(unsaved).toMatchObject({ code: 1, err: expect.stringContaining('Save it in Rhino') })
    } finally {
      client.close()
      await rhino.stop()
    }
  })

  // Without RhinoCommon's types the fake has no kernel at all, and plugin.ts has said so.
  it.skipIf(STUBS === null)(
    'runs, says what is not as it must be, and writes it down',
    async () => {
      const home = newHome()
      const rhino = await RunningPlugin.start({ home })
      const transcript = join(mkdtempSync(join(tmpdir(), 'tickbird-live-')), 'transcript.jsonl')
      try {
        const ran = await tickbird(['doctor', '--live', '--yes', '--json', '--transcript', transcript], home)
        const report = JSON.parse(ran.out)
        expect(report).toMatchObject({ restored: true, transcript })
        // A fake has no kernel, and here nobody says so: the values of its doubles are found out.
        const failed = report.outcomes.filter(({ problems }: { problems: string[] }) => problems.length > 0)
        expect(failed.map(({ method }: { method: string }) => method)).toContain('operations.boolean_union')
        expect(failed.map(({ method }: { method: string }) => method)).not.toContain('manipulation.move')
        expect(ran.code).toBe(1)
        expect(report.probes.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['P1', 'P6', 'P13']))
        expect(JSON.parse(readFileSync(transcript, 'utf8').trim().split('\n').at(-1) ?? '')).toMatchObject({
          kind: 'end',
          restored: true,
        })
      } finally {
        await rhino.stop()
      }
    },
    120_000,
  )
})
