// npm run check: everything that needs no running program. Each step says what it is; the first failure ends it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const fix = process.argv.includes('--fix')
const node = process.execPath
const bin = (name) => `node_modules/.bin/${name}`

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
    bin('depcruise'),
    ['src', 'renderer', 'electron', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ],
  ['Unused code', bin('knip'), ['--no-progress']],
  ['Generated files', node, ['scripts/generate.mjs', ...(fix ? [] : ['--check'])]],
]

if (!existsSync('node_modules/typescript-native')) {
  console.error('Nothing is installed yet. Run `npm ci` first, or `npm test`, which does it for you.')
  process.exit(1)
}
for (const [title, command, args] of steps) {
  if (args[0] === 'scripts/generate.mjs' && !existsSync('scripts/generate.mjs')) continue
  console.log(`— ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      `${title}: not in order (see above).${fix ? '' : ' `npm run check -- --fix` mends what can be mended by itself.'}`,
    )
    process.exit(1)
  }
}
console.log('All in order.')
