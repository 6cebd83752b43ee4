// How Tickbird ends: asked to, twice, in the middle of something, or by force. Real processes throughout.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { openConversationStore } from '../../src/conversation/store.ts'
import { ENTRY, ROOT } from '../../src/entries.ts'
import { isAlive } from '../../src/home/listeners.ts'
import { newHome } from './core.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // Ended, as it should.
    }
  }
})

/** `tickbird ARGS` as the terminal starts it: in a process group of its own, which Ctrl+C reaches as a whole. */
function inTerminal(args: readonly string[], home: string, script: string = ENTRY.cli, env = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, TICKBIRD_HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '', CI: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.push(child)
  return {
    child,
    exit: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    lines: createInterface(child.stdout!),
    ctrlC: () => process.kill(-child.pid!, 'SIGINT'),
  }
}

async function serve(home: string) {
  const core = inTerminal(['serve', '--no-open', '--json'], home)
  const [line] = (await once(core.lines, 'line')) as [string]
  const { mcp } = JSON.parse(line) as { mcp: { url: string; token: string } }
  const client = new Client({ name: 'Ender', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${mcp.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }) as never)
  const box = () => client.callTool({ name: 'create_box', arguments: { width: 1, depth: 2, height: 3 } })
  return { ...core, client, box }
}

const hostOf = (home: string) =>
  Number.parseInt(readdirSync(join(home, 'listeners')).find((file) => /^\d+\.json$/.test(file)) ?? '', 10)

/** Every event of every conversation, once nobody writes any more. */
function told(home: string) {
  const store = openConversationStore(join(home, 'store'))
  const events = store.list().flatMap(({ id }) => store.read(id, 0, 1000).map(({ event }) => event))
  store.close()
  return events
}

/** Processes of a program that were started for this data folder, by the system's own list. */
const ofThisHome = (home: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TICKBIRD_HOME=${home}\0`)
    } catch {
      // Not ours to read, or gone.
      return false
    }
  })

describe.skipIf(process.platform !== 'linux')('Tickbird ends', () => {
  it('after Ctrl+C with a turn open: the turn is closed, the document kept, nobody left', async () => {
    const home = newHome()
    const core = await serve(home)
    await core.box()
    core.ctrlC()
    expect(await core.exit).toEqual([0, null])
    expect(ofThisHome(home)).toEqual([])
    expect(told(home).at(-1)).toMatchObject({ type: 'turn.end', outcome: 'done', changes: { counts: { added: 1 } } })
    const again = await serve(home)
    const found = await again.client.callTool({ name: 'get_context', arguments: {} })
    expect(found).toMatchObject({ structuredContent: { document: { object_count: 1 } } })
  })

  it('within seconds though the modeller is in a call that does not end', async () => {
    const home = newHome()
    const core = await serve(home)
    await core.box()
    const host = hostOf(home)
    process.kill(host, 'SIGSTOP')
    const hanging = core.box().catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const asked = Date.now()
    core.child.kill('SIGTERM')
    expect(await core.exit).toEqual([0, null])
    expect(Date.now() - asked).toBeLessThan(20_000)
    await hanging
    expect(isAlive(host)).toBe(false)
    expect(ofThisHome(home)).toEqual([])
    expect(told(home).at(-1)).toMatchObject({ type: 'turn.end', outcome: 'failed' })
  })

  it('at once on the second Ctrl+C, and its children follow', async () => {
    const home = newHome()
    const core = await serve(home)
    await core.box()
    process.kill(hostOf(home), 'SIGSTOP')
    const hanging = core.box().catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 300))
    core.ctrlC()
    await new Promise((resolve) => setTimeout(resolve, 500))
    core.ctrlC()
    expect(await core.exit).toEqual([null, 'SIGINT'])
    process.kill(hostOf(home), 'SIGCONT')
    await hanging
    await expect.poll(() => ofThisHome(home), { timeout: 6000 }).toEqual([])
  })

  it('with its agent and its modeller when it is killed in the middle of a turn', async () => {
    const home = newHome()
    const { child, exit, lines } = inTerminal(['ask', 'a 40 x 25 x 10 mm plate with rounded edges'], home)
    await once(lines, 'line')
    await expect.poll(() => ofThisHome(home).length, { timeout: 20_000 }).toBeGreaterThan(1)
    child.kill('SIGKILL')
    await exit
    await expect.poll(() => ofThisHome(home), { timeout: 6000 }).toEqual([])
  })

  it('a turn for a script on Ctrl+C, with the turn’s end as its last line', async () => {
    const home = newHome()
    const { exit, lines, ctrlC } = inTerminal(['ask', '200 spheres in a row, radius 1 mm, 3 mm apart'], home)
    const said: { type: string; outcome?: string }[] = []
    lines.on('line', (line) => said.push(JSON.parse(line) as { type: string }))
    await expect.poll(() => said.length, { timeout: 20_000 }).toBeGreaterThan(0)
    ctrlC()
    expect((await exit)[0]).toBe(130)
    expect(said.at(-1)).toMatchObject({ type: 'turn.end', outcome: 'stopped' })
    expect(ofThisHome(home)).toEqual([])
  })

  it('Electron is asked once, though Ctrl+C reaches everybody', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tickbird-electron-'))
    const heard = join(folder, 'heard')
    writeFileSync(
      join(folder, 'electron'),
      `#!${process.execPath}\nimport { appendFileSync } from 'node:fs'
process.on('SIGINT', () => { appendFileSync('${heard}', 'SIGINT '); setTimeout(() => process.exit(0), 700) })
console.log('up')
setInterval(() => undefined, 1000)\n`,
    )
    chmodSync(join(folder, 'electron'), 0o755)
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    const env = { DISPLAY: ':9', ELECTRON_OVERRIDE_DIST_PATH: folder }
    const { exit, lines, ctrlC } = inTerminal([], newHome(), join(ROOT, 'scripts/start.mjs'), env)
    await once(lines, 'line')
    ctrlC()
    expect(await exit).toEqual([0, null])
    expect(readFileSync(heard, 'utf8')).toBe('SIGINT ')
  })
})
