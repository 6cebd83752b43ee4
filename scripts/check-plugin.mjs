// npm run check:plugin: every call of RhinoCommon in the plugin against RhinoCommon's own signatures.
//
// --offline-ok: where the types cannot be fetched, say so and end well; otherwise that is a failure.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchStubs, pythonName, STUBS } from './check-plugin/stubs.mjs'

const PLUGIN = 'rhino-plugin'
const PLANTED = join(PLUGIN, 'checks', 'planted.py')

const trouble = fetchStubs()
if (trouble) {
  const offlineOk = process.argv.includes('--offline-ok')
  console.error(
    `${'='.repeat(80)}\nNOT CHECKED: the plugin's calls of RhinoCommon. Their types could not be fetched from PyPI:`,
  )
  console.error(`${trouble}\n${'='.repeat(80)}`)
  process.exit(offlineOk ? 0 : 1)
}

const problems = [...silenced(), ...judge(diagnostics()), ...invented()]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(`The plugin's calls of RhinoCommon are not in order: ${problems.length} found.`)
  process.exit(1)
}
console.log("The plugin's calls of RhinoCommon are in order; every planted mistake was found.")

/** Comments that would silence the check. */
function silenced() {
  return readdirSync(join(PLUGIN, 'tickbird_rhino'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .flatMap((name) => {
      const path = join(PLUGIN, 'tickbird_rhino', name)
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          /#\s*(type:\s*ignore|pyright:)/.test(line) ? [`${path}:${at + 1}: the check must not be silenced`] : [],
        )
    })
}

/** Names of the fake Rhino that Rhino does not have. */
function invented() {
  const { stdout, stderr, status } = spawnSync(pythonName(), [join(PLUGIN, 'tests', 'check_fake.py'), STUBS], {
    encoding: 'utf8',
  })
  const lines = stdout.trim().split('\n')
  console.log(lines.at(-1))
  if (status === 0) return []
  return lines.length > 1 ? lines.slice(0, -1) : [stderr]
}

/** What pyright finds: {file, line from 1, rule, message}. */
function diagnostics() {
  const args = ['node_modules/pyright/index.js', '--project', PLUGIN, '--outputjson']
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  try {
    return JSON.parse(run.stdout).generalDiagnostics.map(({ file, range, rule, message, severity }) => ({
      file: file.replaceAll('\\', '/'),
      line: (range?.start.line ?? 0) + 1,
      rule: rule ?? severity,
      message,
    }))
  } catch {
    console.error(`pyright did not run: ${run.error?.message ?? (run.stderr || run.stdout)}`)
    process.exit(1)
  }
}

/** Anything in the plugin is a problem; in planted.py exactly what its `# wrong:` comments name is right. */
function judge(found) {
  const expected = new Set()
  for (const [at, line] of readFileSync(PLANTED, 'utf8').split('\n').entries()) {
    const rules = /# wrong: ([\w, ]+)$/.exec(line)?.[1]?.split(', ') ?? []
    for (const rule of rules) expected.add(`${at + 1} ${rule}`)
  }
  const missing = new Set(expected)
  const problems = []
  for (const { file, line, rule, message } of found) {
    const key = `${line} ${rule}`
    if (file.endsWith(PLANTED.replaceAll('\\', '/')) && expected.has(key)) missing.delete(key)
    else problems.push(`${file}:${line}: ${message.split('\n').join(' ')} (${rule})`)
  }
  if (expected.size === 0) problems.push(`${PLANTED}: nothing is planted, so nothing is proved`)
  return [...problems, ...[...missing].map((key) => `${PLANTED}: a planted mistake was not found: line ${key}`)]
}
