import http from 'node:http'
import net from 'node:net'
import { serveFake, OUTSIDE_TOKEN } from '../test/unit/mcp/fake-caller.ts'
const fake = await serveFake()
const echo = net.createServer((s) => { s.setNoDelay(true); s.pipe(s) }); await new Promise<void>((r) => echo.listen(0, '127.0.0.1', () => r()))
const raw = http.createServer((q, r) => { let b = ''; q.on('data', (c) => { b += c }); q.on('end', () => { r.writeHead(200, { 'content-type': 'application/json' }); r.end(b) }) }); await new Promise<void>((r) => raw.listen(0, '127.0.0.1', () => r()))
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const post = (port: number, body: string, headers: object = {}) => new Promise<string>((res, rej) => { const q = http.request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', agent, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${OUTSIDE_TOKEN}`, 'content-length': Buffer.byteLength(body), ...headers } }, (r) => { let t = ''; r.setEncoding('utf8'); r.on('data', (c) => { t += c }); r.on('end', () => res(t)) }); q.on('error', rej); q.end(body) })
const args = { width: 4, depth: 3, height: 2 }
const legacy = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_box', arguments: args } })
const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} }
const modern = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_box', arguments: args, _meta: meta } })
const mh = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'create_box' }
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const port = fake.port; const rawPort = (raw.address() as net.AddressInfo).port
const sock = net.connect((echo.address() as net.AddressInfo).port, '127.0.0.1'); sock.setNoDelay(true)
const echoOnce = (b: Buffer) => new Promise<void>((r) => { let n = 0; const f = (c: Buffer) => { n += c.length; if (n >= b.length) { sock.off('data', f); r() } }; sock.on('data', f); sock.write(b) })
const run = async (f: () => Promise<unknown>, n: number) => { const t: number[] = []; for (let i = 0; i < n; i++) { const a = performance.now(); await f(); t.push(performance.now() - a) } return t }
const cases: Record<string, () => Promise<unknown>> = { echo: () => echoOnce(Buffer.from(legacy)), 'raw http': () => post(rawPort, legacy), ping: () => post(port, ping), legacy: () => post(port, legacy), modern: () => post(port, modern, mh) }
const all: Record<string, number[]> = {}
for (let round = 0; round < 11; round++) for (const [k, f] of Object.entries(cases)) { const t = await run(f, 300); if (round > 0) (all[k] ??= []).push(...t) }
const p = (a: number[], q: number) => a.sort((x, y) => x - y)[Math.floor(a.length * q)]!
const e = p(all.echo!, 0.5)
for (const [k, t] of Object.entries(all)) console.log(k.padEnd(10), p(t, 0.5).toFixed(3), 'ms p50', (p(t, 0.5) / e).toFixed(1) + 'x', 'p90', p(t, 0.9).toFixed(3))
process.exit(0)
