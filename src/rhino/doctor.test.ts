import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { computer } from '../../test/fakes/computer.ts'
import { greets, type Script, ScriptedHost, SECRET } from '../../test/fakes/scripted-host.ts'
import { VERSION } from '../version.ts'
import type { PluginState } from './desktop/plugin-folder.ts'
import { type DoctorFacts, diagnose } from './doctor.ts'
import { gatherFacts } from './doctor-facts.ts'
import type { CheckedHost, HostState } from './host-check.ts'
import { portOwner } from './port-owner.ts'

let home: string
let closing: (() => unknown)[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-doctor-'))
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  rmSync(home, { recursive: true })
})

const host = (state: HostState, version = VERSION): CheckedHost => ({
  listener: { pid: 7, port: 9876, kind: 'rhino', version, startedAt: '' },
  state,
  greeting: null,
})
const rhino = 'Rhino, process 7'
const well: DoctorFacts = {
  home: { folder: '/h', there: true, unwritable: null },
  secret: { file: '/h/secret', there: true, unreadable: null },
  installs: [
    {
      label: 'Rhino 8',
      major: 8,
      path: '/Applications/Rhino 8.app',
      plugin: { state: 'current', version: VERSION },
      start: '_-Start',
    },
  ],
  hosts: [host({ state: 'ready' })],
  strays: [],
  port: { number: 9876, owner: { who: 'ours', kind: 'rhino', processId: 7, version: '0.1.0' } },
  settings: [],
  store: null,
  agents: [{ id: 'claude', title: 'Claude', state: 'ready', practice: false, version: '2.1', trouble: null }],
}
const trouble = { title: 'Not signed in', cause: 'Claude has no account.', next: 'Run claude and sign in.' }

describe('diagnose', () => {
  test('has nothing to mend where all is well', () => {
    const findings = diagnose(well)
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(findings.map(({ what }) => what)).toEqual([
      'Data folder',
      'Secret',
      'Conversations',
      'Rhino 8',
      rhino,
      'Port 9876',
      'Claude',
    ])
  })

  const plugin = (state: PluginState): Partial<DoctorFacts> => ({
    installs: well.installs?.map((install) => ({ ...install, plugin: state })) ?? null,
  })
  const sick: [string, Partial<DoctorFacts>, string, 'warn' | 'problem', RegExp, RegExp][] = [
    ['a folder', { home: { ...well.home, unwritable: 'EACCES' } }, 'Data folder', 'problem', /EACCES/, /TICKBIRD_HOME/],
    [
      'a secret',
      { secret: { ...well.secret, unreadable: 'EACCES' } },
      'Secret',
      'problem',
      /lets Tickbird in/,
      /delete/,
    ],
    ['a store', { store: trouble }, 'Conversations', 'problem', /no account/, /sign in/],
    ['a setting', { settings: ['GOLEM_TIMEOUT is odd.'] }, 'Settings', 'warn', /GOLEM_TIMEOUT/, /remove it/],
    ['no Rhino', { installs: [], hosts: [] }, 'Rhino', 'warn', /built-in modeller/, /Install Rhino 8/],
    ['no running Rhino', { hosts: [] }, 'Running hosts', 'warn', /No Rhino is running/, /rhino launch/],
    [
      'a Rhino without the plugin',
      { hosts: [], strays: [{ pid: 8, path: null }] },
      'Rhino, process 8',
      'warn',
      /without Tickbird/,
      /command line: _-Start/,
    ],
    ['no plugin', plugin({ state: 'missing' }), 'Rhino 8', 'warn', /without/, /rhino install/],
    [
      'an older plugin',
      plugin({ state: 'other', version: '0.0.9', older: true }),
      'Rhino 8',
      'warn',
      /an older plugin \(0\.0\.9/,
      /rhino install/,
    ],
    ['a stranger’s folder', plugin({ state: 'foreign' }), 'Rhino 8', 'warn', /another program/, /Move the folder/],
    ['an old one running', { hosts: [host({ state: 'ready' }, '0.0.9')] }, rhino, 'warn', /older/, /restart Rhino/],
    ['a new one running', { hosts: [host({ state: 'ready' }, '99.0.0')] }, rhino, 'warn', /newer/, /Update Tickbird/],
    ['a dialog', { hosts: [host({ state: 'blocked' })] }, rhino, 'warn', /dialog is open/, /close the dialog/],
    [
      'a command that waits',
      { hosts: [host({ state: 'asking', prompt: 'Start of line' })] },
      rhino,
      'warn',
      /“Start of line”/,
      /press Esc/,
    ],
    ['a wrong secret', { hosts: [host({ state: 'locked' })] }, rhino, 'problem', /secret/, /Restart the plugin/],
    ['a taken port', { hosts: [host({ state: 'stranger' })] }, rhino, 'warn', /Another program/, /Restart/],
    ['a dead plugin', { hosts: [host({ state: 'gone' })] }, rhino, 'warn', /Nobody listens/, /Restart/],
    [
      'GOLEM',
      { port: { number: 9876, owner: { who: 'golem' } } },
      'Port 9876',
      'warn',
      /GOLEM/,
      /GOLEM_RHINO_PORT=9876/,
    ],
    ['a lock', { port: { number: 1, owner: { who: 'locked' } } }, 'Port 1', 'problem', /secret/, /Restart the plugin/],
    ['silence', { port: { number: 1, owner: { who: 'silent' } } }, 'Port 1', 'warn', /says nothing/, /Close the other/],
    [
      'a stranger',
      { port: { number: 1, owner: { who: 'stranger' } } },
      'Port 1',
      'warn',
      /Another program/,
      /next free/,
    ],
    ['no model', { agents: [] }, 'Agents', 'warn', /No agent with a model/, /practice agent/],
    [
      'a broken agent',
      { agents: [...well.agents, { ...well.agents[0]!, title: 'Codex', state: 'broken', trouble }] },
      'Codex',
      'problem',
      /Not signed in. Claude has/,
      /Run claude/,
    ],
    [
      'a missing agent',
      { agents: [...well.agents, { ...well.agents[0]!, title: 'Codex', state: 'missing', trouble }] },
      'Codex',
      'warn',
      /no account/,
      /Run claude/,
    ],
  ]
  test.each(sick)('names %s, and what to do', (_name, facts, what, state, sentence, fix) => {
    expect(diagnose({ ...well, ...facts }).filter((one) => one.state !== 'ok')).toEqual([
      { what, state, sentence: expect.stringMatching(sentence), fix: expect.stringMatching(fix) },
    ])
  })
})

describe('portOwner', () => {
  async function listening(server: Server): Promise<number> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    return (server.address() as { port: number }).port
  }
  async function scripted(script: Script): Promise<number> {
    const host = await new ScriptedHost(script).listen()
    closing.push(() => host.close())
    return host.port
  }
  const owner = (port: number, secret = SECRET) => portOwner(port, secret, { timeoutMs: 200 })
  const pings =
    (rest: Script): Script =>
    (asked) =>
      asked.method === 'ping' ? asked.answer({ alive: true }) : rest(asked)

  test('knows ours, with or without the right secret', async () => {
    const port = await scripted(pings(greets(undefined, 7)))
    expect(await owner(port)).toEqual({ who: 'ours', kind: 'rhino', processId: 7, version: '0.1.0' })
    expect(await owner(port, 'wrong')).toEqual({ who: 'locked' })
  })

  test('knows GOLEM’s plugin', async () => {
    const port = await scripted(pings(({ refuse }) => refuse({ code: -32000, message: 'Unknown method: hello' })))
    expect(await owner(port)).toEqual({ who: 'golem' })
  })

  test('knows a web server and a mute one for what they are', async () => {
    expect(await owner(await listening(createServer()))).toEqual({ who: 'stranger' })
    expect(await owner(await listening(createTcpServer()))).toEqual({ who: 'silent' })
  })

  test('knows when nobody is there', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    server.close()
    await once(server, 'close')
    expect(await owner(port)).toEqual({ who: 'nobody' })
  })
})

describe('gatherFacts', () => {
  const gather = (folder = home) =>
    gatherFacts({
      home: folder,
      env: { GOLEM_RHINO_PORT: '1', GOLEM_TIMEOUT: 'soon' },
      system: computer({ platform: 'linux' }),
    })

  test('changes nothing', async () => {
    expect(await gather()).toEqual({
      home: { folder: home, there: true, unwritable: null },
      secret: { file: join(home, 'secret'), there: false, unreadable: null },
      installs: null,
      hosts: [],
      strays: [],
      port: { number: 1, owner: { who: 'nobody' } },
      settings: [expect.stringMatching(/GOLEM_TIMEOUT is "soon"/)],
    })
    expect(readdirSync(home)).toEqual([])
    const absent = join(home, 'not', 'yet')
    expect((await gather(absent)).home).toEqual({ folder: absent, there: false, unwritable: null })
  })

  test('says what cannot be used', async () => {
    mkdirSync(join(home, 'secret'))
    expect((await gather()).secret).toMatchObject({ there: true, unreadable: 'EISDIR' })
    writeFileSync(join(home, 'file'), '')
    expect((await gather(join(home, 'file'))).home.unwritable).toBe('ENOTDIR')
  })
})
