import type { RhinoInstall } from './installs.ts'

/** How a program is started. */
export interface CommandLine {
  file: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Windows: the arguments are joined as they are; they carry their own quotes. */
  verbatim: boolean
  /** The program hands over to another one and ends: its end says nothing about Rhino. */
  handsOver: boolean
}

/** The macro that starts the plugin. Rhino 8 and later run it in Python 3; `path` is whole. */
export function startMacro(path: string, major: number | null): string {
  return major !== null && major < 8 ? `_-RunPythonScript "${path}"` : `_-ScriptEditor _R "${path}"`
}

export interface LaunchWish {
  install: Pick<RhinoInstall, 'path' | 'major'>
  /** Whole path of the plugin's startup.py. */
  startup: string
  platform: NodeJS.Platform
  /** Of ours; Rhino must use the same data folder. */
  env: Readonly<Record<string, string | undefined>>
}

/** How Rhino is started with the plugin. Undefined where there is no Rhino for the system. */
export function launchCommand({ install, startup, platform, env }: LaunchWish): CommandLine | undefined {
  const home: Record<string, string> = env.TICKBIRD_HOME ? { TICKBIRD_HOME: env.TICKBIRD_HOME } : {}
  const macro = startMacro(startup, install.major)
  if (platform === 'win32') {
    // A quote within a quoted argument is doubled, which Rhino takes apart itself; no Windows path holds one.
    const args = ['/nosplash', `/runscript="${macro.replaceAll('"', '""')}"`]
    return { file: install.path, args, env: { ...systemFolders(env), ...home }, verbatim: true, handsOver: false }
  }
  if (platform === 'darwin') {
    // `open` starts it as the Finder does; a program's environment does not reach it by itself.
    const given = Object.entries(home).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const args = ['-a', install.path, ...given, '--args', '-nosplash', `-runscript=${macro}`]
    return { file: '/usr/bin/open', args, env: home, verbatim: false, handsOver: true }
  }
  return undefined
}

/** Rhino crashes without these, and a parent from the Store may lack them. */
function systemFolders(env: LaunchWish['env']): Record<string, string> {
  const windows = env.SystemRoot ?? env.windir ?? 'C:\\Windows'
  return { SystemRoot: windows, windir: env.windir ?? windows }
}
