import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchedAs } from '../../../src/home/launched.ts'
import { listListeners } from '../../../src/home/listeners.ts'
import type { CommandLine } from '../../../src/rhino/desktop/command-line.ts'
import { type LaunchOptions, type LaunchProgress, launchRhino } from '../../../src/rhino/desktop/launch.ts'
import { pluginState } from '../../../src/rhino/desktop/plugin-folder.ts'
import { readPlugin } from '../../../src/rhino/desktop/plugin-source.ts'
import { type StartedProgram, startProgram } from '../../../src/rhino/desktop/start-program.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { computer, plist } from '../../fakes/computer.ts'
import { PLUGIN, PYTHON } from '../../real/plugin.ts'

let home: string
let userFolder: string
const started: StartedProgram[] = []
beforeEach(() => {
  userFolder = mkdtempSync(join(tmpdir(), 'tickbird-user ä-'))
  home = join(userFolder, 'data')
})
afterEach(() => {
  for (const { pid, ended } of started.splice(0)) if (pid && !ended) process.kill(pid)
  rmSync(userFolder, { recursive: true, force: true, maxRetries: 5 })
})

const mac = (files: Record<string, string> = {}, programs: Record<string, string> = {}) =>
  computer({
    platform: 'darwin',
    userFolder,
    files: { '/Applications/Rhino 8.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.8'), ...files },
    programs,
  })
const scripts = () => join(userFolder, 'Library/Application Support/McNeel/Rhinoceros/8.0/scripts')

/** Starts something else in Rhino's place, and keeps what was to be started. */
function instead(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const asked: CommandLine[] = []
  const start: NonNullable<LaunchOptions['start']> = (command) => {
    asked.push(command)
    const program = startProgram({ ...command, file, args, env: { TICKBIRD_HOME: home, ...env } })
    started.push(program)
    return program
  }
  return { asked, start }
}

const fails = (options: Partial<LaunchOptions>): Promise<Fault> =>
  launchRhino({ home, system: mac(), pollMs: 20, ...options }).then(
    () => expect.unreachable('it should have failed'),
    (error) => {
      expect(error).toBeInstanceOf(Fault)
      return error
    },
  )

describe.skipIf(PYTHON === null)('with a Rhino that starts', () => {
  // Stands in for Rhino: it runs the very file that Rhino would be told to run, within the fake.
  const stand = `import json, os, sys
sys.path.insert(0, ${JSON.stringify(join(PLUGIN, 'fake'))})
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import runpy, threading
from fakerhino.loop import loop
from Rhino import document
def begin():
    document._new()
    runpy.run_path(sys.argv[1])
loop.control(begin)
loop.run()
`

  test('installs the plugin, starts Rhino with it, tells how far it is, and says where it listens', async () => {
    const file = join(userFolder, 'stand.py')
    writeFileSync(file, stand)
    const startup = join(scripts(), 'tickbird/startup.py')
    const { asked, start } = instead(PYTHON!, [file, startup], { PYTHONDONTWRITEBYTECODE: '1' })
    const told: LaunchProgress[] = []
    const onProgress = (progress: LaunchProgress) => void told.push(progress)
    const launched = await launchRhino({ home, system: mac(), start, onProgress, pollMs: 20 })
    expect(launched.label).toBe('Rhino 8')
    expect(listListeners(home)).toMatchObject([{ pid: launched.processId, port: launched.port, kind: 'rhino' }])
    expect(asked[0]?.args.at(-1)).toBe(`-runscript=_-ScriptEditor _R "${startup}"`)
    expect(launchedAs(home, launched.processId)).toMatchObject({
      command: [asked[0]?.file, ...(asked[0]?.args ?? [])],
      seconds: expect.any(Number),
    })
    expect(launchedAs(home, launched.processId + 1)).toBeNull()
    expect(pluginState(scripts(), readPlugin()).state).toBe('current')
    expect([...new Set(told.map(({ step }) => step))]).toEqual(['installing', 'starting', 'waiting'])
    expect(told.at(-1)?.sentence).toMatch(/^Rhino 8 is starting \(\d+ s\)/)
  })
})

describe('says what is in the way, and what to do', () => {
  test('where there is no Rhino, or not that one', async () => {
    expect(await fails({ system: computer({ platform: 'linux', userFolder }) })).toMatchObject({
      code: 'NOT_IMPLEMENTED',
      details: { next: expect.stringMatching(/built-in modeller/) },
    })
    const none = await fails({ system: computer({ platform: 'win32', userFolder }) })
    expect(none).toMatchObject({ code: 'NOT_FOUND', message: 'No Rhino is installed here.' })
    const other = await fails({ version: 7 })
    expect([other.message, other.details.next]).toEqual(['Rhino 7 is not installed here.', 'Installed: Rhino 8.'])
    expect((await fails({ path: '/nowhere/Rhino.app' })).message).toBe('There is no Rhino at /nowhere/Rhino.app.')
  })

  test('where it runs already without the plugin', async () => {
    const ps = ' 88 /Applications/Rhino 8.app/Contents/MacOS/Rhinoceros\n'
    const { asked, start } = instead(process.execPath, [])
    const fault = await fails({ system: mac({}, { '/bin/ps': ps }), start })
    expect(fault).toMatchObject({ code: 'RHINO_BUSY', message: expect.stringMatching(/running already/) })
    expect(fault.details.next).toContain(`_-ScriptEditor _R "${join(scripts(), 'tickbird/startup.py')}"`)
    expect(asked).toEqual([])
    // What the line names is there.
    expect(pluginState(scripts(), readPlugin()).state).toBe('current')
  })

  test('where it ends at once, or is not there after all', async () => {
    const three = instead(process.execPath, ['-e', 'process.exit(3)'])
    expect((await fails({ start: three.start })).message).toBe('Rhino 8 ended before it could be used (exit code 3).')
    const none = instead(join(userFolder, 'none'), [])
    expect((await fails({ start: none.start })).message).toMatch(/ended before it could be used \(spawn .*ENOENT\)/)
  })

  test('where it shows a dialog and never listens', async () => {
    const { start } = instead(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const fault = await fails({ start, timeoutMs: 150 })
    expect(fault).toMatchObject({ code: 'TIMEOUT', details: { next: expect.stringMatching(/licence/) } })
  })

  test('where a folder of somebody else stands in the plugin’s place', async () => {
    mkdirSync(join(scripts(), 'tickbird'), { recursive: true })
    writeFileSync(join(scripts(), 'tickbird/own.py'), '')
    expect((await fails({})).message).toMatch(/did not put there, so nothing was changed/)
  })

  test('stops waiting when it is no longer wanted', async () => {
    const { start } = instead(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const stop = new AbortController()
    const launching = launchRhino({ home, system: mac(), start, signal: stop.signal, pollMs: 20 })
    stop.abort(new Error('stopped'))
    await expect(launching).rejects.toThrow('stopped')
  })
})
