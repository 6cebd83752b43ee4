import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENTS } from '../../src/connect/clients.ts'
import { ROOT } from '../../src/entries.ts'
import { newHome, type RunningCore, startCore, tickbird } from './core.ts'

const MCPB = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
const filledIn = (name: string) => `\${${name}}`

let core: RunningCore
let userFolder: string
beforeAll(async () => {
  core = await startCore(newHome())
  userFolder = mkdtempSync(join(tmpdir(), 'tickbird user ü '))
})
afterAll(async () => {
  await core.stop()
  rmSync(userFolder, { recursive: true, force: true })
})

interface Written {
  command: string
  args: string[]
  env?: Record<string, string>
}

/** Starts what a client would start, and asks as it would. Clients give little of their environment along. */
async function started({ command, args, env }: Written, cwd: string) {
  const transport = new StdioClientTransport({ command, args, env: env ?? {}, cwd, stderr: 'pipe' })
  const client = new Client({ name: 'connect-test', version: '1' })
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    const context = await client.callTool({ name: 'get_context', arguments: {} })
    return { names: tools.map(({ name }) => name), context: context as { isError?: boolean } }
  } finally {
    await client.close()
  }
}

test.each(CLIENTS.map((client) => [client.id, client] as const))(
  'what `tickbird connect %s` writes is started by the client and lists our tools',
  async (id, { format, section }) => {
    const around = { HOME: userFolder, XDG_CONFIG_HOME: join(userFolder, '.config') }
    const connected = await tickbird(['connect', id, '--json'], core.home, around)
    expect(connected.code, connected.err).toBe(0)
    const [{ file }] = (JSON.parse(connected.out) as { clients: [{ file: string }] }).clients
    expect(file.startsWith(userFolder)).toBe(true)
    const text = readFileSync(file, 'utf8')
    const settings = (format === 'toml' ? parseToml(text) : parseJson(text)) as Record<string, Record<string, Written>>
    const written = settings[section]?.tickbird
    expect(written).toBeDefined()
    // From a folder that is not ours: nothing may depend on where it is started.
    const { names, context } = await started(written as Written, userFolder)
    expect(names).toEqual(expect.arrayContaining(['create_box', 'search_dynamic']))
    expect(context.isError).toBeFalsy()
    const undone = await tickbird(['connect', id, '--undo', '--json'], core.home, around)
    expect(undone.code, undone.err).toBe(0)
    expect(existsSync(file) && readFileSync(file, 'utf8').includes('tickbird')).toBe(false)
  },
)

test('the bundle for Claude Desktop is in order, is started from where it is unpacked, and joins the open Tickbird', async () => {
  const into = mkdtempSync(join(tmpdir(), 'tickbird-mcpb-'))
  execFileSync(process.execPath, ['scripts/mcpb.mjs', '--into', into], { cwd: ROOT, stdio: 'pipe' })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const outputDir = join(into, 'un packed')
  const mcpbPath = join(into, `tickbird-${version}.mcpb`)
  execFileSync(process.execPath, [MCPB, 'unpack', mcpbPath, outputDir], { stdio: 'pipe' })
  const manifest = JSON.parse(readFileSync(join(outputDir, 'manifest.json'), 'utf8')) as {
    version: string
    server: { entry_point: string; mcp_config: Written }
    user_config: { tools: { default: string } }
  }
  expect(manifest.version).toBe(version)
  const { command, args } = manifest.server.mcp_config
  const start = (tools: string, home: string) =>
    started(
      {
        command: command === 'node' ? process.execPath : command,
        args: args.map((arg) =>
          arg.replace(filledIn('__dirname'), () => outputDir).replace(filledIn('user_config.tools'), tools),
        ),
        env: { TICKBIRD_HOME: home },
      },
      userFolder,
    )
  const { names, context } = await start(manifest.user_config.tools.default, core.home)
  expect(names).toContain('create_box')
  expect(context.isError).toBeFalsy()
  expect((await start('envelope', core.home)).names).not.toContain('create_box')
  // Without an open Tickbird it says so.
  await expect(start('full', newHome())).rejects.toThrow(/Tickbird is not open on this computer\. Open it/)
  rmSync(into, { recursive: true, force: true })
})
