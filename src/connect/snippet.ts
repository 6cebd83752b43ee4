import type { ConnectableClient } from './clients.ts'
import type { Entry } from './entry.ts'
import { putInJson } from './json.ts'
import { putInToml } from './toml.ts'

/** What stands in a client's file for us, for people to read or to copy. */
export function snippet({ format, section, extra }: ConnectableClient, entry: Entry): string {
  const whole = { ...extra, ...entry }
  return (format === 'json' ? putInJson('', section, whole) : putInToml('', section, whole)).trim()
}
