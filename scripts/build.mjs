// npm run build: the core, the host, the agents and the shell (rolldown), then the panel (vite).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

const only = process.argv[2]
const steps = [
  ['core', 'node_modules/rolldown/bin/cli.mjs', ['-c', 'rolldown.config.mjs', '--log-level', 'warn']],
  ['panel', 'node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn']],
]
// Their names carry hashes: the old ones would stay for ever, and be packed.
if (only !== 'panel') rmSync(join(ROOT, 'dist/chunks'), { recursive: true, force: true })
for (const [name, script, args] of steps) {
  if (only && only !== name) continue
  const options = { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] }
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], options)
  if (status !== 0) {
    process.stderr.write(stdout)
    console.error(`Building the ${name} failed (see above).`)
    process.exit(status ?? 1)
  }
}

// What the packed app has beside its archive for a plain Node (electron-builder.yml).
const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const beside = join(ROOT, 'dist/beside')
rmSync(beside, { recursive: true, force: true })
mkdirSync(beside, { recursive: true })
writeFileSync(join(beside, 'package.json'), `${JSON.stringify({ name, version, type })}\n`)
const panel = join(ROOT, 'dist/renderer')
if (existsSync(panel)) cpSync(panel, join(beside, 'dist/renderer'), { recursive: true })
