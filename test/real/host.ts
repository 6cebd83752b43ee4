import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { type RolldownOptions, rolldown } from 'rolldown'
import { ROOT } from '../../src/entries.ts'
import { isAlive } from '../../src/home/listeners.ts'

const CACHE = join(ROOT, '.cache')

/** A test's process is often ended without a word, so its bundle is cleared away by the next one. */
function forgetOldBundles(): void {
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE)) {
    const pid = Number(/^host-(\d+)$/.exec(name)?.[1] ?? process.pid)
    if (pid !== process.pid && !isAlive(pid)) rmSync(join(CACHE, name), { recursive: true, force: true })
  }
}

let bundled: Promise<string> | undefined

/** The host's bundle, made from the sources as they are; inside the package, so that it finds its dependencies. */
export function bundleHost(): Promise<string> {
  bundled ??= (async () => {
    const { default: config } = await import(pathToFileURL(join(ROOT, 'rolldown.config.mjs')).href)
    const [{ output, ...core }] = config as [RolldownOptions]
    forgetOldBundles()
    const dir = join(CACHE, `host-${process.pid}`)
    const bundle = await rolldown({ ...core, input: { host: join(ROOT, 'src/host/main.ts') }, cwd: ROOT })
    await bundle.write({ ...output, dir, sourcemap: false })
    await bundle.close()
    return join(dir, 'host.js')
  })()
  return bundled
}

export interface RunningHost {
  readonly port: number
  readonly pid: number
  readonly home: string
  readonly secret: string
  readonly process: ChildProcess
  /** Everything it has said on stderr so far. */
  readonly complaints: () => string
  /** Ends it and waits; gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface HostSetup {
  args?: readonly string[]
  home?: string
  env?: Record<string, string>
}

/** Starts the real host process on a free port, with a data folder of its own. */
export async function startHost(setup: HostSetup = {}): Promise<RunningHost> {
  const home = setup.home ?? mkdtempSync(join(tmpdir(), 'tickbird-host-'))
  const args = setup.args ?? ['--port', '0', '--parent-pid', String(process.pid)]
  const child = spawn(process.execPath, [await bundleHost(), ...args], {
    env: { ...process.env, TICKBIRD_HOME: home, ...setup.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exit = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => text as string),
    exit.then(([code]) => Promise.reject(new Error(`The host ended with ${code}: ${said}`))),
  ])
  const { port, pid, secretFile } = JSON.parse(line) as { port: number; pid: number; secretFile: string }
  return {
    port,
    pid,
    home,
    secret: readFileSync(secretFile, 'utf8').trim(),
    process: child,
    complaints: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}
