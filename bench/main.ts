import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore } from '../src/app.ts'
import { createKernel } from '../src/host/kernel/kernel.ts'
import { encodeFrame } from '../src/wire/frame.ts'
import { measureAgents } from './agents.ts'
import { startEcho } from './echo.ts'
import { idleConversation, longConversationOpens } from './history.ts'
import { measureMcpLoad } from './mcp-load.ts'
import { figureOf, lineOf, type Measured, timed, timedInTurn } from './measure.ts'
import { panelReady } from './panel.ts'

const WORLD = { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const
const BOX_AT = [0, 0, 0] as const
const SPHERE = { center: [20, 20, 20], radius: 9 } as const

const home = mkdtempSync(join(tmpdir(), 'tickbird-bench-'))
process.env.TICKBIRD_HOME = home
const core = await createCore({ mode: 'web', home })
const session = await core.ready()
const results: Measured[] = []
const report = (measured: Measured) => {
  results.push(measured)
  console.log(lineOf(measured))
}

const echo = await startEcho()
const frame = encodeFrame({ id: crypto.randomUUID(), method: 'ping', params: {} })
const wire = await timedInTurn(
  2000,
  () => session.call('ping', {}),
  () => echo.send(frame),
)
report({ what: 'wire round trip (ping) against a TCP echo', ...wire, unit: 'ms', limit: 3, kind: 'ratio' })

const documentCall = await timedInTurn(
  1000,
  () => session.call('rhino.list_documents', {}),
  () => echo.send(frame),
)
report({ what: 'wire round trip through the document', ...documentCall, unit: 'ms', limit: null, kind: 'ratio' })

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_document_info', arguments: {} },
})
const headers = {
  authorization: `Bearer ${core.mcp.token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
}
const callTool = async () => {
  const answer = await fetch(core.mcp.url, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok || text.includes('"isError":true'))
    throw new Error(`MCP answered ${answer.status}: ${text.slice(0, 300)}`)
}
const bytes = Buffer.alloc(Buffer.byteLength(body) + 400)
const mcp = await timedInTurn(500, callTool, () => echo.send(bytes))
report({ what: 'MCP tool call over HTTP against a TCP echo', ...mcp, unit: 'ms', limit: 15, kind: 'ratio' })
echo.close()

// npm run bench -- --long: the number of calls that the promise speaks of.
await measureMcpLoad(core.mcp, process.argv.includes('--long') ? 100_000 : 5000, report)

const kernel = await createKernel()
const bare = () => {
  const box = kernel.box({ ...WORLD, origin: [...BOX_AT] } as never, 20, 20, 20)
  const sphere = kernel.sphere({ ...WORLD, origin: [...SPHERE.center] } as never, SPHERE.radius)
  const cut = kernel.difference(box, [sphere], 1e-3)
  for (const geometry of [box, sphere, ...cut]) kernel.release(geometry)
}
const whole = async () => {
  const box = await session.call('geometry.create_box', { corner: [...BOX_AT], width: 20, depth: 20, height: 20 })
  const sphere = await session.call('geometry.create_sphere', { center: [...SPHERE.center], radius: SPHERE.radius })
  await session.call('operations.boolean_difference', { guid_a: box.guid, guids_b: [sphere.guid] })
}
// The engine translates the kernel in the background, twice over, for the first hundred or so: that is not what is compared.
const difference = await timedInTurn(40, whole, bare, 120)
report({
  what: 'box − sphere through the whole path against bare OCCT',
  ...difference,
  unit: 'ms',
  limit: 1.5,
  kind: 'ratio',
})

await session.call('files.new_document', {})
await whole()
const picture = await timed(12, () => session.call('viewport.capture', { width: 800, height: 600 }), 3)
report({ what: 'picture 800 × 600, warm', ours: picture, base: null, unit: 'ms', limit: 250, kind: 'number' })

const browser = process.env.TICKBIRD_BROWSER
if (browser) {
  const ready = await panelReady(browser, core.url)
  report({
    what: 'panel ready after the core listens',
    ours: ready,
    base: null,
    unit: 'ms',
    limit: 1500,
    kind: 'number',
  })
} else {
  console.log('panel ready: not measured, no browser on this machine (set TICKBIRD_BROWSER).')
}

const opened = await longConversationOpens(core)
report({
  what: 'a conversation of 50,000 events opens',
  ours: opened,
  base: null,
  unit: 'ms',
  limit: 300,
  kind: 'number',
})
const idle = await idleConversation(core)
report({
  what: 'memory of the core per idle conversation',
  ours: idle,
  base: null,
  unit: 'MB',
  limit: 5,
  kind: 'number',
})

// npm run bench -- --agents: fetches Claude Code and Codex, 400 MB each, once.
if (process.argv.includes('--agents')) await measureAgents(core.mcp, report)
else console.log('first words of Claude and Codex: not measured; npm run bench -- --agents does.')

const over = results.filter((measured) => measured.limit !== null && figureOf(measured) > measured.limit)
console.log(over.length === 0 ? '\nEvery number is within its limit.' : `\n${over.length} over the limit.`)
writeFileSync(join(home, 'bench.json'), JSON.stringify(results, null, 2))
await core.close()
process.exit(0)
