// npm run bench: the numbers Tickbird promises, as ratios within one run, because machines are noisy.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs'

ensureInstalled()
const env = { ...process.env, TICKBIRD_BROWSER: ensureBrowser() }
ensureBuilt()
const { rolldown } = await import('rolldown')
const { default: config } = await import('../rolldown.config.mjs')
const { external, platform, resolve } = config[0]
const bundle = await rolldown({
  input: join(ROOT, 'bench/main.ts'),
  external: [...external, 'playwright-core'],
  platform,
  resolve,
  cwd: ROOT,
})
const dir = join(ROOT, '.cache/bench')
await bundle.write({ dir, format: 'esm' })
await bundle.close()
process.exit(
  spawnSync(process.execPath, [join(dir, 'main.js'), ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit', env })
    .status ?? 1,
)
