import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { reason } from '../../home/write.ts'
import { MANIFEST } from './manifest.ts'

export const toolsetsFolder = (home: string): string => join(home, 'toolsets')

/**
 * Where toolsets are: every folder with a manifest in `toolsets/` of the data folder, and the paths of the settings. A
 * path is never taken out of there, whatever is wrong with it today.
 */
export function toolsetFolders(home: string, named: readonly string[]): { folders: string[]; problems: string[] } {
  const own = namesIn(toolsetsFolder(home))
    .map((name) => join(toolsetsFolder(home), name))
    .filter((folder) => existsSync(join(folder, MANIFEST)))
  const problems: string[] = []
  const paths = named.flatMap((path) => {
    const whole = path.replace(/^~(?=[\\/])/, homedir())
    if (isAbsolute(whole)) return [resolve(whole)]
    problems.push(`The settings name the toolset “${path.slice(0, 100)}”; give the whole path of its folder.`)
    return []
  })
  return { folders: [...new Set([...own.sort(), ...paths])], problems }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(reason(error))) return []
    throw error
  }
}
