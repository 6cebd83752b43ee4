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
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

const cache = join(ROOT, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'conformance-'))
let server
let status = 0
try {
  const file = join(folder, 'server.mjs')
  const input = join(ROOT, 'test/conformance/main.ts')
  await build({ cwd: ROOT, input, platform: 'node', resolve, logLevel: 'warn', output: { file, format: 'esm' } })
  server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] })
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).once('line', found)
    server.once('exit', (code) => failed(new Error(`The server under test ended with code ${code}.`)))
  })
  for (const revision of REVISIONS) if (!passes(url, revision)) status = 1
} finally {
  server?.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

function passes(url, revision) {
  const shim = join(import.meta.dirname, 'conformance/old-node.mjs')
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
