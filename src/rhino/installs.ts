import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface RhinoInstall {
  /** "Rhino 8", "Rhino WIP". */
  label: string
  /** What is started. */
  path: string
}

interface Place {
  platform: NodeJS.Platform
  /** Where installations stand beside each other; the first variable of the environment that is set, then a path. */
  folder: readonly [variables: readonly string[], fallback: string]
  /** Names of an installation; the group is what follows "Rhino" in its label. */
  name: RegExp
  /** From the installation to what is started. */
  executable: string
}

/** Where McNeel's installers put Rhino 7 and later. Rhino's own tools look for it in the same way. */
const PLACES: readonly Place[] = [
  {
    platform: 'win32',
    folder: [['ProgramW6432', 'ProgramFiles'], 'C:\\Program Files'],
    name: /^Rhino (\d.*)$/,
    executable: 'System\\Rhino.exe',
  },
  {
    platform: 'darwin',
    folder: [[], '/Applications'],
    name: /^Rhino ?(\d+|WIP|BETA)\.app$/,
    executable: '.',
  },
]

export interface Disk {
  /** Names in a folder; empty where there is none. */
  list(folder: string): string[]
  exists(path: string): boolean
}

const disk: Disk = {
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  exists: existsSync,
}

/** Every Rhino that is installed, newest first. */
export function findInstalls(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  { list, exists }: Disk = disk,
): RhinoInstall[] {
  const path = (...parts: string[]) => (platform === 'win32' ? parts.join('\\') : join(...parts))
  return PLACES.filter((place) => place.platform === platform)
    .flatMap(({ folder: [variables, fallback], name, executable }) => {
      const folder = variables.map((variable) => env[variable]).find(Boolean) ?? fallback
      return list(folder).flatMap((entry) => {
        const version = name.exec(entry)?.[1]
        const started = executable === '.' ? path(folder, entry) : path(folder, entry, executable)
        return version && exists(started) ? [{ label: `Rhino ${version}`, path: started }] : []
      })
    })
    .sort((a, b) => b.label.localeCompare(a.label, 'en', { numeric: true }))
}
