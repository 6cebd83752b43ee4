import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as asar from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../src/entries.ts'
import { readFuses, writeElectronDist } from '../fakes/electron-dist.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tickbird-package-'))
const packed = join(folder, `release/linux-${process.arch === 'x64' ? '' : `${process.arch}-`}unpacked`)
const archive = join(packed, 'resources/app.asar')
const beside = `${archive}.unpacked`

beforeAll(async () => {
  writeElectronDist(join(folder, 'electron'))
  const builder = join(ROOT, 'node_modules/electron-builder/cli.js')
  const to = [`-c.electronDist=${join(folder, 'electron')}`, `-c.directories.output=${join(folder, 'release')}`]
  await run(process.execPath, [builder, '--linux', `--${process.arch}`, '--dir', '--publish', 'never', ...to], {
    cwd: ROOT,
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every file below a folder, with `/` between the names. */
const filesIn = (top: string): string[] =>
  readdirSync(top, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(top.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()

/** Every file of the archive's own list, and whether it stands beside it. */
function listed(): { file: string; outside: boolean }[] {
  return asar
    .listPackage(archive, { isPack: false })
    .map((file) => file.slice(1).replaceAll('\\', '/'))
    .flatMap((file) => {
      const found = asar.statFile(archive, file)
      return 'files' in found ? [] : [{ file, outside: found.unpacked === true }]
    })
}

/** Parts of the bundler's own naming. */
const plain = (file: string) => file.replace(/^(dist\/(?:chunks|renderer\/assets))\/.*\.(\w+)$/, '$1/*.$2')

describe('the packed app', () => {
  it('has in its archive the shell, the core and the panel, and nothing else', () => {
    const inside = listed().flatMap(({ file, outside }) => (outside ? [] : [plain(file)]))
    expect([...new Set(inside)].sort()).toEqual([
      'dist/main/index.js',
      'dist/preload/preload.cjs',
      'dist/renderer/assets/*.css',
      'dist/renderer/assets/*.js',
      'dist/renderer/assets/*.woff2',
      'dist/renderer/index.html',
      'dist/renderer/tickbird.svg',
      'package.json',
    ])
    const { main, type, scripts, devDependencies } = JSON.parse(String(asar.extractFile(archive, 'package.json')))
    expect({ main, type, scripts, devDependencies }).toEqual({ main: 'dist/main/index.js', type: 'module' })
  })

  it('has beside it what runs as a process of its own, with this system’s parts of what that needs', () => {
    expect([...new Set(filesIn(beside).map(plain))]).toEqual([
      'dist/chunks/*.js',
      'dist/cli.js',
      'dist/host.js',
      'dist/practice.js',
      'dist/utility.js',
      'node_modules/@photostructure/sqlite/LICENSE',
      'node_modules/@photostructure/sqlite/dist/index.mjs',
      'node_modules/@photostructure/sqlite/package.json',
      `node_modules/@photostructure/sqlite/prebuilds/linux-${process.arch}/@photostructure+sqlite.glibc.node`,
      `node_modules/@photostructure/sqlite/prebuilds/linux-${process.arch}/@photostructure+sqlite.musl.node`,
      'node_modules/node-gyp-build/LICENSE',
      'node_modules/node-gyp-build/index.js',
      'node_modules/node-gyp-build/node-gyp-build.js',
      'node_modules/node-gyp-build/package.json',
      'node_modules/replicad-opencascadejs/LICENSE',
      'node_modules/replicad-opencascadejs/dist/replicad_single.js',
      'node_modules/replicad-opencascadejs/dist/replicad_single.wasm',
      'node_modules/replicad-opencascadejs/package.json',
      'node_modules/rhino3dm/package.json',
      'node_modules/rhino3dm/rhino3dm.js',
      'node_modules/rhino3dm/rhino3dm.wasm',
      'package.json',
    ])
    // Electron finds them through the archive's list.
    const outside = listed().flatMap(({ file, outside }) => (outside ? [file] : []))
    expect([...outside, 'package.json'].sort()).toEqual(filesIn(beside))
  })

  it('has the Rhino plugin and the licences in plain sight', () => {
    const resources = join(packed, 'resources')
    expect(readdirSync(resources).sort()).toEqual(['app.asar', 'app.asar.unpacked', 'licenses', 'rhino-plugin'])
    expect(filesIn(join(resources, 'licenses'))).toEqual(['LICENSE.txt', 'OpenCASCADE-LGPL-2.1.txt', 'THIRD_PARTY.md'])
    expect(readFileSync(join(resources, 'licenses/OpenCASCADE-LGPL-2.1.txt'), 'utf8')).toContain(
      'GNU LESSER GENERAL PUBLIC LICENSE',
    )
    const plugin = filesIn(join(resources, 'rhino-plugin'))
    expect(plugin).toContain('tickbird_rhino/methods.json')
    // Where the packed app's own programs look for it.
    expect(plugin).toContain('startup.py')
    expect(plugin.filter((file) => /test|fake|\.pyc|__pycache__/.test(file))).toEqual([])
    expect(readdirSync(join(packed, 'locales'))).toEqual(['en-US.pak'])
  })

  it('cannot be used as Node, be inspected, or run anything but its archive', () => {
    expect(readFuses(readFileSync(join(packed, 'tickbird')))).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptionsVariable: false,
      nodeCliInspect: false,
      asarIntegrity: true,
      onlyAppFromAsar: true,
      browserV8Snapshot: false,
      fileProtocolPrivileges: false,
      wasmTrapHandlers: true,
    })
  })

  // What was packed is Linux's.
  it.skipIf(process.platform !== 'linux')(
    'makes a box with what stands beside its archive: command, agent, modeller and store',
    async () => {
      const env = { ...process.env, TICKBIRD_HOME: join(folder, 'home') }
      const text = 'A box 40 x 25 x 10 mm'
      const { stdout } = await run(process.execPath, [join(beside, 'dist/cli.js'), 'ask', text, '--json'], { env })
      const end = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
      expect(end).toMatchObject({ type: 'turn.end', outcome: 'done', changes: { added: [{ size: [40, 25, 10] }] } })
      expect(end.changes.volume_after).toBeCloseTo(10_000, 6)
    },
  )
})
