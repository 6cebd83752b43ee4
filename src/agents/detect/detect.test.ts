import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { detect } from './detect.ts'
import { findProgram } from './find.ts'
import { placesFor, type Surroundings } from './places.ts'
import { NotRunnable, runnable } from './program.ts'
import { VENDORS } from './vendors.ts'

/** A machine of its own in a temporary folder: nothing of the real one is looked at, unless a test says so. */
let machine: Surroundings
let bin: string
beforeEach(() => {
  const userFolder = mkdtempSync(join(tmpdir(), 'tickbird-detect-'))
  bin = join(userFolder, 'path-bin')
  mkdirSync(bin)
  machine = {
    env: { PATH: bin, HOME: userFolder },
    platform: 'linux',
    userFolder,
    shell: null,
    places: ownPlaces('linux'),
  }
})

/** Only those of the user's own folder: what is installed on the real machine must not show. */
const ownPlaces = (platform: NodeJS.Platform) => placesFor(platform).filter((place) => !place.startsWith('/'))

function program(path: string, text: string, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const script = (version: string) => `#!/bin/sh\n[ "$1" = "--version" ] && echo "gemini ${version} (stable)"\n`
const nodeScript = (version: string) => `#!/usr/bin/env node\nconsole.log('${version}')\n`
const vendor = (id: string) => VENDORS.find((one) => one.id === id)!
const look = (id: string, path?: string) =>
  detect(vendor(id), {
    surroundings: machine,
    ownNode: process.execPath,
    configuration: { path, args: ['--more'], env: {}, secret: [], disabled: false },
  })

test('PATH comes before the installers’ folders, and version managers give the newest first', async () => {
  const managed = ['v20.1.0', 'v9.9.9', 'v22.3.0'].map((version) =>
    program(join(machine.userFolder, '.nvm/versions/node', version, 'bin/gemini'), script('1')),
  )
  const local = program(join(machine.userFolder, '.local/bin/gemini'), script('1'))
  const first = program(join(bin, 'gemini'), script('1'))
  const found = await findProgram('gemini', machine)
  expect(found).toEqual([first, local, managed[2], managed[0], managed[1]])
})

test('folders, files that may not be executed and relative PATH entries are passed over', async () => {
  mkdirSync(join(bin, 'gemini'))
  program(join(machine.userFolder, '.local/bin/gemini'), script('1'), 0o644)
  machine = { ...machine, env: { ...machine.env, PATH: `.:${bin}` } }
  expect(await findProgram('gemini', machine)).toEqual([])
})

test('the login shell is asked last, and only believed where there is a program', async () => {
  const hidden = program(join(machine.userFolder, 'odd place/gemini'), script('1'))
  const shell = program(join(machine.userFolder, 'shell'), `#!/bin/sh\necho "Welcome!"\necho "${hidden}"\n`)
  expect(await findProgram('gemini', { ...machine, shell })).toEqual([hidden])
  const liar = program(join(machine.userFolder, 'liar'), '#!/bin/sh\necho /no/such/gemini\n')
  expect(await findProgram('gemini', { ...machine, shell: liar })).toEqual([])
  expect(await findProgram('gemini', { ...machine, shell: '/no/such/shell' })).toEqual([])
})

test('ready: found, started, and its version read out of whatever it prints', async () => {
  const path = program(join(bin, 'gemini'), script('0.61.0'))
  const { status, plan } = await look('gemini')
  expect(status).toEqual({ state: 'ready', version: '0.61.0', trouble: null })
  expect(plan).toMatchObject({ command: path, args: ['--acp', '--more'], pathFolders: [bin] })
  expect(plan?.env).toMatchObject({ GEMINI_CLI_TRUST_WORKSPACE: 'true' })
})

test('an npm command is run as a script with a real Node, through its link', async () => {
  const real = program(join(machine.userFolder, 'lib/gemini-cli/bundle/gemini.js'), nodeScript('0.61.0'))
  symlinkSync(real, join(bin, 'gemini'))
  const { status, plan } = await look('gemini')
  expect(status.state).toBe('ready')
  expect(plan).toMatchObject({ command: process.execPath, args: [real, '--acp', '--more'] })
  expect(plan?.pathFolders).toEqual([dirname(process.execPath), bin])
})

test('a Node beside the script is taken, unless it is too old', async () => {
  program(join(bin, 'gemini'), nodeScript('1.0.0'))
  const beside = program(join(bin, 'node'), '#!/bin/sh\necho v22.0.0\n')
  expect((await runnable(join(bin, 'gemini'), process.execPath, machine)).command).toBe(beside)
  program(beside, '#!/bin/sh\necho v18.20.0\n')
  expect((await runnable(join(bin, 'gemini'), process.execPath, machine)).command).toBe(process.execPath)
})

test('without any Node that is new enough it says which is needed', async () => {
  const windows = { ...machine, platform: 'win32' as const, places: ownPlaces('win32') }
  const script = program(join(bin, 'cli.js'), nodeScript('1.0.0'))
  await expect(runnable(script, null, windows)).rejects.toThrow(
    new NotRunnable('It needs Node.js 20 or newer, and none was found.'),
  )
  program(join(bin, 'node.exe'), '#!/bin/sh\necho v18.20.0\n')
  await expect(runnable(script, null, windows)).rejects.toThrow('only 18.20.0 was found')
})

test('missing, with how to get it', async () => {
  const { status, plan } = await look('codex')
  expect(plan).toBeNull()
  expect(status).toMatchObject({ state: 'missing', version: null, trouble: { title: 'Codex is not installed' } })
  expect(status.trouble?.next).toContain('npm install -g @openai/codex')
})

test.each([
  ['fails', '#!/bin/sh\nexit 1\n'],
  ['prints no version', '#!/bin/sh\necho hello\n'],
  ['is no program at all', 'MZ but not really\n'],
])('broken: one that %s', async (_what, text) => {
  program(join(bin, 'gemini'), text)
  const { status, plan } = await look('gemini')
  expect(plan).toBeNull()
  expect(status).toMatchObject({ state: 'broken', trouble: { title: 'Gemini does not start' } })
  expect(status.trouble?.cause).toContain(join(bin, 'gemini'))
})

test('a broken one does not hide a working one further on', async () => {
  program(join(bin, 'gemini'), '#!/bin/sh\nexit 1\n')
  const good = program(join(machine.userFolder, '.local/bin/gemini'), script('0.61.0'))
  expect((await look('gemini')).plan?.command).toBe(good)
})

test('a path from the settings is taken or refused, never passed over', async () => {
  program(join(bin, 'gemini'), script('1.0.0'))
  const own = program(join(machine.userFolder, 'mine'), script('2.0.0'))
  expect((await look('gemini', own)).status.version).toBe('2.0.0')
  expect((await look('gemini', '/no/such/file')).status).toMatchObject({
    state: 'broken',
    trouble: { next: expect.stringContaining('settings') },
  })
})

test('a version that cannot be driven is too old, unless a newer one is further on', async () => {
  program(join(bin, 'codex'), script('0.9.0'))
  const { status, plan } = await look('codex')
  expect(plan).toBeNull()
  expect(status).toMatchObject({ state: 'unsupported', version: '0.9.0', trouble: { title: 'Codex is too old' } })
  const newer = program(join(machine.userFolder, '.local/bin/codex'), script('0.171.0'))
  expect((await look('codex')).plan?.command).toBe(newer)
})

test('signed in or not is told by an exit code, and what was printed goes nowhere', async () => {
  const says = (code: number) =>
    `#!/bin/sh\nif [ "$1" = "--version" ]; then echo 2.1.332; else echo "$* anna@example.com"; exit ${code}; fi\n`
  program(join(bin, 'claude'), says(0))
  expect(await look('claude')).toMatchObject({ status: { state: 'ready' }, plan: { translator: 'claude' } })
  program(join(bin, 'claude'), says(1))
  const { status, plan } = await look('claude')
  expect(status).toMatchObject({ state: 'not_signed_in', version: '2.1.332' })
  expect(status.trouble?.next).toContain('claude auth login')
  expect(JSON.stringify(status)).not.toContain('anna')
  expect(plan).not.toBeNull()
})

test('Windows: npm’s shim is looked through, any other batch file is refused', async () => {
  const windows = {
    ...machine,
    platform: 'win32' as const,
    places: ownPlaces('win32'),
    env: { PATH: bin, APPDATA: join(machine.userFolder, 'AppData') },
  }
  const real = program(join(bin, 'node_modules/@google/gemini-cli/bundle/gemini.js'), nodeScript('1.0.0'))
  const shim = program(
    join(bin, 'gemini.cmd'),
    '@ECHO off\r\nendLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@google\\gemini-cli\\bundle\\gemini.js" %*\r\n',
  )
  expect(await findProgram('gemini', windows)).toEqual([shim])
  expect(await runnable(shim, process.execPath, windows)).toMatchObject({ command: process.execPath, args: [real] })
  const other = program(join(bin, 'other.cmd'), '@echo hello %*\r\n')
  await expect(runnable(other, process.execPath, windows)).rejects.toThrow('batch file')
})

test('each platform’s list is its own and has no folder twice', () => {
  for (const platform of ['darwin', 'linux', 'win32'] as const) {
    const places = placesFor(platform)
    expect(new Set(places).size).toBe(places.length)
    expect(places.every((place) => /^([~/]|%\w+%)/.test(place))).toBe(true)
  }
  expect(placesFor('freebsd')).toBe(placesFor('linux'))
})

test('what the settings say of an agent reaches its start, and marks what must not be seen', async () => {
  program(join(bin, 'gemini'), script('1.0.0'))
  const configuration = { args: ['--debug'], env: { GEMINI_API_KEY: 'k' }, secret: ['GEMINI_API_KEY'], disabled: false }
  const { plan } = await detect(vendor('gemini'), {
    surroundings: machine,
    ownNode: process.execPath,
    configuration: { ...configuration, model: 'gemini-3-pro', mode: 'plan' },
  })
  expect(plan).toMatchObject({
    args: ['--acp', '--debug'],
    env: { GEMINI_API_KEY: 'k', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    secret: ['GEMINI_API_KEY'],
    model: 'gemini-3-pro',
    mode: 'plan',
  })
})
