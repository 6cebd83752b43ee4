import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { computer } from '../../../test/fakes/computer.ts'
import { VERSION } from '../../version.ts'
import { filesIn, isOlder, pluginFolder, pluginState, readStamp, STAMP, scriptsFolder } from './plugin-folder.ts'
import { installPlugin, removePlugin } from './plugin-install.ts'
import { digest, type PluginFile, readPlugin } from './plugin-source.ts'

let scripts: string
let folder: string
beforeEach(() => {
  scripts = join(mkdtempSync(join(tmpdir(), 'tickbird-scripts-')), 'Zeichnungen für Jörg', 'scripts')
  folder = pluginFolder(scripts)
})
afterEach(() => rmSync(join(scripts, '../..'), { recursive: true, force: true }))

const file = (path: string, text: string): PluginFile => {
  const data = Buffer.from(text)
  return { path, data, sha256: digest(data) }
}
const first = [file('startup.py', 'one'), file('tickbird_rhino/a.py', 'a'), file('tickbird_rhino/host/b.py', 'b')]
const second = [file('startup.py', 'two'), file('tickbird_rhino/a.py', 'a')]
const text = (path: string) => readFileSync(join(folder, path), 'utf8')

test('knows the plugin that is shipped, all of it and nothing else', () => {
  const paths = readPlugin().map(({ path }) => path)
  expect(paths).toContain('startup.py')
  expect(paths).toContain('tickbird_rhino/methods.json')
  expect(paths.filter((path) => !/^(startup\.py|tickbird_rhino\/.*\.(py|json))$/.test(path))).toEqual([])
  expect(readPlugin().every(({ data, sha256 }) => digest(data) === sha256)).toBe(true)
})

test('installs, says what is there, updates, and takes out again', () => {
  expect(pluginState(scripts, first)).toEqual({ state: 'missing' })
  expect(installPlugin(scripts, first)).toEqual({ folder, before: 'missing', kept: [] })
  expect(pluginState(scripts, first)).toEqual({ state: 'current', version: VERSION })
  expect(installPlugin(scripts, first).before).toBe('current')
  expect(pluginState(scripts, second)).toEqual({ state: 'other', version: VERSION, older: false })
  expect(installPlugin(scripts, second)).toEqual({ folder, before: 'other', kept: [] })
  // What the newer one does not have is gone.
  expect(filesIn(folder)).toEqual([STAMP, 'startup.py', 'tickbird_rhino/a.py'])
  mkdirSync(join(folder, 'tickbird_rhino/__pycache__'))
  writeFileSync(join(folder, 'tickbird_rhino/__pycache__/a.cpython-39.pyc'), '')
  expect(removePlugin(scripts, second)).toEqual({ folder, before: 'current', kept: [] })
  expect(readdirSync(scripts)).toEqual([])
  expect(removePlugin(scripts, second).before).toBe('missing')
})

test('an older version is known as older', () => {
  installPlugin(scripts, first)
  const { files } = readStamp(folder)!
  writeFileSync(join(folder, STAMP), JSON.stringify({ version: '0.0.9', files }))
  expect(pluginState(scripts, second)).toEqual({ state: 'other', version: '0.0.9', older: true })
  expect(isOlder('0.9.0', '0.10.0')).toBe(true)
  expect(isOlder('1.0.0', '1.0.0')).toBe(false)
})

test('keeps what the user put there or changed, over an update and over the removal', () => {
  installPlugin(scripts, first)
  writeFileSync(join(folder, 'startup.py'), 'mine')
  writeFileSync(join(folder, 'notes.txt'), 'do not lose')
  expect(pluginState(scripts, first).state).toBe('other')
  expect(installPlugin(scripts, second).kept).toEqual(['notes.txt', 'startup.py.yours'])
  expect([text('startup.py'), text('startup.py.yours'), text('notes.txt')]).toEqual(['two', 'mine', 'do not lose'])
  writeFileSync(join(folder, 'startup.py'), 'mine again')
  expect(installPlugin(scripts, first).kept).toEqual(['notes.txt', 'startup.py.yours-2', 'startup.py.yours'])
  expect([text('startup.py.yours'), text('startup.py.yours-2')].sort()).toEqual(['mine', 'mine again'])
  expect(removePlugin(scripts, first).kept).toHaveLength(3)
  expect(filesIn(folder)).toEqual([STAMP, 'notes.txt', 'startup.py.yours', 'startup.py.yours-2'])
  // It is still ours to install into.
  expect(installPlugin(scripts, first).kept).toHaveLength(3)
})

test('touches no folder that it did not make', () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'startup.py'), 'another program’s')
  expect(pluginState(scripts, first)).toEqual({ state: 'foreign' })
  expect(() => installPlugin(scripts, first)).toThrow(/did not put there, so nothing was changed/)
  expect(() => removePlugin(scripts, first)).toThrow(/did not put there/)
  expect([filesIn(folder), text('startup.py')]).toEqual([['startup.py'], 'another program’s'])
  // A stamp that is no stamp makes nothing ours.
  writeFileSync(join(folder, STAMP), '{"version": 1}')
  expect(pluginState(scripts, first)).toEqual({ state: 'foreign' })
})

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is as it was', () => {
  installPlugin(scripts, first)
  chmodSync(scripts, 0o500)
  expect(() => installPlugin(scripts, second)).toThrow(/cannot be written \(EACCES\); it is as it was/)
  chmodSync(scripts, 0o700)
  expect(pluginState(scripts, first).state).toBe('current')
})

test('a failure in the middle leaves what was there, and no draft', () => {
  installPlugin(scripts, first)
  // A file cannot also be a folder: the draft fails after its first file.
  const broken = [file('startup.py', 'three'), file('startup.py/a.py', 'x')]
  expect(() => installPlugin(scripts, broken)).toThrow(/it is as it was/)
  expect(pluginState(scripts, first).state).toBe('current')
  expect(readdirSync(scripts)).toEqual(['tickbird'])
})

test('Rhino’s folders, on both systems', () => {
  const windows = computer({ platform: 'win32', userFolder: 'C:\\Users\\Jörg' })
  expect(scriptsFolder({ major: 8 }, windows)).toBe(
    'C:\\Users\\Jörg\\AppData\\Roaming\\McNeel\\Rhinoceros\\8.0\\scripts',
  )
  expect(scriptsFolder({ major: 9 }, { ...windows, env: { APPDATA: 'R:\\p' } })).toBe(
    'R:\\p\\McNeel\\Rhinoceros\\9.0\\scripts',
  )
  expect(scriptsFolder({ major: 8 }, computer({ platform: 'darwin', userFolder: '/Users/jo' }))).toBe(
    '/Users/jo/Library/Application Support/McNeel/Rhinoceros/8.0/scripts',
  )
  expect(scriptsFolder({ major: null }, windows)).toBeUndefined()
  expect(scriptsFolder({ major: 8 }, computer({ platform: 'linux' }))).toBeUndefined()
  expect(existsSync(scripts)).toBe(false)
})
