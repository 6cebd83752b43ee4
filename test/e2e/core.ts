import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from 'playwright-core'
import { ENTRY, ROOT } from '../../src/entries.ts'

export interface RunningCore {
  url: string
  mcp: { url: string; token: string }
  home: string
  process: ChildProcess
  /** Ends it and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export const newHome = (): string => mkdtempSync(join(tmpdir(), 'tickbird-home-'))

/** The real `tickbird serve`, with a data folder of its own. */
export async function startCore(home: string = newHome(), args: readonly string[] = []): Promise<RunningCore> {
  const child = spawn(process.execPath, [ENTRY.cli, 'serve', '--no-open', '--json', ...args], {
    cwd: ROOT,
    env: { ...process.env, TICKBIRD_HOME: home, DISPLAY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exit = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => text as string),
    exit.then(([code]) => Promise.reject(new Error(`The core ended with ${code}: ${said}`))),
  ])
  return {
    ...(JSON.parse(line) as { url: string; mcp: { url: string; token: string } }),
    home,
    process: child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}

/** Runs one `tickbird` command to its end. */
export async function tickbird(
  args: readonly string[],
  home: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [ENTRY.cli, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, TICKBIRD_HOME: home },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdin.end()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** A real browser that can draw the 3D view without a graphics card. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.TICKBIRD_BROWSER ?? '/usr/bin/chromium'
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...root, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] })
}
