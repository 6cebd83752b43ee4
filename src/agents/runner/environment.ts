import { delimiter, dirname } from 'node:path'

/**
 * What a child may see of the user's environment: enough to find its files, its proxy and its language. Nothing else
 * goes in, so that a key of one vendor never reaches the program of another.
 */
const EVERYONE = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  // Windows programs do not start without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'COMMONPROGRAMFILES',
  'PROCESSOR_ARCHITECTURE',
  'NUMBER_OF_PROCESSORS',
]

export type Environment = Readonly<Record<string, string | undefined>>

const matches = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/**
 * The environment of one agent: the whitelist and what the agent's definition adds (`passes`, names or prefixes ending
 * in `*`), then its own fixed values. `folders` are put in front of PATH, so that `#!/usr/bin/env node` scripts and the
 * agent's own children find their Node also when the app was started from a desktop icon with a bare PATH.
 */
export function childEnvironment(
  from: Environment,
  passes: readonly string[],
  fixed: Readonly<Record<string, string>>,
  folders: readonly string[] = [],
): Record<string, string> {
  const patterns = [...EVERYONE, ...passes]
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && patterns.some((pattern) => matches(name.toUpperCase(), pattern))) {
      environment[name] = value
    }
  }
  Object.assign(environment, fixed)
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = (environment[pathName] ?? '').split(delimiter).filter(Boolean)
  environment[pathName] = [...new Set([...folders, ...path])].join(delimiter)
  return environment
}

/** The folder of the Node that runs us, unless that is an Electron binary, which is no Node for anybody else. */
export function ownNodeFolder(): string[] {
  return process.versions.electron === undefined ? [dirname(process.execPath)] : []
}
