import { execFile } from 'node:child_process'
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileNames, type Surroundings } from './places.ts'

const SHELL_MS = 3000

/**
 * Every place where a command is installed, best first, as absolute paths of executable regular files: the PATH, the
 * installers' folders, and, when these have none, what the user's login shell says.
 */
export async function findProgram(command: string, surroundings: Surroundings): Promise<string[]> {
  const folders = [...pathFolders(surroundings), ...surroundings.places.flatMap((place) => expand(place, surroundings))]
  const names = fileNames(command, surroundings.platform)
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(isProgram)
  if (found.length > 0) return [...new Set(found)]
  const told = await askShell(command, surroundings)
  return told && isProgram(told) ? [told] : []
}

/** True for a regular file (or a link to one) that may be executed. Names in PATH may also be folders or leftovers. */
export function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: either way it is no program for us.
    return false
  }
}

function pathFolders({ env }: Surroundings): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH')
  return (name ? (env[name] ?? '') : '').split(delimiter).filter(isAbsolute)
}

/** The folders a pattern stands for; of several versions the newest first. */
function expand(pattern: string, { env, userFolder }: Surroundings): string[] {
  let missing = false
  const named = pattern.replace(/^~/, userFolder).replace(/%(\w+)%/g, (_all, key: string) => {
    missing ||= !env[key]
    return env[key] ?? ''
  })
  if (missing) return []
  const [before, after] = named.split('/*')
  if (before === undefined || after === undefined) return [named]
  return subfolders(before)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((version) => join(before, version, after))
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // That version manager is not installed.
    return []
  }
}

/** What `command -v` says in an interactive login shell, where people's own PATH lines are read. */
function askShell(command: string, { shell, platform, env }: Surroundings): Promise<string | null> {
  if (!shell || platform === 'win32' || !isProgram(shell) || !/^[\w.-]+$/.test(command)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const child = execFile(
      shell,
      ['-ilc', `command -v ${command}`],
      { timeout: SHELL_MS, env, encoding: 'utf8' },
      (_error, stdout) => {
        const line = stdout.trim().split('\n').at(-1)?.trim() ?? ''
        resolve(isAbsolute(line) ? line : null)
      },
    )
    child.stdin?.end()
  })
}
