import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as asar from '@electron/asar'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../src/entries.ts'
import { isAlive } from '../../src/home/listeners.ts'
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
const apps: ChildProcess[] = []
afterAll(() => {
  for (const app of apps) app.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

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
    expect([...new Set(filesIn(beside).map(plain))].sort()).toEqual([
      'dist/chunks/*.js',
      'dist/cli.js',
      'dist/host.js',
      'dist/practice.js',
      'dist/renderer/assets/*.css',
      'dist/renderer/assets/*.js',
      'dist/renderer/assets/*.woff2',
      'dist/renderer/index.html',
      'dist/renderer/tickbird.svg',
      'dist/toolset-thread.js',
      'dist/toolset-typescript.js',
      'dist/toolset.js',
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
    // Electron finds them through the archive's list; what is only for a plain Node is not on it.
    const outside = listed().flatMap(({ file, outside }) => (outside ? [file] : []))
    const forNode = (file: string) => file === 'package.json' || file.startsWith('dist/renderer/')
    expect(outside.sort()).toEqual(filesIn(beside).filter((file) => !forNode(file)))
  })

  it('has the same panel in both places', () => {
    const inside = listed().flatMap(({ file }) => (file.startsWith('dist/renderer/') ? [file] : []))
    expect(filesIn(join(beside, 'dist/renderer')).map((file) => `dist/renderer/${file}`)).toEqual(inside.sort())
    for (const file of inside)
      expect(asar.extractFile(archive, file).equals(readFileSync(join(beside, file)))).toBe(true)
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
  describe.skipIf(process.platform !== 'linux')('runs', () => {
    it('makes a box with what stands beside its archive: command, agent, modeller and store', async () => {
      const env = { ...process.env, TICKBIRD_HOME: join(folder, 'home') }
      const text = 'A box 40 x 25 x 10 mm'
      const { stdout } = await run(process.execPath, [join(beside, 'dist/cli.js'), 'ask', text, '--json'], { env })
      const end = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
      expect(end).toMatchObject({ type: 'turn.end', outcome: 'done', changes: { added: [{ size: [40, 25, 10] }] } })
      expect(end.changes.volume_after).toBeCloseTo(10_000, 6)
    })

    it('serves its own panel where an outside agent starts it with a plain Node', async () => {
      const home = join(folder, 'home-mcp')
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [join(beside, 'dist/cli.js'), 'mcp'],
        env: { PATH: process.env.PATH ?? '', TICKBIRD_HOME: home },
      })
      const client = new Client({ name: 'packed', version: '1' })
      await client.connect(transport)
      await client.callTool({ name: 'create_box', arguments: { width: 1, depth: 2, height: 3 } })
      const { pid, url } = JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')) as { pid: number; url: string }
      const html = await (await fetch(url)).text()
      const assets = [...html.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, path]) => new URL(path!, url))
      expect(assets.length).toBeGreaterThan(1)
      for (const asset of assets) expect([asset.pathname, (await fetch(asset)).status]).toEqual([asset.pathname, 200])
      // The packed app, opened now, shows that panel instead of an error.
      const app = await startPacked(home)
      expect(await app.ask('page')).toMatchObject({ loaded: url, status: 200 })
      // The agent goes; the core stays, because the app's window is there.
      await client.close()
      await new Promise((resolve) => setTimeout(resolve, 5000))
      expect(isAlive(pid)).toBe(true)
      expect(await app.ask('quit')).toEqual({ quits: 1, errors: [] })
      await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false)
    })

    it('opens its window on a core of its own, and leaves nothing behind', async () => {
      const home = join(folder, 'home-app')
      const app = await startPacked(home)
      const page = await app.ask('page')
      expect(page).toMatchObject({
        loaded: 'app://bundle/',
        status: 200,
        html: expect.stringContaining('<title>Tickbird'),
      })
      const { url } = JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')) as { url: string }
      expect((await fetch(url)).status).toBe(200)
      const hosts = () => readdirSync(join(home, 'listeners')).filter((file) => /^\d+\.json$/.test(file))
      await expect.poll(hosts, { timeout: 20_000 }).toHaveLength(1)
      const host = Number.parseInt(hosts()[0]!, 10)
      expect(isAlive(host)).toBe(true)
      expect(await app.ask('quit')).toEqual({ quits: 1, errors: [] })
      await expect.poll(() => isAlive(host), { timeout: 5000 }).toBe(false)
      expect(existsSync(join(home, 'core.json'))).toBe(false)
    })
  })
})

/** The packed main process on the stand-in for Electron. A plain Node reads no archive, so what is in it is laid out. */
async function startPacked(home: string) {
  const app = join(folder, 'laid-out/app.asar')
  if (!existsSync(app)) {
    asar.extractAll(archive, app)
    symlinkSync(beside, `${app}.unpacked`)
    const electron = join(app, 'node_modules/electron')
    const bundle = await rolldown({
      input: { index: join(ROOT, 'test/fakes/electron.ts'), run: join(ROOT, 'test/fakes/electron-run.ts') },
      platform: 'node',
      external: ['electron'],
      logLevel: 'warn',
    })
    await bundle.write({ dir: electron, format: 'esm', entryFileNames: '[name].mjs' })
    await bundle.close()
    copyFileSync(join(ROOT, 'test/fakes/parent-port.mjs'), join(electron, 'parent-port.mjs'))
    writeFileSync(join(electron, 'package.json'), '{"name": "electron", "main": "index.mjs"}')
  }
  const driver = pathToFileURL(join(app, 'node_modules/electron/run.mjs')).href
  const child = spawn(process.execPath, ['--import', driver, join(app, 'dist/main/index.js')], {
    env: { ...process.env, TICKBIRD_HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  apps.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async (word: 'page' | 'quit'): Promise<Record<string, unknown>> => {
    child.stdin.write(`${word}\n`)
    const { value } = await lines.next()
    return JSON.parse(value ?? 'null') as Record<string, unknown>
  }
  const there = async () => Boolean((await ask('page')).loaded)
  await expect.poll(there, { timeout: 30_000, interval: 200 }).toBe(true)
  return { ask }
}
