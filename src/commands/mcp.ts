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
 * after its last client. With a Rhino named, calls are refused while the core works in another one. Nothing but MCP is written to stdout.
 */
export async function mcp(options: { tools: string; profile?: string; rhino?: number | 'embedded' }): Promise<void> {
  let here: Place | null = null
  const rhino = options.rhino === 'embedded' ? 'built-in' : options.rhino?.toString()
  await serveStdio({
    input: process.stdin,
    output: claimStdout(),
    note: say.note,
    async connect() {
      here?.leave()
      const core = (await runningCore(homeFolder())) ?? (await startCore(rhino))
      here = joinCore(core)
      const profile = options.profile === undefined ? '' : `&profile=${options.profile}`
      return {
        url: `${core.mcp.url}?tools=${options.tools}${profile}${rhino === undefined ? '' : `&rhino=${rhino}`}`,
        token: core.mcp.token,
      }
    },
  })
  ;(here as Place | null)?.leave()
  process.exit(0)
}

/** A core of its own process, so that it outlives this client while others are there. */
function startCore(rhino?: string): Promise<CoreLine> {
  const there = rhino === undefined ? [] : ['--rhino', rhino]
  const child = spawn(process.execPath, [ENTRY.cli, 'serve', '--no-open', '--json', '--until-alone', ...there], {
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
