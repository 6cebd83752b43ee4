// What start, test and bench need before they can do anything. Plain Node: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
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
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the script with one sentence that says what to do. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Says what is being done, on stderr: stdout belongs to what is run in the end. */
const say = (sentence) => console.error(sentence)

/** Runs a program to its end with its output shown on stderr; false where it failed or could not be started. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: ROOT, stdio: ['inherit', 2, 2], ...options }).status === 0
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  giveUp(
    `Tickbird needs Node 20.19 or later; this is ${process.versions.node}. Install a newer one from nodejs.org and try again.`,
  )
}

/** Whether what stands in node_modules is what the lockfile asks for, by npm's own record of it. */
function installed() {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(join(ROOT, record))) return false
  const there = read(record)
  return Object.entries(read('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  )
}

/** Installs the packages when they are missing or not those of the lockfile. */
export function ensureInstalled() {
  checkNode()
  if (installed()) return
  // npm would empty the folder behind a link, which belongs to somebody else.
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp(
      'node_modules is a link to a folder whose packages are not those of package-lock.json. Install there, or remove the link.',
    )
  }
  say('Getting the packages Tickbird is made of (once; one to three minutes) …')
  // `npm` is a script on Windows, and only a shell starts those.
  const options = { shell: process.platform === 'win32' }
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], options)) {
    giveUp(
      'The packages could not be installed. Check the internet connection and the message above, then run the same command again.',
    )
  }
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
  say('Building Tickbird (some seconds) …')
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

/** Where Playwright keeps its own Chromium, there or not. */
function playwrightChromium() {
  const program = "process.stdout.write(require('playwright-core').chromium.executablePath())"
  return String(spawnSync(process.execPath, ['-e', program], { cwd: ROOT }).stdout)
}

/** Whether a browser runs here: a downloaded one may lack libraries of the system. */
const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

/** A browser for the tests: this machine's, else Playwright's download, else the system's package when we are root. */
export function ensureBrowser() {
  const there = findBrowser()
  if (there) return there
  const own = playwrightChromium()
  if (executable(own) && starts(own)) return own
  say('No Chromium, Chrome or Edge on this machine; getting one for the tests (a minute or two) …')
  const cli = join(ROOT, 'node_modules/playwright-core/cli.js')
  run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { stdio: 'ignore', timeout: 600_000 })
  if (executable(own) && starts(own)) return own
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    run('apt-get', ['update', '-qq'], quiet)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
    const found = findBrowser()
    if (found) return found
  }
  if (executable(own)) {
    return giveUp(
      `The tests' browser is there but lacks libraries of this system. Run \`sudo ${process.execPath} ${cli} install-deps chromium\` and then the same command again.`,
    )
  }
  return giveUp(
    'The tests need a browser. Install Chromium, Chrome or Edge, or name one with TICKBIRD_BROWSER, and run the same command again.',
  )
}

/** Runs a program in our place: its output is ours, what we are asked is asked of it, and it ends us. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Runs the built `tickbird` command in this very process: there is nobody between it and who asks it to end. */
export async function tickbird(args) {
  const cli = join(ROOT, 'dist/cli.js')
  process.argv = [process.execPath, cli, ...args]
  await import(pathToFileURL(cli).href)
}
