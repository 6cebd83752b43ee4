import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Measured } from './measure.ts'

/** Where a core serves MCP. */
interface Served {
  url: string
  token: string
}

interface Load {
  clients: number
  /** Calls of all of them together. */
  calls: number
  /** Calls a second that are begun, whether or not earlier ones are done; null for one after another. */
  rate: number | null
}

interface Outcome {
  errors: number
  first: string | null
  seconds: number
  p95: number
}

/**
 * The clients, in a process of their own: what they cost is not what we measure. Each introduces itself first, as 2025's
 * clients do, and calls with its own session.
 */
const CLIENTS = `
  const http = require('node:http')
  const { url, token, clients, calls, rate } = JSON.parse(process.argv[1])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 100 })
  const post = (body, session) => new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json',
      accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
    if (session) headers['mcp-session-id'] = session
    const sent = http.request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => { text += chunk })
      response.on('end', () => resolve({ status: response.statusCode, text, session: response.headers['mcp-session-id'] }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ jsonrpc: '2.0', ...body }))
  })
  const hello = (n) => post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench-' + n, version: '1' } } })
  const call = { method: 'tools/call', params: { name: 'get_document_info', arguments: {} } }
  let errors = 0, first = null
  const taken = []
  const once = async (id, session) => {
    const begun = performance.now()
    try {
      const { status, text } = await post({ id, ...call }, session)
      if (status !== 200 || text.includes('"isError":true') || text.includes('"error"')) throw new Error(status + ' ' + text.slice(0, 200))
    } catch (error) { errors++; first ??= String(error) }
    taken.push(performance.now() - begun)
  }
  const main = async () => {
    const sessions = (await Promise.all(Array.from({ length: clients }, (_, n) => hello(n)))).map((one) => one.session)
    const begun = performance.now()
    if (rate === null) {
      let next = 0
      await Promise.all(sessions.map(async (session) => { while (next < calls) await once(++next, session) }))
    } else {
      const running = []
      for (let n = 0; n < calls; n++) {
        const wait = begun + n * 1000 / rate - performance.now()
        if (wait > 1) await new Promise((later) => setTimeout(later, wait))
        running.push(once(n + 1, sessions[n % sessions.length]))
      }
      await Promise.all(running)
    }
    const seconds = (performance.now() - begun) / 1000
    taken.sort((a, b) => a - b)
    console.log(JSON.stringify({ errors, first, seconds, p95: taken[Math.floor(taken.length * 0.95)] }))
    process.exit(0)
  }
  main()
`

async function run(served: Served, load: Load): Promise<Outcome> {
  const given = JSON.stringify({ ...served, ...load })
  const child = spawn(process.execPath, ['-e', CLIENTS, given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const outcome = JSON.parse(line) as Outcome
  if (outcome.errors > 0) console.log(`  ${outcome.errors} of ${load.calls} calls failed, the first: ${outcome.first}`)
  return outcome
}

/** Garbage that lies about is no leak. In MB. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let n = 0; n < 3; n++) collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** What the endpoint bears: many calls a second, many clients, and no growth. `calls` are made for the last. */
export async function measureMcpLoad(
  served: Served,
  calls: number,
  report: (measured: Measured) => void,
): Promise<void> {
  const number = { base: null, kind: 'number' } as const
  const steady = await run(served, { clients: 4, calls: 2000, rate: 200 })
  report({ what: 'failures of 2000 MCP calls, 200 a second', ours: steady.errors, unit: 'calls', limit: 0, ...number })
  report({
    what: 'calls a second that were answered of those',
    ours: 2000 / steady.seconds,
    unit: '/s',
    limit: null,
    ...number,
  })
  report({ what: '95 of 100 of them within', ours: steady.p95, unit: 'ms', limit: null, ...number })
  const crowd = await run(served, { clients: 50, calls: 2500, rate: null })
  report({
    what: 'failures of 2500 MCP calls, 50 clients at once',
    ours: crowd.errors,
    unit: 'calls',
    limit: 0,
    ...number,
  })
  report({ what: 'calls a second of 50 clients', ours: 2500 / crowd.seconds, unit: '/s', limit: null, ...number })
  const before = heldMemory()
  const many = await run(served, { clients: 8, calls, rate: null })
  report({ what: `failures of ${calls} MCP calls`, ours: many.errors, unit: 'calls', limit: 0, ...number })
  report({ what: `memory kept after ${calls} MCP calls`, ours: heldMemory() - before, unit: 'MB', limit: 5, ...number })
}
