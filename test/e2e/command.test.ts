import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, it } from 'vitest'
import { APPLICATION_ID } from '../../src/conversation/schema.ts'
import { ENTRY } from '../../src/entries.ts'
import { isAlive } from '../../src/home/listeners.ts'
import { newHome, type RunningCore, startCore, tickbird } from './core.ts'

const PLATE = 'a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes'

const running: RunningCore[] = []
const start = async (...args: Parameters<typeof startCore>) => {
  const core = await startCore(...args)
  running.push(core)
  return core
}
afterEach(async () => {
  for (const core of running.splice(0)) if (core.process.exitCode === null) await core.stop('SIGKILL')
})

const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('tickbird ask', () => {
  it('runs one turn on a file, tells its events, and keeps what it made', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tickbird-ask-')), 'Grundplatte für Öse.3dm')
    const home = newHome()
    const made = await tickbird(['ask', PLATE, '--file', file], home)
    expect(made.err).toBe('')
    expect(made.code).toBe(0)
    const events = lines(made.out)
    expect(events[0]).toMatchObject({ type: 'turn.begin', prompt: PLATE, agent: 'practice' })
    expect(events.at(-1)).toMatchObject({
      type: 'turn.end',
      outcome: 'done',
      units: 'mm',
      file,
      changes: { counts: { added: 1, removed: 0, modified: 0 } },
    })
    expect(existsSync(file)).toBe(true)
    const before = readFileSync(file)
    const looked = await tickbird(['ask', 'what is in the document?', '--file', file], home)
    expect(looked.code).toBe(0)
    expect(
      lines(looked.out)
        .filter(({ type }) => type === 'text')
        .map(({ text }) => text)
        .join(''),
    ).toMatch(/Plate/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('ends with a code of its own and a sentence for an agent that is not there, and for a file that is none', async () => {
    const home = newHome()
    const nobody = await tickbird(['ask', PLATE, '--agent', 'nobody'], home)
    expect(nobody.code).toBe(3)
    expect(lines(nobody.out).at(-1)).toMatchObject({
      type: 'turn.end',
      outcome: 'failed',
      trouble: { cause: expect.stringContaining('nobody') },
    })
    const nowhere = await tickbird(['ask', PLATE, '--file', join(home, 'no folder', 'x.3dm')], home)
    expect(nowhere).toMatchObject({ code: 2, out: '', err: expect.stringContaining('folder does not exist') })
    const folder = await tickbird(['ask', PLATE, '--file', home], home)
    expect(folder).toMatchObject({ code: 2, out: '', err: expect.stringContaining('.3dm') })
    const empty = await tickbird(['ask', '  '], home)
    expect(empty).toMatchObject({ code: 2, out: '', err: expect.stringContaining('empty') })
    const broken = join(home, 'broken.3dm')
    writeFileSync(broken, 'this is no 3dm file')
    const unread = await tickbird(['ask', PLATE, '--file', broken], home)
    expect(unread.code).toBe(1)
    expect(unread.err).toMatch(/broken\.3dm|3dm/)
    expect(readFileSync(broken, 'utf8')).toBe('this is no 3dm file')
  })

  it('goes on with a conversation, by its id or the newest, and says where there is none', async () => {
    const home = newHome()
    const none = await tickbird(['ask', PLATE, '--resume'], home)
    expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('There is no conversation yet') })
    const { conversation } = lines((await tickbird(['ask', PLATE], home)).out).at(-1) ?? {}
    expect(conversation).toEqual(expect.any(String))
    const newest = await tickbird(['ask', 'what is in the document?', '--resume'], home)
    expect(newest.code).toBe(0)
    expect(lines(newest.out)[0]).toMatchObject({ type: 'turn.begin', number: 2, agent: 'practice' })
    const named = await tickbird(['ask', 'what is in the document?', '--resume', String(conversation)], home)
    expect(lines(named.out).at(-1)).toMatchObject({ type: 'turn.end', conversation })
    const unknown = await tickbird(['ask', PLATE, '--resume', 'x'], home)
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('There is no conversation x') })
  })
})

describe('tickbird serve', () => {
  it('ends cleanly, leaves no child, and a second one joins instead of starting', async () => {
    const core = await start()
    const again = await tickbird(['serve', '--no-open', '--json'], core.home)
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out)).toEqual({ url: core.url, mcp: core.mcp })
    expect(again.err).toContain('already running')
    await expect.poll(() => existsSync(join(core.home, 'listeners')), { timeout: 20_000 }).toBe(true)
    const called = await tickbird(['call', 'rhino.list_documents'], core.home)
    expect(called.code).toBe(0)
    const [listener] = readdirSync(join(core.home, 'listeners'))
    const host = Number(listener!.replace('.json', ''))
    expect(isAlive(host)).toBe(true)
    expect(await core.stop()).toBe(0)
    await expect.poll(() => isAlive(host), { timeout: 5000 }).toBe(false)
    expect(existsSync(join(core.home, 'core.json'))).toBe(false)
  })

  // How a page is opened differs between systems; here it is a program of a name that a test can take.
  it.skipIf(process.platform !== 'linux')('opens the panel, also of the one that runs already', async () => {
    const core = await start()
    const folder = mkdtempSync(join(tmpdir(), 'tickbird-opener-'))
    const opened = join(folder, 'opened')
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 })
    const screen = { DISPLAY: ':9', PATH: `${folder}:${process.env.PATH}` }
    const again = await tickbird(['serve', '--json'], core.home, screen)
    expect(again.code).toBe(0)
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${core.url}\n`)
    const unasked = await tickbird(['serve', '--no-open', '--json'], core.home, screen)
    expect(unasked.code).toBe(0)
    const greeted = await tickbird(['serve', '--greet'], core.home, screen)
    expect(greeted).toEqual({
      code: 0,
      out: `Tickbird is running already.\nIts page opens in your browser. If none comes up, open this address:\n  ${core.url}\n`,
      err: '',
    })
    await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`${core.url}\n${core.url}\n`)
  })

  it('speaks to a person who typed npm start in sentences', async () => {
    const core = spawn(process.execPath, [ENTRY.cli, 'serve', '--greet'], {
      env: { ...process.env, TICKBIRD_HOME: newHome(), DISPLAY: '', WAYLAND_DISPLAY: '' },
    })
    let said = ''
    for (const stream of [core.stdout, core.stderr]) stream.on('data', (text) => (said += text))
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Ctrl+C')
    core.kill('SIGINT')
    const [code] = await once(core, 'close')
    expect(code).toBe(0)
    const address = /http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]+/
    expect(said.replace(address, 'ADDRESS')).toBe(
      'Open this address in your browser:\n  ADDRESS\nTickbird runs until you press Ctrl+C here.\nClosing Tickbird …\n',
    )
  })

  it('is one, however many are started at once', async () => {
    const home = newHome()
    const started = await Promise.all([1, 2, 3].map(() => start(home)))
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
    await expect
      .poll(() => started.filter(({ process: { exitCode } }) => exitCode === null), { timeout: 20_000 })
      .toHaveLength(1)
  })

  it('says in one sentence that a port it was given is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const refused = await tickbird(['serve', '--no-open', '--port', String(port)], newHome())
    taken.close()
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(new RegExp(`${port}.*taken`))
    expect(refused.err.trim().split('\n')).toHaveLength(1)
  })

  it('works without a folder that can be written, and says so', async () => {
    const home = newHome()
    rmSync(home, { recursive: true })
    writeFileSync(home, 'a file where the folder should be')
    const doctor = await tickbird(['doctor', '--json'], home)
    expect(doctor.code).toBe(1)
    expect(JSON.parse(doctor.out).findings).toContainEqual(
      expect.objectContaining({ what: 'Data folder', state: 'problem' }),
    )
    expect(readFileSync(home, 'utf8')).toBe('a file where the folder should be')
  })

  it('takes its children with it when it is killed', async () => {
    const core = await start()
    await expect.poll(() => tickbird(['call', 'ping'], core.home).then(({ code }) => code), { timeout: 20_000 }).toBe(0)
    const host = Number(readdirSync(join(core.home, 'listeners'))[0]!.replace('.json', ''))
    await core.stop('SIGKILL')
    await expect.poll(() => isAlive(host), { timeout: 6000 }).toBe(false)
  })
})

describe('tickbird call', () => {
  it('prints results and error objects for scripts', async () => {
    const core = await start()
    await expect.poll(() => tickbird(['call', 'ping'], core.home).then(({ code }) => code), { timeout: 20_000 }).toBe(0)
    const box = await tickbird(['call', 'geometry.create_box', '{"width": 10, "depth": 20, "height": 30}'], core.home)
    expect(JSON.parse(box.out)).toMatchObject({ guid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const unknown = await tickbird(['call', 'geometry.create_unicorn'], core.home)
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.err)).toMatchObject({ code: -32601, data: { code: 'NOT_FOUND' } })
    const wrong = await tickbird(['call', 'geometry.create_box', '{"width": -1, "depth": 1, "height": 1}'], core.home)
    expect(JSON.parse(wrong.err)).toMatchObject({ data: { code: 'INVALID_PARAMS', details: { parameter: 'width' } } })
    const noJson = await tickbird(['call', 'ping', '{width: 1}'], core.home)
    expect(JSON.parse(noJson.err)).toMatchObject({
      data: { code: 'PARSE_ERROR', details: { next: expect.any(String) } },
    })
    const nobody = await tickbird(['call', 'ping'], newHome())
    expect(nobody.code).toBe(1)
    expect(JSON.parse(nobody.err).message).toContain('No host is running')
  })
})

describe('tickbird mcp', () => {
  it('starts a core where none runs; the core ends soon after its last client', async () => {
    const home = newHome()
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [ENTRY.cli, 'mcp'],
      env: { PATH: process.env.PATH ?? '', TICKBIRD_HOME: home },
      stderr: 'pipe',
    })
    const client = new Client({ name: 'stdio-client', version: '1' })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('create_box')
    const made = await client.callTool({ name: 'create_box', arguments: { width: 1, depth: 2, height: 3 } })
    expect(made).toMatchObject({ content: [{ type: 'text', text: 'Box 1 × 2 × 3 mm' }, {}] })
    const { pid } = JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')) as { pid: number }
    expect(isAlive(pid)).toBe(true)
    await client.close()
    await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false)
  })

  it('works in the Rhino that was named, and says so where there is none of it', async () => {
    const start = async (place: string) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [ENTRY.cli, 'mcp', '--rhino', place],
        env: { PATH: process.env.PATH ?? '', TICKBIRD_HOME: newHome() },
        stderr: 'pipe',
      })
      const client = new Client({ name: 'stdio-client', version: '1' })
      try {
        await client.connect(transport)
        return (await client.listTools()).tools.length
      } finally {
        await client.close()
      }
    }
    expect(await start('built-in')).toBeGreaterThan(5)
    await expect(start('999999')).rejects.toThrow('No Rhino with process 999999 listens')
  })
})

describe('tickbird connect', () => {
  it('writes a command that really starts us, and takes it out again', async () => {
    const home = newHome()
    const user = { HOME: home, USERPROFILE: home }
    const nothing = await tickbird(['connect'], home, { ...user, XDG_CONFIG_HOME: join(home, 'config'), APPDATA: home })
    expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining('Name one to connect it all the same') })
    const dry = await tickbird(['connect', 'cursor', '--dry-run'], home, user)
    expect(dry.out).toContain('"tickbird": {')
    const file = join(home, '.cursor/mcp.json')
    expect(existsSync(file)).toBe(false)
    expect(JSON.parse((await tickbird(['connect', 'cursor', '--json'], home, user)).out)).toEqual({
      clients: [{ client: 'cursor', file, state: 'add' }],
    })
    const written = JSON.parse(readFileSync(file, 'utf8')).mcpServers.tickbird
    const client = new Client({ name: 'cursor', version: '1' })
    await client.connect(new StdioClientTransport({ ...written, stderr: 'pipe' }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_box')
    await client.close()
    expect((await tickbird(['connect', '--undo', 'cursor'], home, user)).code).toBe(0)
    expect(existsSync(file)).toBe(false)
  })
})

it('keeps a store of a newer version as it is', async () => {
  const home = newHome()
  mkdirSync(join(home, 'store'), { recursive: true })
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const file = join(home, 'store', 'conversations.db')
  const newer = new DatabaseSync(file)
  newer.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 9999; CREATE TABLE future (x)`)
  newer.close()
  const before = readFileSync(file)
  const asked = await tickbird(['ask', 'what is in the document?'], home)
  expect(asked.code).toBe(0)
  expect(readFileSync(file).equals(before)).toBe(true)
  const doctor = await tickbird(['doctor'], home)
  expect(doctor.out).toMatch(/newer/)
})
