// npm run check: everything that needs no running program. Each step says what it is; the first failure ends it.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, ROOT } from './prepare.mjs'

const fix = process.argv.includes('--fix')
const node = process.execPath

const steps = [
  [
    'Format and lint',
    node,
    [
      `node_modules/@biomejs/biome/bin/biome`,
      ...(fix ? ['check', '--write', '.'] : ['ci', '--error-on-warnings', '.']),
    ],
  ],
  ['Types', node, ['node_modules/typescript-native/bin/tsc', '-p', '.']],
  [
    'Import fences',
    node,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'src',
      'renderer',
      'electron',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
    ],
  ],
  ['Unused code', node, ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['Generated files', node, ['scripts/generate.mjs', ...(fix ? [] : ['--check'])]],
]

ensureInstalled()
for (const [title, command, args] of steps) {
  console.log(`— ${title}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      `${title}: not in order (see above).${fix ? '' : ' `npm run check -- --fix` mends what can be mended by itself.'}`,
    )
    process.exit(1)
  }
}
console.log('All in order.')
