import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Surroundings } from '../../src/agents/detect/places.ts'

/** A person's machine: a home of their own, one folder of programs, and nothing of ours in the environment. */
export function person(bin: string, env: (home: string) => Record<string, string>): Surroundings {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-person-'))
  const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  const all = { PATH: path, HOME: home, USERPROFILE: home, ...env(home) }
  return { env: all, platform: process.platform, userFolder: home, shell: null, places: [] }
}
