import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listListeners } from '../home/listeners.ts'
import { secretFile } from '../home/secret.ts'
import { reason } from '../home/write.ts'
import { findInstalls } from './desktop/installs.ts'
import { thisSystem } from './desktop/system.ts'
import type { DoctorFacts } from './doctor.ts'
import { portOwner } from './port-owner.ts'
import { DEFAULT_PORT, settingsFromEnv } from './settings.ts'

export interface DoctorSurroundings {
  home: string
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/** Looks at this computer without changing anything on it. What belongs to other rooms is for the caller to add. */
export async function gatherFacts({
  home,
  env,
  platform,
}: DoctorSurroundings): Promise<Omit<DoctorFacts, 'store' | 'agents'>> {
  const { settings, notes } = settingsFromEnv(env)
  const number = settings.port ?? DEFAULT_PORT
  const { text, ...secret } = lookAtSecret(home)
  return {
    home: { folder: home, there: existsSync(home), unwritable: failure(() => tryToWrite(home)) },
    secret,
    installs: platform === 'win32' || platform === 'darwin' ? findInstalls({ ...thisSystem(), platform, env }) : null,
    hosts: existsSync(home) ? quietly(() => listListeners(home), []) : [],
    port: { number, owner: await portOwner(number, text, { host: settings.host }) },
    settings: notes,
  }
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
