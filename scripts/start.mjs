// npm start: sets up, builds and opens Tickbird, in Electron where it can be had, else as a page in the browser.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs'

const args = process.argv.slice(2)
ensureInstalled()
ensureBuilt()

/** Electron's program, if it is there; else one try to get it. Undefined where there is none or no screen to show it on. */
function electronProgram() {
  if (args.includes('--web') || process.env.CI) return undefined
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const dist = given ?? join(ROOT, 'node_modules/electron/dist')
  const name = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron'
  const program = join(dist, name)
  if (existsSync(program)) return program
  if (given) return undefined
  console.log('Getting Electron (once) …')
  const got = spawnSync(process.execPath, ['node_modules/electron/install.js'], {
    cwd: ROOT,
    stdio: 'ignore',
    timeout: 300_000,
  })
  return got.status === 0 && existsSync(program) ? program : undefined
}

const program = electronProgram()
if (!program) console.log('Electron is not available here: opening Tickbird as a page in the browser instead.')
const [command, commandArgs] = program
  ? [program, [ROOT]]
  : [process.execPath, [join(ROOT, 'dist/cli.js'), 'serve', ...args.filter((arg) => arg !== '--web')]]
const child = spawn(command, commandArgs, { cwd: ROOT, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
