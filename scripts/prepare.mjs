// What start, test and bench need before they can do anything. Plain Node: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the script with one sentence that says what to do. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Runs a program to its end with its output shown; false where it failed or could not be started. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options }).status === 0
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  giveUp(
    `Tickbird needs Node 20.19 or later; this is ${process.versions.node}. Install a newer one from nodejs.org and try again.`,
  )
}

/** Installs the packages when they are missing or older than the lockfile. */
export function ensureInstalled() {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const stamp = join(ROOT, 'node_modules/.tickbird-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // npm would empty the folder behind a link, which belongs to somebody else.
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp(
      'node_modules is a link to a folder whose packages are older than package-lock.json. Install there, or remove the link.',
    )
  }
  console.log('Installing the packages Tickbird is made of (once; about a minute) …')
  // `npm` is a script on Windows, and only a shell starts those.
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }
  if (
    !run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], { env, shell: process.platform === 'win32' })
  ) {
    giveUp(
      'The packages could not be installed. Check the internet connection and the message above, then run the same command again.',
    )
  }
  writeFileSync(stamp, lock)
}

function newestChange(folder) {
  let newest = 0
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs)
  }
  return newest
}

/** Builds what is older than its sources. */
export function ensureBuilt() {
  const stamp = join(ROOT, 'dist/.built')
  const sources = Math.max(
    ...['src', 'renderer', 'electron'].map(newestChange),
    ...['package-lock.json', 'rolldown.config.mjs', 'vite.config.ts'].map((file) => statSync(join(ROOT, file)).mtimeMs),
  )
  if (existsSync(stamp) && statSync(stamp).mtimeMs > sources) return
  console.log('Building Tickbird …')
  if (!run(process.execPath, ['scripts/build.mjs']))
    giveUp('Tickbird could not be built; the message above says where.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '')
}

const BROWSERS = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    if (!folder) return []
    return [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]
  }),
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A Chromium, Chrome or Edge of this machine, or undefined. `TICKBIRD_BROWSER` names one. */
function findBrowser() {
  const named = process.env.TICKBIRD_BROWSER
  if (named)
    return executable(named)
      ? named
      : giveUp(`TICKBIRD_BROWSER names ${named}, which cannot be started. Correct it or leave it out.`)
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const browser of BROWSERS[process.platform] ?? []) {
    const places =
      browser.includes('/') || browser.includes('\\') ? [browser] : folders.map((folder) => join(folder, browser))
    const found = places.find(executable)
    if (found) return found
  }
  return undefined
}

/** A browser for the tests: this machine's, else Playwright's download, else the system's package when we are root. */
export function ensureBrowser() {
  const there = findBrowser()
  if (there) return there
  console.log('No Chromium, Chrome or Edge on this machine; getting one for the tests …')
  const playwright = join(ROOT, 'node_modules/playwright-core/cli.js')
  if (
    run(process.execPath, [playwright, 'install', 'chromium-headless-shell'], { stdio: 'ignore', timeout: 300_000 })
  ) {
    const listed = spawnSync(
      process.execPath,
      ['-e', "process.stdout.write(require('playwright-core').chromium.executablePath())"],
      { cwd: ROOT },
    )
    const path = String(listed.stdout)
    if (executable(path)) return path
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    run('apt-get', ['update', '-qq'], quiet)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
    const found = findBrowser()
    if (found) return found
  }
  return giveUp(
    'The tests need a browser. Install Chromium, Chrome or Edge, or name one with TICKBIRD_BROWSER, and run the same command again.',
  )
}
