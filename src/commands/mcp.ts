import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { joinCore, type Place } from '../core/join.ts'
import { type CoreLine, runningCore } from '../core/running.ts'
import { ENTRY } from '../entries.ts'
import { homeFolder } from '../home/folder.ts'
import { claimStdout, serveStdio } from '../mcp/stdio.ts'
import { say } from './output.ts'

/** How long a core that we start may take until it says where it is, in ms. */
const START_MS = 20_000

/**
 * `tickbird mcp`: MCP over stdio for an outside client. Joins the running core, or starts one that ends by itself soon
 * after its last client. Nothing but MCP is written to stdout.
 */
export async function mcp(options: { tools: string; profile?: string }): Promise<void> {
  let here: Place | null = null
  await serveStdio({
    input: process.stdin,
    output: claimStdout(),
    note: say.note,
    async connect() {
      here?.leave()
      const core = (await runningCore(homeFolder())) ?? (await startCore())
      here = joinCore(core)
      const profile = options.profile === undefined ? '' : `&profile=${options.profile}`
      return { url: `${core.mcp.url}?tools=${options.tools}${profile}`, token: core.mcp.token }
    },
  })
  ;(here as Place | null)?.leave()
  process.exit(0)
}

/** A core of its own process, so that it outlives this client while others are there. */
function startCore(): Promise<CoreLine> {
  const child = spawn(process.execPath, [ENTRY.cli, 'serve', '--no-open', '--json', '--until-alone'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  return new Promise((resolve, reject) => {
    const fail = (cause: string) =>
      reject(new Error(`Tickbird's core did not start: ${cause} Run \`tickbird doctor\`.`))
    const timer = setTimeout(() => fail('it said nothing.'), START_MS)
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => fail(`it ended with code ${code}.`))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      clearTimeout(timer)
      child.stdout.destroy()
      child.unref()
      resolve(JSON.parse(line) as CoreLine)
    })
  })
}
