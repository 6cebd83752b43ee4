import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listListeners } from '../home/listeners.ts'
import { secretFile } from '../home/secret.ts'
import { reason } from '../home/write.ts'
import { startMacro } from './desktop/command-line.ts'
import { findInstalls } from './desktop/installs.ts'
import { pluginState, scriptsFolder, startupOf } from './desktop/plugin-folder.ts'
import { type PluginFile, readPlugin } from './desktop/plugin-source.ts'
import { runningRhinos } from './desktop/running.ts'
import { type System, thisSystem } from './desktop/system.ts'
import type { DoctorFacts } from './doctor.ts'
import type { InstallFact } from './doctor-rhino.ts'
import { checkHost } from './host-check.ts'
import { portOwner } from './port-owner.ts'
import { DEFAULT_PORT, settingsFromEnv } from './settings.ts'

export interface DoctorSurroundings {
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** Another computer, for tests. */
  system?: System
  plugin?: readonly PluginFile[]
  /** How long a host may take to answer, in ms. */
  timeoutMs?: number
}

/** Looks at this computer without changing anything on it. What belongs to other rooms is for the caller to add. */
export async function gatherFacts({
  home,
  env,
  system = thisSystem(),
  plugin = quietly(readPlugin, []),
  timeoutMs = 1500,
}: DoctorSurroundings): Promise<Omit<DoctorFacts, 'store' | 'agents'>> {
  const { settings, notes } = settingsFromEnv(env)
  const number = settings.port ?? DEFAULT_PORT
  const { text, ...secret } = lookAtSecret(home)
  const platform = system.platform
  const listeners = existsSync(home) ? quietly(() => listListeners(home), []) : []
  return {
    home: { folder: home, there: existsSync(home), unwritable: failure(() => tryToWrite(home)) },
    secret,
    installs: platform === 'win32' || platform === 'darwin' ? installsOf(system, plugin) : null,
    hosts: await Promise.all(listeners.map((listener) => checkHost(listener, text, timeoutMs))),
    strays: runningRhinos(system).filter(({ pid }) => !listeners.some((listener) => listener.pid === pid)),
    port: { number, owner: await portOwner(number, text, { host: settings.host }) },
    settings: notes,
  }
}

function installsOf(system: System, plugin: readonly PluginFile[]): InstallFact[] {
  return findInstalls(system).map((install) => {
    const scripts = scriptsFolder(install, system)
    return {
      ...install,
      plugin: scripts ? pluginState(scripts, plugin) : { state: 'missing' },
      start: scripts ? startMacro(startupOf(scripts), install.major) : null,
    }
  })
}

/** The reason why `work` fails; null where it does not. */
function failure(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return reason(error)
  }
}

/** What is wrong with the folder is a finding of its own; here it means that nothing was found. */
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/**
 * Asking for rights says little on Windows, so a folder is made and taken away again; where there is no home yet, rights
 * must do.
 */
function tryToWrite(home: string): void {
  if (existsSync(home)) {
    rmdirSync(mkdtempSync(join(home, '.doctor-')))
    return
  }
  let parent = dirname(home)
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent)
  accessSync(parent, constants.W_OK)
}

function lookAtSecret(home: string): DoctorFacts['secret'] & { text: string } {
  const file = secretFile(home)
  if (!existsSync(file)) return { file, there: false, unreadable: null, text: '' }
  let text = ''
  const unreadable = failure(() => {
    text = readFileSync(file, 'utf8').trim()
  })
  return { file, there: true, unreadable, text }
}
