import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import rhino3dm from 'rhino3dm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeListener } from '../../../src/home/listeners.ts'
import { coreTools } from '../../../src/mcp/core-tools/core-tools.ts'
import { fileSummary } from '../../../src/mcp/core-tools/file-summary.ts'
import { rhinoTools } from '../../../src/mcp/core-tools/rhinos.ts'
import type { CommandLine } from '../../../src/rhino/desktop/command-line.ts'
import { computer, plist } from '../../fakes/computer.ts'
import { serveFake } from './fake-caller.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

let home: string
let fake: Awaited<ReturnType<typeof serveFake>>
const asked: CommandLine[] = []
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-core-tools-'))
  asked.length = 0
  const system = computer({
    platform: 'darwin',
    userFolder: home,
    files: { '/Applications/Rhino 8.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.8') },
    programs: { '/bin/ps': ' 88 /Applications/Rhino 7.app/Contents/MacOS/Rhinoceros\n' },
  })
  // Stands for a Rhino that comes up: it writes down where it listens, as the plugin does.
  const start = (command: CommandLine) => {
    asked.push(command)
    setTimeout(() => {
      writeListener(
        { pid: process.pid, port: 4242, kind: 'rhino', version: '1', startedAt: new Date().toISOString() },
        home,
      )
    }, 1200)
    return { pid: process.pid, ended: null }
  }
  const tools = [...rhinoTools({ home, system, start, pollMs: 20, timeoutMs: 5000 }), fileSummary]
  fake = await serveFake({ coreTools: coreTools(tools) })
})
afterEach(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})

const run = async (name: string, args: unknown = {}) =>
  messageIn(await post(fake.port, { body: callTool(name, args) })).result as unknown as {
    isError?: boolean
    content: { text: string }[]
    structuredContent: Record<string, unknown>
  }

test('Rhino is launched with progress, and listed then', async () => {
  expect((await run('list_rhinos')).structuredContent).toEqual({
    installed: [{ label: 'Rhino 8', version: 8, path: '/Applications/Rhino 8.app' }],
    running: [{ process_id: 88, with_plugin: false }],
  })
  const body = rpc('tools/call', { name: 'launch_rhino', arguments: {}, _meta: { progressToken: 'p' } })
  const reply = await post(fake.port, { body })
  const told = reply.text.split('\n').filter((line) => line.includes('notifications/progress'))
  expect(told.join()).toContain('Putting Tickbird’s plugin into Rhino 8.')
  expect(told.join()).toMatch(/Rhino 8 is starting \(1 s\)/)
  expect(messageIn(reply).result).toMatchObject({
    content: [{ text: 'Rhino 8 is running' }, {}],
    structuredContent: { label: 'Rhino 8', process_id: process.pid, port: 4242 },
  })
  expect(asked).toHaveLength(1)
  expect((await run('list_rhinos')).structuredContent.running).toContainEqual({
    process_id: process.pid,
    with_plugin: true,
  })
})

test('what cannot be launched is told with the next step', async () => {
  const { isError, content } = await run('launch_rhino', { version: 9 })
  expect(isError).toBe(true)
  expect(content[0]?.text).toBe('Rhino 9 is not installed here. [NOT_FOUND] Installed: Rhino 8.')
  expect((await run('launch_rhino', { version: 'eight' })).content[0]?.text).toContain('INVALID_PARAMS')
})

test('they are found by search, run by their ids, and listed in the full set only', async () => {
  const found = await run('search_dynamic', { query: 'launch rhino' })
  const { id } = (found.structuredContent.items as { id: string }[])[0] ?? { id: '' }
  expect(id).toMatch(/\.launch_rhino$/)
  expect((await run('invoke_dynamic', { id, arguments: { version: 9 } })).isError).toBe(true)
  for (const [set, there] of [
    ['full', true],
    ['essentials', false],
    ['envelope', false],
  ]) {
    const list = await post(fake.port, { path: `/mcp?tools=${set}`, body: rpc('tools/list') })
    expect(list.text.includes('"launch_rhino"')).toBe(there)
  }
})

async function threeDm(): Promise<Buffer> {
  const rhino = await rhino3dm()
  const file = new rhino.File3dm()
  file.settings().modelUnitSystem = rhino.UnitSystem.Inches
  const outer = new rhino.Layer()
  outer.name = 'Fassade Süd'
  file.layers().add(outer)
  const inner = new rhino.Layer()
  inner.name = 'Tür'
  inner.parentLayerId = file.layers().get(0).id
  file.layers().add(inner)
  file.objects().addPoint([1, 2, 3] as never)
  file.objects().addPoint([1, 2, 4] as never)
  file.objects().addCurve(new rhino.LineCurve([0, 0, 0], [1, 2, 3]) as never, new rhino.ObjectAttributes())
  return Buffer.from(file.toByteArray())
}

test('a .3dm file is summed up without being opened', async () => {
  const path = join(home, 'Modell ä.3dm')
  writeFileSync(path, await threeDm())
  const { structuredContent, content } = await run('read_file_summary', { file_path: path })
  expect(structuredContent).toMatchObject({
    file_path: path,
    format: '3dm',
    rhino_version: 8,
    units: 'inches',
    objects: 3,
    by_type: { point: 2, curve: 1 },
    layers: ['Fassade Süd', 'Fassade Süd::Tür'],
  })
  expect(content[0]?.text).toBe('3 objects in inches')
  expect(fake.caller.calls).toEqual([])
})

test('other files, damaged ones and none are told apart', async () => {
  const path = (name: string) => join(home, name)
  writeFileSync(path('a.step'), 'ISO-10303-21;')
  expect((await run('read_file_summary', { file_path: path('a.step') })).structuredContent).toMatchObject({
    format: 'step',
    bytes: 13,
    objects: null,
  })
  const whole = await threeDm()
  const failure = async (file: string) => (await run('read_file_summary', { file_path: file })).content[0]?.text
  for (const cut of [40, 200, Math.floor(whole.length / 2)]) {
    writeFileSync(path('cut.3dm'), whole.subarray(0, cut))
    expect(await failure(path('cut.3dm'))).toMatch(/damaged or cut off.*Copy the file again/)
  }
  writeFileSync(path('none.3dm'), 'hello')
  expect(await failure(path('none.3dm'))).toMatch(/no \.3dm file/)
  expect(await failure(path('gone.3dm'))).toMatch(/cannot be read \(ENOENT\)/)
  expect(await failure(home)).toMatch(/cannot be read \(it is not a file\)/)
  expect(await failure('gone.3dm')).toMatch(/no absolute path/)
  // Whatever a byte is changed to, there is an answer.
  for (let at = 0; at < whole.length; at += 97) {
    const bent = Buffer.from(whole)
    bent[at] = 255 - (bent[at] ?? 0)
    writeFileSync(path('bent.3dm'), bent)
    const { content } = await run('read_file_summary', { file_path: path('bent.3dm') })
    expect(content[0]?.text).not.toContain('INTERNAL_ERROR')
  }
})
