import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../src/entries.ts'

/** Says that the tests of real agents may be left out, because no registry can be reached. */
export const OFFLINE = process.env.TICKBIRD_OFFLINE === '1'

/**
 * Installs one agent from npm into `.cache/agents/`, once, and returns the folder. The version is exact: newer ones are
 * taken on purpose, after their frames were looked at. `whole`: with the native program for this machine, which the
 * package's own script puts in its place. Throws with a sentence when the registry cannot be reached.
 */
export function installAgent(name: string, version: string, { whole = false } = {}): string {
  const folder = join(ROOT, '.cache/agents', `${name.replaceAll('/', '-').replace('@', '')}-${version}`)
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return folder
  mkdirSync(dirname(folder), { recursive: true })
  console.log(`Installing ${name}@${version} into ${folder} for the agents' tests (once) …`)
  const draft = mkdtempSync(`${folder}.`)
  writeFileSync(join(draft, 'package.json'), '{"private":true}\n')
  const args = [
    'install',
    `${name}@${version}`,
    '--save-exact',
    ...(whole ? ['--foreground-scripts'] : ['--ignore-scripts', '--omit=optional']),
    '--no-audit',
    '--no-fund',
  ]
  const { status, stderr } = spawnSync('npm', args, {
    cwd: draft,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(
      `${name}@${version} could not be installed from the npm registry, so the test of the real agent cannot run. ` +
        `Connect to the network, or set TICKBIRD_OFFLINE=1 to leave it out knowingly.\n${stderr.slice(-2000)}`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  return folder
}
