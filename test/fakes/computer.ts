import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { System } from '../../src/rhino/desktop/system.ts'

export interface Computer {
  platform: NodeJS.Platform
  env?: Record<string, string>
  userFolder?: string
  /** Contents by whole path; the system's own separators. */
  files?: Record<string, string>
  /** What `reg`, `tasklist` or `/bin/ps` print. */
  programs?: Record<string, string>
}

/** A computer made of a list of files, laid over the real disk, for systems that the test does not run on. */
export function computer({ platform, env = {}, userFolder = '/home/nobody', files = {}, programs = {} }: Computer) {
  const separator = platform === 'win32' ? '\\' : '/'
  const below = (folder: string) =>
    Object.keys(files).filter((file) => file.startsWith(`${folder}${separator}`)) as readonly string[]
  const system: System = {
    platform,
    env,
    userFolder,
    list: (folder) => {
      const names = below(folder).map((file) => file.slice(folder.length + 1).split(separator)[0] ?? '')
      return [...new Set([...names, ...(existsSync(folder) ? readdirSync(folder) : [])])]
    },
    exists: (path) => files[path] !== undefined || below(path).length > 0 || existsSync(path),
    read: (file) => (files[file] === undefined ? readReal(file) : Buffer.from(files[file])),
    ask: (program) => programs[program] ?? '',
  }
  return system
}

function readReal(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}

/** A Mac's record of what a program is. */
export const plist = (bundle: string): string =>
  `<?xml version="1.0"?><plist version="1.0"><dict>\n\t<key>CFBundleIdentifier</key>\n\t<string>${bundle}</string>\n</dict></plist>`

/** What `reg query … /v InstallPath` prints on a German Windows with Rhino 7 and 8. */
export const REGISTRY = `
HKEY_LOCAL_MACHINE\\SOFTWARE\\McNeel\\Rhinoceros\\7.0\\Install
    InstallPath    REG_SZ    C:\\Program Files\\Rhino 7\\

HKEY_LOCAL_MACHINE\\SOFTWARE\\McNeel\\Rhinoceros\\8.0\\Install
    InstallPath    REG_SZ    D:\\CAD\\Bürorechner 1\\Rhino 8\\

Suche beendet: 2 Übereinstimmung(en) gefunden.
`.replaceAll('\n', '\r\n')
