import { setTimeout as wait } from 'node:timers/promises'
import { noteLaunched } from '../../home/launched.ts'
import { type Listener, listListeners } from '../../home/listeners.ts'
import { Fault } from '../../wire/fault.ts'
import { launchCommand, startMacro } from './command-line.ts'
import { findInstalls, installAt, type RhinoInstall } from './installs.ts'
import { scriptsFolder, startupOf } from './plugin-folder.ts'
import { installPlugin } from './plugin-install.ts'
import { type PluginFile, readPlugin } from './plugin-source.ts'
import { runningRhinos, runsFrom } from './running.ts'
import { type StartedProgram, startProgram } from './start-program.ts'
import { type System, thisSystem } from './system.ts'

export interface LaunchProgress {
  step: 'installing' | 'starting' | 'waiting'
  /** For people: "Rhino 8 is starting (12 s)". */
  sentence: string
  /** Seconds since it began. */
  seconds: number
}

export interface LaunchOptions {
  home: string
  /** The Rhino of this version; left out: the newest that is installed. */
  version?: number | undefined
  /** Rhino.exe or the .app folder, where it is installed in an unusual place. */
  path?: string | undefined
  onProgress?: ((progress: LaunchProgress) => void) | undefined
  /** Stops waiting; a Rhino that starts already goes on starting. */
  signal?: AbortSignal | undefined
  /** How long Rhino may take until the plugin answers; its first start with Python takes a minute. */
  timeoutMs?: number
  system?: System
  plugin?: readonly PluginFile[]
  start?: typeof startProgram
  /** How often the listener files are looked at, in ms. */
  pollMs?: number
}

export interface LaunchedRhino {
  label: string
  processId: number
  port: number
}

const TIMEOUT_MS = 120_000

/**
 * Installs the plugin where it is missing or another build, starts Rhino with it, and waits until it listens. A Rhino
 * that listens already is left alone: this starts another one, where the system has more than one at a time. Throws a
 * Fault that says what is in the way, and the signal's reason.
 */
export async function launchRhino(options: LaunchOptions): Promise<LaunchedRhino> {
  const { home, signal, system = thisSystem(), start = startProgram, timeoutMs = TIMEOUT_MS, pollMs = 500 } = options
  const begun = Date.now()
  const tell = (step: LaunchProgress['step'], sentence: string) =>
    options.onProgress?.({ step, sentence, seconds: Math.round((Date.now() - begun) / 1000) })
  const install = choose(options, system)
  const { label } = install
  const scripts = scriptsOf(install, system)
  tell('installing', `Putting Tickbird’s plugin into ${label}.`)
  installPlugin(scripts, options.plugin ?? readPlugin())
  const startup = startupOf(scripts)
  refuseSecondOnMac(install, startup, system)
  signal?.throwIfAborted()
  const known = new Set(listListeners(home).map(({ pid }) => pid))
  const command = launchCommand({ install, startup, platform: system.platform, env: system.env })
  if (!command) throw noRhino(system)
  tell('starting', `${label} is starting.`)
  const program = start(command)
  for (;;) {
    const listener = newcomer(listListeners(home), known, program)
    const seconds = Math.round((Date.now() - begun) / 1000)
    if (listener) {
      noteLaunched(home, { pid: listener.pid, command: [command.file, ...command.args], seconds })
      return { label, processId: listener.pid, port: listener.port }
    }
    if (program.ended !== null && !(command.handsOver && program.ended.ok)) throw ended(label, program.ended.how)
    if (Date.now() - begun >= timeoutMs) throw tooLate(label, startMacro(startup, install.major), timeoutMs)
    tell('waiting', `${label} is starting (${seconds} s). Rhino’s first start with Python takes about a minute.`)
    await wait(pollMs, undefined, signal ? { signal } : {}).catch(() => undefined)
    signal?.throwIfAborted()
  }
}

/** On Windows Rhino is our child; on a Mac it is the newest that was not there before. */
function newcomer(
  listeners: readonly Listener[],
  known: ReadonlySet<number>,
  { pid }: StartedProgram,
): Listener | undefined {
  const rhinos = listeners.filter((listener) => listener.kind === 'rhino')
  return rhinos.find((one) => one.pid === pid) ?? rhinos.findLast((one) => !known.has(one.pid))
}

function choose({ version, path }: LaunchOptions, system: System): RhinoInstall {
  if (path !== undefined) {
    const named = installAt(path, system)
    if (named) return named
    throw new Fault('NOT_FOUND', `There is no Rhino at ${path}.`, {
      next: 'Name Rhino.exe, or on a Mac the Rhino app.',
    })
  }
  const found = findInstalls(system)
  const [newest] = found
  if (!newest) throw noRhino(system)
  if (version === undefined) return newest
  const wanted = found.find(({ major }) => major === version)
  if (wanted) return wanted
  throw new Fault('NOT_FOUND', `Rhino ${version} is not installed here.`, {
    next: `Installed: ${found.map(({ label }) => label).join(', ')}.`,
  })
}

function scriptsOf(install: RhinoInstall, system: System): string {
  const scripts = scriptsFolder(install, system)
  if (scripts) return scripts
  throw new Fault('OPERATION_FAILED', `It cannot be told which version ${install.path} is.`, {
    next: 'Name one that is installed in the usual place.',
  })
}

/** A Mac runs each Rhino once, and hands a second start to the first, whose arguments are lost. */
function refuseSecondOnMac(install: RhinoInstall, startup: string, system: System): void {
  if (system.platform !== 'darwin') return
  if (!runningRhinos(system).some((running) => runsFrom(running, install))) return
  throw new Fault('RHINO_BUSY', `${install.label} is running already, and a Mac runs it once.`, {
    next: `Type this line into Rhino’s command line: ${startMacro(startup, install.major)}`,
    command: startMacro(startup, install.major),
  })
}

const noRhino = ({ platform }: System): Fault =>
  platform === 'win32' || platform === 'darwin'
    ? new Fault('NOT_FOUND', 'No Rhino is installed here.', {
        next: 'Install Rhino 8, or name it with --path; the built-in modeller works without.',
      })
    : new Fault('NOT_IMPLEMENTED', 'Rhino does not run on this system.', {
        next: 'Go on in the built-in modeller.',
      })

const ended = (label: string, how: string): Fault =>
  new Fault('OPERATION_FAILED', `${label} ended before it could be used (${how}).`, {
    next: 'Start it by hand and see what it says, about its licence for instance; then try again.',
  })

const tooLate = (label: string, command: string, timeoutMs: number): Fault =>
  new Fault('TIMEOUT', `${label} was started, but the plugin did not answer within ${timeoutMs / 1000} s.`, {
    next: `Look at Rhino: a dialog about its licence or an update may be open. Close it, then type into Rhino’s command line: ${command}`,
    command,
  })
