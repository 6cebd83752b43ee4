// npm run generate: writes what is derived from the sources. With --check it writes nothing and says what has drifted.
// --into FOLDER: there instead of here.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { resolve as aliases } from '../rolldown.config.mjs'

const check = process.argv.includes('--check')
const root = join(import.meta.dirname, '..')
const at = process.argv.indexOf('--into')
const target = at === -1 ? root : resolve(process.argv[at + 1] ?? '')

/** The generators are TypeScript, like what they read: bundled to a file that is run once and thrown away. */
async function generatedFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-generate-'))
  try {
    const file = join(folder, 'files.mjs')
    const input = join(root, 'scripts/generate/files.ts')
    await build({
      cwd: root,
      input,
      platform: 'node',
      resolve: aliases,
      logLevel: 'warn',
      output: { file, format: 'esm' },
    })
    const generators = await import(pathToFileURL(file).href)
    return generators.generatedFiles()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function current(path) {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n') // As git may check it out on Windows.
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

const drifted = []
for (const [name, content] of Object.entries(await generatedFiles())) {
  const path = join(target, name)
  if (current(path) === content) continue
  drifted.push(name)
  if (check) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  console.log(`Wrote ${name}`)
}
if (check && drifted.length > 0) {
  const names = drifted.join(', ')
  console.error(`Not what the sources say: ${names}. Run \`npm run generate\` and commit the result.`)
  process.exit(1)
}
