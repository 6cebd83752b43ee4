// npm run build: the core, the host, the agents and the shell (rolldown), then the panel (vite).
import { spawnSync } from 'node:child_process'

const only = process.argv[2]
const steps = [
  ['core', 'node_modules/rolldown/bin/cli.mjs', ['-c', 'rolldown.config.mjs', '--log-level', 'warn']],
  ['panel', 'node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn']],
]
for (const [name, script, args] of steps) {
  if (only && only !== name) continue
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) {
    process.stderr.write(stdout)
    console.error(`Building the ${name} failed (see above).`)
    process.exit(status ?? 1)
  }
}
