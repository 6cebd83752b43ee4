import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { writeListener } from '../../../src/home/listeners.ts'
import { installPlugin } from '../../../src/rhino/desktop/plugin-install.ts'
import { readPlugin } from '../../../src/rhino/desktop/plugin-source.ts'
import { diagnose, type Finding } from '../../../src/rhino/doctor.ts'
import { gatherFacts } from '../../../src/rhino/doctor-facts.ts'
import { VERSION } from '../../../src/version.ts'
import { computer, plist } from '../../fakes/computer.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import { atTheEnd } from './line.ts'

const userFolder = mkdtempSync(join(tmpdir(), 'tickbird-doctor-user-'))
const scripts = join(userFolder, 'Library/Application Support/McNeel/Rhinoceros/8.0/scripts')
const ps = (pid: number) => ` ${pid} /Applications/Rhino 8.app/Contents/MacOS/Rhinoceros\n`
const mac = (processes = '', installed = true) =>
  computer({
    platform: 'darwin',
    userFolder,
    files: installed ? { '/Applications/Rhino 8.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.8') } : {},
    programs: { '/bin/ps': processes },
  })

/** What the doctor says about Rhino, on a computer that is a Mac except for the hosts, which are real. */
async function says(home: string, system = mac()): Promise<Finding[]> {
  const facts = await gatherFacts({ home, env: { GOLEM_RHINO_PORT: '1' }, system, timeoutMs: 500 })
  const findings = diagnose({ ...facts, store: null, agents: [] })
  return findings.filter(({ what }) => /Rhino|hosts|modeller/.test(what))
}
const emptyHome = () => mkdtempSync(join(tmpdir(), 'tickbird-doctor-home-'))

describe('the doctor, from nothing to a Rhino that works', () => {
  test('not installed, without the plugin, not running, running without it', async () => {
    const home = emptyHome()
    expect(await says(home, mac('', false))).toMatchObject([
      { what: 'Rhino', state: 'warn', fix: expect.stringMatching(/Install Rhino 8/) },
      { what: 'Running hosts', state: 'ok' },
    ])
    expect(await says(home)).toMatchObject([
      { what: 'Rhino 8', state: 'warn', sentence: expect.stringMatching(/without Tickbird/) },
      { what: 'Running hosts', state: 'warn', fix: expect.stringMatching(/rhino launch/) },
    ])
    const [old] = readPlugin()
    installPlugin(scripts, [old!])
    expect(await says(home)).toMatchObject([{ sentence: expect.stringMatching(/another build/) }, {}])
    installPlugin(scripts, readPlugin())
    expect(await says(home)).toMatchObject([{ what: 'Rhino 8', state: 'ok' }, { what: 'Running hosts' }])
    expect((await says(home, mac(ps(4711))))[1]).toMatchObject({
      what: 'Rhino, process 4711',
      sentence: 'It runs without Tickbird’s plugin.',
      fix: `Type into its command line: _-ScriptEditor _R "${join(scripts, 'tickbird/startup.py')}"`,
    })
  })

  test('a port that a stranger has, and one where nobody is any more', async () => {
    const home = emptyHome()
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    writeListener({ pid: process.pid, port, kind: 'rhino', version: VERSION, startedAt: '' }, home)
    expect((await says(home)).at(-1)?.sentence).toBe(`Another program answers on its port ${port}.`)
    await new Promise((resolve) => server.close(resolve))
    expect((await says(home)).at(-1)?.sentence).toBe(`Nobody listens on its port ${port}.`)
  })
})

describe.skipIf(PYTHON === null)('the doctor and a Rhino that runs', () => {
  let rhino: RunningPlugin
  const start = async () => {
    rhino = await RunningPlugin.start()
    atTheEnd(() => rhino.stop())
  }
  const finding = async () => (await says(rhino.home, mac(ps(rhino.pid)))).at(-1)
  afterEach(() => rhino.make('release'))

  test('ready, on a call, in a command, in a dialog', async () => {
    await start()
    expect(await finding()).toMatchObject({ what: `Rhino, process ${rhino.pid}`, state: 'ok', fix: null })
    await rhino.make('begin_command', { name: 'Line', prompt: 'Start of line' })
    expect(await finding()).toMatchObject({ state: 'warn', sentence: expect.stringMatching(/waits.*Start of line/) })
    await rhino.make('end_command')
    await rhino.make('modal', { open: true })
    expect(await finding()).toMatchObject({ state: 'warn', sentence: expect.stringMatching(/dialog is open/) })
    await rhino.make('modal', { open: false })
    expect(await finding()).toMatchObject({ state: 'ok' })
    await rhino.make('hold_in_add')
    const client = await rhino.greeted()
    const call = client.request('geometry.create_point')
    await client.call('ping')
    expect(await finding()).toMatchObject({ state: 'ok', sentence: expect.stringMatching(/working on a call/) })
    await rhino.make('release')
    await call
    client.close()
  })

  test('a plugin that is older, and one with another secret', async () => {
    await start()
    const { pid, port, home } = rhino
    writeListener({ pid, port, kind: 'rhino', version: '0.0.9', startedAt: '' }, home)
    expect(await finding()).toMatchObject({ state: 'warn', sentence: expect.stringMatching(/0\.0\.9, which is older/) })
    writeFileSync(join(home, 'secret'), 'another secret, long enough to be one indeed')
    expect(await finding()).toMatchObject({ state: 'problem', sentence: expect.stringMatching(/this user’s secret/) })
  })
})
