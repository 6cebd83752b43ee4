import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  userFolder: string
}

const here = (): Surroundings => ({ env: process.env, platform: process.platform, userFolder: homedir() })

/**
 * The one folder that all state of this user lives in: `secret`, `listeners/`, `store/`, `logs/`, `toolsets/`,
 * `settings.json`. `TICKBIRD_HOME` first, else the system's convention for application data. The Rhino plugin follows the
 * same rule. The folder may not be there yet.
 */
export function homeFolder({ env, platform, userFolder }: Surroundings = here()): string {
  const named = env.TICKBIRD_HOME
  if (named) return resolve(named)
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(userFolder, 'AppData', 'Local'), 'Tickbird')
  if (platform === 'darwin') return join(userFolder, 'Library', 'Application Support', 'Tickbird')
  // The XDG specification: a relative path is to be ignored.
  const data = env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(userFolder, '.local/share')
  return join(data, 'tickbird')
}
