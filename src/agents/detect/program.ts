import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, isProgram } from './find.ts'
import { fileNames, type Surroundings } from './places.ts'

/** How a program that was found is really started: itself, or a script with a Node that runs it. */
export interface Runnable {
  command: string
  args: readonly string[]
  /** Put in front of PATH, so that its own children find the same Node. */
  pathFolders: readonly string[]
}

/** Why a program that is there cannot be started; for people. */
export class NotRunnable extends Error {}

const OLDEST_NODE = 20
/** Long: a first start on a busy machine, with a virus scanner over it, has been seen to take 20 s. */
const VERSION_MS = 45_000

/**
 * Looks behind a path: npm's commands are scripts that need a Node, and an app started from a desktop icon has none in
 * its PATH. `ownNode` is the Node that runs us, null where that is Electron. Throws NotRunnable.
 */
export async function runnable(path: string, ownNode: string | null, surroundings: Surroundings): Promise<Runnable> {
  const real = realpathSync(path)
  const script = isNodeScript(real) ? real : /\.cmd$/i.test(path) ? scriptOfShim(path) : null
  const folder = dirname(path)
  if (script === null) {
    // A shim that only a shell could start would run with whatever is in the arguments.
    if (/\.(cmd|bat)$/i.test(path))
      throw new NotRunnable(`${path} is a batch file that does not say which script it starts.`)
    return { command: path, args: [], pathFolders: [folder] }
  }
  const node = await nodeFor(folder, ownNode, surroundings)
  return { command: node, args: [script], pathFolders: [dirname(node), folder] }
}

/** A Node beside the script (version managers), our own, or one from the system. */
async function nodeFor(folder: string, ownNode: string | null, surroundings: Surroundings): Promise<string> {
  const beside = fileNames('node', surroundings.platform)
    .map((name) => join(folder, name))
    .filter(isProgram)
  const candidates = [...beside, ...(ownNode ? [ownNode] : []), ...(await findProgram('node', surroundings))]
  let newest: string | null = null
  for (const node of candidates) {
    const version = await versionOf({ command: node, args: [], pathFolders: [] }, surroundings.env)
    newest ??= version
    if (version && Number(version.split('.')[0]) >= OLDEST_NODE) return node
  }
  throw new NotRunnable(
    newest
      ? `It needs Node.js ${OLDEST_NODE} or newer; only ${newest} was found.`
      : `It needs Node.js ${OLDEST_NODE} or newer, and none was found.`,
  )
}

function isNodeScript(path: string): boolean {
  if (/\.[cm]?js$/i.test(path)) return true
  const head = Buffer.alloc(128)
  const file = openSync(path, 'r')
  try {
    const line = head.toString('utf8', 0, readSync(file, head, 0, head.length, 0)).split('\n')[0] ?? ''
    return /^#!.*\bnode\b/.test(line)
  } finally {
    closeSync(file)
  }
}

/** The script behind npm's Windows shim: `"%dp0%\node_modules\…\cli.js" %*`. */
function scriptOfShim(path: string): string | null {
  const found = /"%(?:~dp0|dp0%)\\?([^"%]+\.[cm]?js)"/i.exec(readFileSync(path, 'utf8'))
  return found?.[1] ? join(dirname(path), found[1].replaceAll('\\', '/')) : null
}

/** The first version number it prints for --version; null where it fails, hangs or prints none. */
export function versionOf({ command, args }: Runnable, env: Surroundings['env']): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { timeout: VERSION_MS, killSignal: 'SIGKILL', env, encoding: 'utf8', windowsHide: true } as const
    const child = execFile(command, [...args, '--version'], options, (error, stdout) => {
      resolve(error ? null : (/\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?/.exec(stdout)?.[0] ?? null))
    })
    child.stdin?.end()
  })
}

/** Whether it exits with 0. What it says is not looked at: it may name a person or a part of their key. */
export function endsWell(
  { command, args }: Runnable,
  more: readonly string[],
  env: Surroundings['env'],
): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: VERSION_MS, killSignal: 'SIGKILL', env, windowsHide: true } as const
    execFile(command, [...args, ...more], options, (error) => resolve(error === null)).stdin?.end()
  })
}
