// The whole program of the bundle for Claude Desktop (scripts/mcpb.mjs): MCP over stdio to the Tickbird that is open.
//   index.mjs [--tools SET]
import { joinCore, type Place } from './core/join.ts'
import { runningCore } from './core/running.ts'
import { homeFolder } from './home/folder.ts'
import { claimStdout, serveStdio } from './mcp/stdio.ts'

const given = process.argv[process.argv.indexOf('--tools') + 1] ?? ''
const tools = ['envelope', 'essentials', 'full'].find((set) => set === given.trim().toLowerCase()) ?? 'essentials'

let here: Place | null = null
await serveStdio({
  input: process.stdin,
  output: claimStdout(),
  note: (line) => process.stderr.write(`${line}\n`),
  async connect() {
    here?.leave()
    const core = await runningCore(homeFolder())
    if (!core) throw new Error('Tickbird is not open on this computer. Open it, then try again')
    here = joinCore(core)
    return { url: `${core.mcp.url}?tools=${tools}`, token: core.mcp.token }
  },
})
process.exit(0)
