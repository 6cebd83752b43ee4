import { isAbsolute } from 'node:path'
import type { Trouble } from '../../shared/event.ts'
import type { AgentStatus } from '../../shared/status.ts'
import type { AgentConfiguration, LaunchPlan } from '../definition.ts'
import { childEnvironment } from '../runner/environment.ts'
import { findProgram, isProgram } from './find.ts'
import type { Surroundings } from './places.ts'
import { endsWell, NotRunnable, type Runnable, runnable, versionOf } from './program.ts'
import type { Vendor } from './vendors.ts'

export interface Detection {
  status: Pick<AgentStatus, 'state' | 'version' | 'trouble'>
  /** How it is started; null where it cannot be. */
  plan: LaunchPlan | null
}

export interface DetectOptions {
  surroundings: Surroundings
  /** The Node that runs us; null in Electron. */
  ownNode: string | null
  /** What the settings say. A path is taken or refused, never passed over. */
  configuration?: AgentConfiguration | undefined
}

/**
 * Looks for one agent and asks for its version, and whether somebody is signed in where it has a command for that;
 * with the others signing in shows when they are opened.
 */
export async function detect(vendor: Vendor, options: DetectOptions): Promise<Detection> {
  const { surroundings, configuration } = options
  const path = configuration?.path ?? (isAbsolute(vendor.command) ? vendor.command : undefined)
  if (path !== undefined && !isProgram(path)) {
    return broken(
      vendor,
      `The settings name ${path}, which is no program that can be started.`,
      'Correct the path in the settings, or remove it.',
    )
  }
  const found = path === undefined ? await findProgram(vendor.command, surroundings) : [path]
  let why = ''
  let tooOld: string | null = null
  for (const place of found) {
    const tried = await examine(place, vendor, options)
    if ('why' in tried) why ||= tried.why
    else if (vendor.oldest && tried.version && isOlder(tried.version, vendor.oldest)) tooOld ??= tried.version
    else return await startable(vendor, tried, configuration)
  }
  if (tooOld !== null) return unsupported(vendor, tooOld)
  if (found.length > 0)
    return broken(
      vendor,
      why,
      `Start \`${vendor.command} --version\` in a terminal to see what is wrong. ${vendor.install}`,
    )
  const cause = `No command \`${vendor.command}\` was found on this machine.`
  return {
    status: state('missing', { title: `${vendor.title} is not installed`, cause, next: vendor.install }),
    plan: null,
  }
}

/** It starts; whether somebody is signed in is asked where it has a quick answer to that. */
async function startable(
  vendor: Vendor,
  { program, version, env }: Examined,
  configuration: AgentConfiguration | undefined,
): Promise<Detection> {
  const plan = planFor(vendor, program, configuration)
  if (!vendor.signedIn || (await endsWell(program, vendor.signedIn, env))) {
    return { status: { state: 'ready', version, trouble: null }, plan }
  }
  const cause = `\`${vendor.command} ${vendor.signedIn.join(' ')}\` says that nobody is signed in.`
  const trouble = { title: `${vendor.title} is not signed in`, cause, next: vendor.signIn }
  return { status: state('not_signed_in', trouble, version), plan }
}

interface Examined {
  program: Runnable
  version: string | null
  env: Record<string, string>
}

async function examine(
  place: string,
  vendor: Vendor,
  { surroundings, ownNode, configuration }: DetectOptions,
): Promise<Examined | { why: string }> {
  try {
    const program = await runnable(place, ownNode, surroundings)
    const env = childEnvironment(
      surroundings.env,
      vendor.passes,
      { ...vendor.env, ...configuration?.env },
      program.pathFolders,
    )
    if (vendor.unversioned) return { program, version: null, env }
    const version = await versionOf(program, env)
    return version
      ? { program, version, env }
      : { why: `${place} is there, but does not answer when it is asked for its version.` }
  } catch (error) {
    if (error instanceof NotRunnable) return { why: `${place} cannot be started. ${error.message}` }
    return { why: `${place} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function planFor(vendor: Vendor, program: Runnable, configuration: AgentConfiguration | undefined): LaunchPlan {
  const { args = [], env = {}, secret = [], model, mode, ownTools = false } = configuration ?? {}
  return {
    command: program.command,
    args: [...program.args, ...vendor.start, ...args],
    ...(vendor.translator && { translator: vendor.translator }),
    env: { ...vendor.env, ...env },
    passes: vendor.passes,
    pathFolders: program.pathFolders,
    ...(secret.length > 0 && { secret }),
    ...(ownTools && { ownTools }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
  }
}

const state = (name: AgentStatus['state'], trouble: Trouble, version: string | null = null): Detection['status'] => ({
  state: name,
  version,
  trouble,
})

const broken = ({ title }: Vendor, cause: string, next: string): Detection => ({
  status: state('broken', { title: `${title} does not start`, cause, next }),
  plan: null,
})

function unsupported({ title, command, oldest, install }: Vendor, version: string): Detection {
  const trouble = {
    title: `${title} is too old`,
    cause: `\`${command}\` is version ${version}; Tickbird works with ${oldest} and newer.`,
    next: `Update it. ${install}`,
  }
  return { status: state('unsupported', trouble, version), plan: null }
}

/** Compares "2.1.197" with "2.1.332" number by number. */
function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
