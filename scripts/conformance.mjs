// npm run conformance: the protocol's own tests against our endpoint, for both eras. What is scored must pass; there is no
// list of failures that are let through. What is optional or not settled yet is run too, and told apart.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'rolldown'
import { resolve } from '../rolldown.config.mjs'

const ROOT = join(import.meta.dirname, '..')
const REVISIONS = ['2026-07-28', '2025-11-25']
// For our client of other programs. The others are about OAuth, which it does not do.
const CLIENT_SCENARIOS = [
  'tools_call',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
]
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

const shim = join(import.meta.dirname, 'conformance/old-node.mjs')

const cache = join(ROOT, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'conformance-'))
let server
let status = 0
try {
  const file = await bundled('main')
  server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] })
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).once('line', found)
    server.once('exit', (code) => failed(new Error(`The server under test ended with code ${code}.`)))
  })
  for (const revision of REVISIONS) if (!passes(url, revision)) status = 1
  const client = await bundled('client')
  for (const scenario of CLIENT_SCENARIOS) if (!clientPasses(client, scenario)) status = 1
} finally {
  server?.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

async function bundled(name) {
  const file = join(folder, `${name}.mjs`)
  const input = join(ROOT, `test/conformance/${name}.ts`)
  await build({ cwd: ROOT, input, platform: 'node', resolve, logLevel: 'warn', output: { file, format: 'esm' } })
  return file
}

function clientPasses(client, scenario) {
  const command = `"${process.execPath}" "${client}"`
  const args = [
    '--import',
    shim,
    SUITE,
    'client',
    '--command',
    command,
    '--scenario',
    scenario,
    '-o',
    join(folder, scenario),
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })
  const passed = status === 0 && `${stdout}${stderr}`.includes('OVERALL: PASSED')
  console.log(`${passed ? '✓' : '✗'} client: ${scenario}${passed ? '' : `\n${`${stdout}${stderr}`.slice(-4000)}`}`)
  return passed
}

function passes(url, revision) {
  const args = [
    '--import',
    shim,
    SUITE,
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '-o',
    join(folder, revision),
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 })
  const summary = stdout.slice(stdout.lastIndexOf('=== SUMMARY ===')).trim()
  const scored = /^[✓✗] /m.test(summary)
  console.log(`— ${revision}\n${scored ? summary : `${stdout}${stderr}`.slice(-4000)}\n`)
  // The suite does not score extensions; we do, those that we have.
  const failedTasks = /^✗ tasks-/m.test(summary)
  if (failedTasks) console.log('The tasks extension must pass too.')
  return status === 0 && scored && !failedTasks
}
