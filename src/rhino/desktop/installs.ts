import { posix, win32 } from 'node:path'
import { type System, thisSystem } from './system.ts'

export interface RhinoInstall {
  /** "Rhino 8", "Rhino 9 WIP". */
  label: string
  /** The version that its folders of user data are named after; null where it cannot be told. */
  major: number | null
  /** What is started: Rhino.exe, or the .app folder. */
  path: string
}

/** Every Rhino that is installed, newest first: by what the installer wrote down, then by where it usually puts it. */
export function findInstalls(system: System = thisSystem()): RhinoInstall[] {
  const found =
    system.platform === 'win32' ? onWindows(system) : system.platform === 'darwin' ? onMac(system) : ([] as const)
  const byPath = new Map<string, RhinoInstall>()
  for (const install of found) {
    const key = system.platform === 'win32' ? install.path.toLowerCase() : install.path
    if (!byPath.has(key)) byPath.set(key, install)
  }
  return [...byPath.values()].sort(
    (a, b) => (b.major ?? 0) - (a.major ?? 0) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  )
}

/** The installation at a path that the user names; undefined where nothing is there that could be started. */
export function installAt(path: string, system: System = thisSystem()): RhinoInstall | undefined {
  if (!system.exists(path)) return undefined
  const known = findInstalls(system).find((install) => install.path === path)
  if (known) return known
  if (system.platform === 'darwin') return macInstall(path, system)
  const major = Number(/Rhino (\d+)/.exec(path)?.[1] ?? Number.NaN)
  return { label: Number.isNaN(major) ? 'Rhino' : `Rhino ${major}`, major: Number.isNaN(major) ? null : major, path }
}

/** The registry's view for 64-bit programs; a 32-bit Node would see another one. */
const REGISTRY = ['query', 'HKLM\\SOFTWARE\\McNeel\\Rhinoceros', '/s', '/v', 'InstallPath', '/reg:64'] as const
const FOLDER_NAME = /^Rhino (\d+)(?: (\S+))?$/

function onWindows(system: System): RhinoInstall[] {
  const programs = system.env.ProgramW6432 || system.env.ProgramFiles || 'C:\\Program Files'
  const folders = [
    ...readRegistry(system.ask('reg', REGISTRY)),
    ...system.list(programs).flatMap((name) => {
      const [, major, channel] = FOLDER_NAME.exec(name) ?? []
      return major ? [{ major: Number(major), channel, folder: win32.join(programs, name) }] : []
    }),
  ]
  return folders.flatMap(({ major, channel, folder }) => {
    const places = [win32.join(folder, 'System', 'Rhino.exe'), win32.join(folder, 'Rhino.exe')]
    const path = places.find((place) => system.exists(place))
    return path ? [{ label: channel ? `Rhino ${major} ${channel}` : `Rhino ${major}`, major, path }] : []
  })
}

/** `reg query` answers a key a line, and its values indented below it. */
function readRegistry(text: string): { major: number; channel: string | undefined; folder: string }[] {
  const found: { major: number; channel: string | undefined; folder: string }[] = []
  let major = Number.NaN
  for (const line of text.split(/\r?\n/)) {
    if (/^HK/.test(line)) major = Number(/\\Rhinoceros\\(\d+)\.\d+\\Install$/i.exec(line)?.[1] ?? Number.NaN)
    const folder = /^\s+InstallPath\s+REG_SZ\s+(.+?)\s*$/.exec(line)?.[1]
    if (folder && !Number.isNaN(major)) {
      const [, , channel] = FOLDER_NAME.exec(win32.basename(folder)) ?? []
      found.push({ major, channel, folder: win32.normalize(folder) })
    }
  }
  return found
}

function onMac(system: System): RhinoInstall[] {
  const folders = ['/Applications', posix.join(system.userFolder, 'Applications')]
  return folders.flatMap((folder) =>
    system
      .list(folder)
      .filter((name) => name.endsWith('.app'))
      .flatMap((name) => macInstall(posix.join(folder, name), system) ?? []),
  )
}

const BUNDLE = /<key>CFBundleIdentifier<\/key>\s*<string>com\.mcneel\.rhinoceros\.(\d+)[^<]*<\/string>/
/** An Info.plist may be binary; then the name must do. */
const APP_NAME = /^Rhino ?(\d+|WIP|BETA)\.app$/

function macInstall(path: string, system: System): RhinoInstall | undefined {
  const plist = system.read(posix.join(path, 'Contents/Info.plist'))?.toString('utf8') ?? ''
  const major = BUNDLE.exec(plist)?.[1]
  const named = APP_NAME.exec(posix.basename(path))?.[1]
  if (!major && !named) return undefined
  // A bundle that says it is another program is one, whatever it is called.
  if (!major && /<key>CFBundleIdentifier<\/key>/.test(plist)) return undefined
  const channel = named && Number.isNaN(Number(named)) ? named : undefined
  const version = major ?? (channel ? undefined : named)
  return {
    label: ['Rhino', version, channel].filter(Boolean).join(' '),
    major: version === undefined ? null : Number(version),
    path,
  }
}
