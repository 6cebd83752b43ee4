import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../../src/entries.ts'
import { WireClient } from './wire.ts'

/** The plugin's folder, with the fake Rhino beside it. */
export const PLUGIN = join(ROOT, 'rhino-plugin')

/** Each Python that can run the plugin, the machine's own first. `TICKBIRD_PYTHON` names the only one to use. */
export const PYTHONS = findPythons()
/** Null where the machine has none, and then the tests say so and are skipped. */
export const PYTHON = PYTHONS[0] ?? null
if (PYTHON === null) console.warn('No Python 3.9 or newer was found: the Rhino plugin is NOT tested on this machine.')

function findPythons(): string[] {
  const named = process.env.TICKBIRD_PYTHON
  const names = named ? [named] : ['python3', 'python', 'python3.9', 'python3.10', 'python3.12', 'python3.13']
  const found = new Map<string, string>()
  for (const name of names) {
    const asked = ['-c', 'import sys; print(sys.version if sys.version_info >= (3, 9) else "")']
    const version = spawnSync(name, asked, { encoding: 'utf8' }).stdout?.trim()
    if (version && !found.has(version)) found.set(version, name)
  }
  return [...found.values()]
}

/**
 * RhinoCommon's published signatures, which the fake Rhino takes its kernel's doubles from. Null where they cannot be
 * fetched: then tests of calls that need a kernel say so and are skipped.
 */
export const STUBS = findStubs()

function findStubs(): string | null {
  if (PYTHON === null) return null
  const fetched = spawnSync(process.execPath, ['scripts/check-plugin/fetch.mjs'], { cwd: ROOT, encoding: 'utf8' })
  if (fetched.status === 0) return join(ROOT, '.cache/plugin-stubs')
  console.warn(`RhinoCommon's types could not be fetched: the plugin's kernel calls are NOT tested.\n${fetched.stderr}`)
  return null
}

/** What nobody knows about Rhino for sure; see rhino-plugin/fake/fakerhino/switches.py. */
export type Switches = Record<string, boolean | number | string>

export interface PluginSetup {
  /** Variables beside ours. */
  env?: Record<string, string>
  switches?: Switches
  args?: readonly string[]
  home?: string
}

/** What the fake Rhino tells of its document. */
export interface Look {
  objects: number
  layers: string[]
  /** Rhino's own undo list, oldest first. */
  done: { serial: number; label: string }[]
  undone: number[]
  /** The record that is open. */
  recording: string | null
  /** How many listen for new objects. */
  handlers: number
  /** What went wrong inside Rhino, which would have ended it. */
  faults: string[]
  history: string[]
  /** Calls of the kernel that a double answered: "Box.ToBrep()". */
  kernel: string[]
}

/** The real plugin in a fake Rhino, as a process of its own. */
export class RunningPlugin {
  readonly port: number
  readonly pid: number
  readonly home: string
  readonly secret: string
  readonly process: ChildProcess
  readonly #answers = new Map<number, (answer: { result?: unknown; error?: string }) => void>()
  #lastId = 0
  #said = ''

  private constructor(child: ChildProcess, home: string, hello: { port: number; pid: number; secretFile: string }) {
    this.process = child
    this.home = home
    this.port = hello.port
    this.pid = hello.pid
    this.secret = readFileSync(hello.secretFile, 'utf8').trim()
  }

  static async start({ switches = {}, args = [], home: named, env = {} }: PluginSetup = {}): Promise<RunningPlugin> {
    if (PYTHON === null) throw new Error('There is no Python.')
    const home = named ?? mkdtempSync(join(tmpdir(), 'tickbird-plugin-'))
    const child = spawn(PYTHON, [join(PLUGIN, 'fake/run.py'), ...args], {
      env: {
        ...process.env,
        TICKBIRD_HOME: home,
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONIOENCODING: 'utf-8',
        FAKE_RHINO: JSON.stringify(switches),
        FAKE_RHINO_STUBS: STUBS ?? '',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const lines = createInterface(child.stdout)
    const exit = once(child, 'exit')
    const line = await Promise.race([
      once(lines, 'line').then(([text]) => text as string),
      exit.then(([code]) => Promise.reject(new Error(`The fake Rhino ended with ${code}: ${said}`))),
    ])
    const plugin = new RunningPlugin(child, home, JSON.parse(line))
    lines.on('line', (text) => plugin.#take(JSON.parse(text)))
    child.stderr.on('data', (text: string) => {
      plugin.#said += text
    })
    return plugin
  }

  /** Makes Rhino, or the person at it, do something. See rhino-plugin/fake/fakerhino/controls.py. */
  async make<T = unknown>(what: string, how: Record<string, unknown> = {}): Promise<T> {
    this.#lastId += 1
    const id = this.#lastId
    const answer = new Promise<{ result?: unknown; error?: string }>((resolve) => this.#answers.set(id, resolve))
    this.process.stdin?.write(`${JSON.stringify({ id, do: what, with: how })}\n`)
    const { result, error } = await answer
    if (error) throw new Error(error)
    return result as T
  }

  look(doc?: number): Promise<Look> {
    return this.make<Look>('look', doc === undefined ? {} : { doc })
  }

  greeted(): Promise<WireClient> {
    return WireClient.greeted(this)
  }

  complaints(): string {
    return this.#said
  }

  /** Lets Rhino end as a person would; gives its exit code. */
  async stop(): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode
    const exit = once(this.process, 'exit')
    this.process.stdin?.end()
    const [code] = (await exit) as [number | null]
    return code
  }

  #take({ id, ...answer }: { id: number; result?: unknown; error?: string }): void {
    this.#answers.get(id)?.(answer)
    this.#answers.delete(id)
  }
}
