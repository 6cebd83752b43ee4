import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from './folder.ts'
import { HomeTrouble, reason, writeFileSafely } from './write.ts'

/** Shorter ones are a broken file, not a secret. */
const SHORTEST = 32

export const secretFile = (home: string = homeFolder()): string => join(home, 'secret')

/**
 * The secret that every host and client of this user shares (contract §1). Made where there is none, or where the file
 * is broken; made readable by the user alone where others could read it. Throws {@link HomeTrouble}.
 */
export function readOrCreateSecret(home: string = homeFolder()): string {
  const path = secretFile(home)
  const found = readSecret(path)
  if (found) return found
  const made = randomBytes(32).toString('hex')
  const broken = found === ''
  const won = writeFileSafely(path, `${made}\n`, { ifThere: broken ? 'replace' : 'keep' })
  if (won) return made
  const theirs = readSecret(path)
  if (theirs) return theirs
  throw new HomeTrouble(`${path} holds no secret. Delete the file and start again.`, undefined)
}

/** Undefined where there is no file, empty where it holds no secret. */
function readSecret(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    closeToOthers(path)
    return text.length >= SHORTEST ? text : ''
  } catch (error) {
    if (reason(error) === 'ENOENT') return undefined
    throw new HomeTrouble(`${path} cannot be read (${reason(error)}). Make it readable for your user.`, error)
  }
}

function closeToOthers(path: string): void {
  // Windows has no such bits: there the user's own folder is what protects the file.
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return
  chmodSync(path, 0o600)
}
