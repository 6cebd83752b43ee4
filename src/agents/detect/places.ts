import type { Environment } from '../runner/environment.ts'

/** Where to look: everything that detection takes from the machine, so that tests can give another one. */
export interface Surroundings {
  env: Environment
  platform: NodeJS.Platform
  /** The user's own folder. */
  userFolder: string
  /** The user's login shell, asked when nothing else finds a program; null asks none. */
  shell: string | null
  /** Where installers put programs, see {@link placesFor}. */
  places: readonly string[]
}

/**
 * Folders that installers of the agents put them in, for apps that were started without the user's PATH. `~` is the
 * user's folder, `*` any one folder name, `%NAME%` an environment variable. Version managers come last, newest first.
 */
const PLACES: Readonly<Record<'darwin' | 'linux' | 'win32', readonly string[]>> = {
  darwin: [
    '~/.local/bin',
    '~/.claude/local',
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '~/.npm-global/bin',
    '~/.bun/bin',
    '~/Library/pnpm',
    '~/.volta/bin',
    '~/.asdf/shims',
    '~/.local/share/mise/shims',
    '~/.nvm/versions/node/*/bin',
    '~/Library/Application Support/fnm/node-versions/*/installation/bin',
    '~/.local/share/fnm/node-versions/*/installation/bin',
  ],
  linux: [
    '~/.local/bin',
    '~/.claude/local',
    '/usr/local/bin',
    '/usr/bin',
    '/snap/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    '~/.npm-global/bin',
    '~/.bun/bin',
    '~/.local/share/pnpm',
    '~/.volta/bin',
    '~/.asdf/shims',
    '~/.local/share/mise/shims',
    '~/.nvm/versions/node/*/bin',
    '~/.local/share/fnm/node-versions/*/installation/bin',
    '~/.fnm/node-versions/*/installation/bin',
  ],
  win32: [
    '~/.local/bin',
    '%APPDATA%/npm',
    '%LOCALAPPDATA%/Microsoft/WinGet/Links',
    '%LOCALAPPDATA%/Volta/bin',
    '%LOCALAPPDATA%/pnpm',
    '%PROGRAMFILES%/nodejs',
    '~/scoop/shims',
    '~/.bun/bin',
    '%NVM_SYMLINK%',
    '%APPDATA%/nvm/*',
  ],
}

export const placesFor = (platform: NodeJS.Platform): readonly string[] =>
  PLACES[platform === 'darwin' || platform === 'win32' ? platform : 'linux']

/** File names that one command may have. Windows shims without an ending are for other shells and are left out. */
export const fileNames = (command: string, platform: NodeJS.Platform): string[] =>
  platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command]
