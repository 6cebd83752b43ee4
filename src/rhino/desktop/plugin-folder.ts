import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, posix, relative, sep, win32 } from 'node:path'
import { z } from 'zod'
import { reason } from '../../home/write.ts'
import { VERSION } from '../../version.ts'
import type { RhinoInstall } from './installs.ts'
import { digest, isCompiled, type PluginFile } from './plugin-source.ts'
import type { System } from './system.ts'

/** The folder of ours in Rhino's own `scripts`. */
const FOLDER = 'tickbird'
export const STAMP = '.tickbird.json'

const stamp = z.object({
  version: z.string(),
  /** sha256 of each file that we wrote, by its path with `/`. */
  files: z.record(z.string(), z.string()),
})
export type Stamp = z.infer<typeof stamp>

/**
 * What stands where the plugin belongs. `other`: ours, from another build. `foreign`: a folder that we did not make, or
 * whose stamp is gone; it is left alone.
 */
export type PluginState =
  | { state: 'missing' }
  | { state: 'current'; version: string }
  | { state: 'other'; version: string; older: boolean }
  | { state: 'foreign' }

/** Where Rhino looks for scripts of this user; undefined where its version cannot be told. */
export function scriptsFolder({ major }: Pick<RhinoInstall, 'major'>, system: System): string | undefined {
  if (major === null) return undefined
  const version = `${major}.0`
  if (system.platform === 'win32') {
    const data = system.env.APPDATA || win32.join(system.userFolder, 'AppData', 'Roaming')
    return win32.join(data, 'McNeel', 'Rhinoceros', version, 'scripts')
  }
  if (system.platform === 'darwin') {
    return posix.join(system.userFolder, 'Library/Application Support/McNeel/Rhinoceros', version, 'scripts')
  }
  return undefined
}

export const pluginFolder = (scripts: string): string => join(scripts, FOLDER)
export const startupOf = (scripts: string): string => join(pluginFolder(scripts), 'startup.py')

/** What is in Rhino's `scripts` folder, compared with the plugin that belongs to us. */
export function pluginState(scripts: string, ours: readonly PluginFile[]): PluginState {
  const folder = pluginFolder(scripts)
  if (!existsSync(folder)) return { state: 'missing' }
  const found = readStamp(folder)
  if (!found) return filesIn(folder).length === 0 ? { state: 'missing' } : { state: 'foreign' }
  const { version } = found
  if (isWhole(folder, found) && isSame(found, ours)) return { state: 'current', version }
  return { state: 'other', version, older: isOlder(version, VERSION) }
}

/** Undefined where there is none, or none that can be read. */
export function readStamp(folder: string): Stamp | undefined {
  try {
    return stamp.safeParse(JSON.parse(readFileSync(join(folder, STAMP), 'utf8'))).data
  } catch {
    return undefined
  }
}

export const stampFor = (files: readonly PluginFile[]): Stamp => ({
  version: VERSION,
  files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
})

/** Files that we did not write, or that were changed since; what Python compiled is nobody's. */
export function notOurs(folder: string, { files }: Stamp): string[] {
  return filesIn(folder).filter((path) => {
    if (path === STAMP || isCompiled(path)) return false
    return files[path] === undefined || files[path] !== digest(readFileSync(join(folder, path)))
  })
}

/** Takes our files away; folders that are empty then go too. Returns what stays, because it is not ours. */
export function clear(folder: string, found: Stamp): string[] {
  const kept = new Set(notOurs(folder, found))
  const gone = filesIn(folder).filter((path) => !kept.has(path) && path !== STAMP)
  for (const path of gone) rmSync(join(folder, path), { force: true })
  // Last: without it the folder would be a stranger's.
  if (kept.size === 0) rmSync(join(folder, STAMP), { force: true })
  for (const below of foldersOf([...gone, STAMP])) removeIfEmpty(join(folder, below))
  return [...kept]
}

/** Paths below a folder with `/` between the names. A link is a file: what it leads to is not ours. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export function makeParents(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
}

function isWhole(folder: string, { files }: Stamp): boolean {
  return Object.entries(files).every(([path, sha256]) => {
    try {
      return digest(readFileSync(join(folder, path))) === sha256
    } catch {
      return false
    }
  })
}

function isSame({ files }: Stamp, ours: readonly PluginFile[]): boolean {
  return Object.keys(files).length === ours.length && ours.every(({ path, sha256 }) => files[path] === sha256)
}

/** "0.9.0" before "0.10.0". */
export const isOlder = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) < 0

/** Deepest first, the folder itself last. */
function foldersOf(paths: readonly string[]): string[] {
  const found = new Set<string>()
  for (const path of paths) {
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      found.add(at)
      if (at === '.') break
    }
  }
  return [...found].sort((a, b) => b.split('/').length - a.split('/').length || b.length - a.length)
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    // Something of the user's is in it, or it went with another one.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(reason(error))) throw error
  }
}
