import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ENTRY } from '../../entries.ts'

/** One file of the plugin; its path has `/` between the names. */
export interface PluginFile {
  path: string
  data: Buffer
  sha256: string
}

/** What is installed: the start script, and the package beside it. */
const PARTS = ['startup.py', 'tickbird_rhino']

export const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** The plugin that belongs to this Tickbird, in the order of its paths. Throws where this Tickbird is incomplete. */
export function readPlugin(folder: string = ENTRY.plugin): PluginFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => PARTS.includes(path.split('/')[0] ?? '') && !isCompiled(path))
    .sort()
    .map((path) => {
      const data = readFileSync(join(folder, path))
      return { path, data, sha256: digest(data) }
    })
}

/** Python leaves these beside its sources. */
export const isCompiled = (path: string): boolean => path.split('/').includes('__pycache__') || path.endsWith('.pyc')
