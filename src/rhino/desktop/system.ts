import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'

/** What is asked of the computer to find Rhino on it. Tests give another one. */
export interface System {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  userFolder: string
  /** Names in a folder; empty where there is none, or where it may not be read. */
  list(folder: string): string[]
  exists(path: string): boolean
  /** Undefined where the file cannot be read. */
  read(file: string): Buffer | undefined
  /** What a program prints; empty where it is not there, fails or takes longer than some seconds. */
  ask(program: string, args: readonly string[]): string
}

/** A program that only looks something up answers within this, in ms. */
const PATIENCE_MS = 5000

export const thisSystem = (): System => ({
  platform: process.platform,
  env: process.env,
  userFolder: homedir(),
  list: (folder) => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  },
  exists: existsSync,
  read: (file) => {
    try {
      return readFileSync(file)
    } catch {
      return undefined
    }
  },
  ask: (program, args) => {
    const asked = spawnSync(program, args, { encoding: 'utf8', timeout: PATIENCE_MS, windowsHide: true })
    return asked.status === 0 ? asked.stdout : ''
  },
})
