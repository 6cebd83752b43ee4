// npm start: sets up, builds and opens Tickbird, in Electron where it can be had, else as a page in the browser.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ROOT, tickbird } from './prepare.mjs'

/** An Electron that ends sooner than this, and not well, never opened its window. */
const OPENS_WITHIN_MS = 10_000

const args = process.argv.slice(2)

/** Electron's program if it is there, else one try to get it; or why there is none. */
function electron() {
  if (args.includes('--web')) return { why: null }
  if (process.env.CI) return { why: 'This is an automatic run' }
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_OVERRIDE_DIST_PATH: given } = process.env
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return { why: 'There is no screen here' }
  const name = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron'
  const program = join(given ?? join(ROOT, 'node_modules/electron/dist'), name)
  if (existsSync(program)) return { program }
  if (given) return { why: `ELECTRON_OVERRIDE_DIST_PATH has no ${name}` }
  console.error('Getting the program for Tickbird’s own window (once, about 120 MB) …')
  const options = { cwd: ROOT, stdio: 'ignore', timeout: 300_000 }
  spawnSync(process.execPath, ['node_modules/electron/install.js'], options)
  return existsSync(program) ? { program } : { why: 'Electron could not be downloaded' }
}

async function openAsPage(why) {
  if (why) console.error(`${why}: Tickbird opens as a page in the browser instead of a window.`)
  // A person reads sentences; a program that starts us reads the line of `tickbird serve`.
  const greet = process.stdout.isTTY ? ['--greet'] : []
  await tickbird(['serve', ...greet, ...args.filter((arg) => arg !== '--web')])
}

function openInElectron(program) {
  const begun = Date.now()
  let asked = false
  // In a group of its own it hears a Ctrl+C from us alone: twice would end it before it has closed anything.
  const child = spawn(program, [ROOT], { cwd: ROOT, stdio: 'inherit', detached: process.platform !== 'win32' })
  const pass = (signal) => {
    asked = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  child.once('error', (error) => void openAsPage(`Electron could not be started (${error.message})`))
  child.once('exit', (code) => {
    if (asked || code === 0 || Date.now() - begun > OPENS_WITHIN_MS) process.exit(code ?? 1)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass)
    void openAsPage(`Electron ended at once (exit code ${code}, see above)`)
  })
}

/** npm that is killed cannot ask us to end. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  timer.unref()
}

ensureInstalled()
ensureBuilt()
endWithNpm()
const { program, why } = electron()
if (program) openInElectron(program)
else await openAsPage(why)
