import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import type { ConnectableClient } from './clients.ts'

/** The machine and user that are looked at; tests give another one. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  userFolder: string
}

export const here = (): Surroundings => ({ env: process.env, platform: process.platform, userFolder: homedir() })

export interface FoundClient {
  client: ConnectableClient
  /** Its configuration file; may not be there yet. */
  file: string
  /** Whether the client seems to be on this machine: its file or the file's folder is there. */
  present: boolean
}

/** Where a client's configuration is, and whether the client is there at all. */
export function locateClient(client: ConnectableClient, around: Surroundings = here()): FoundClient {
  const { platform } = around
  const templates = client.files[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const files = templates.flatMap((template) => filled(template, around) ?? [])
  const file = files.find((path) => existsSync(path)) ?? files[0]
  if (file === undefined) throw new Error(`${client.id} has no file for ${platform}.`)
  const folders = files.map(dirname).filter((folder) => folder !== normalize(around.userFolder))
  return { client, file, present: existsSync(file) || folders.some((folder) => existsSync(folder)) }
}

function filled(template: string, { env, platform, userFolder }: Surroundings): string | undefined {
  const variable = /^\{env:(\w+)\}/.exec(template)
  if (variable) {
    const value = env[variable[1] ?? '']
    return value ? normalize(template.replace(variable[0], () => value)) : undefined
  }
  const config =
    platform === 'win32'
      ? env.APPDATA || join(userFolder, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(userFolder, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(userFolder, '.config')
  return normalize(template.replace('{home}', () => userFolder).replace('{config}', () => config))
}
