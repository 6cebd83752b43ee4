import { copyFileSync, existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { isAbsent, reason, writeFileSafely } from '../home/write.ts'
import type { ConnectableClient } from './clients.ts'
import { ConnectTrouble, type Entry } from './entry.ts'
import { entryInJson, isEmptyJson, putInJson, takeFromJson } from './json.ts'
import type { FoundClient } from './places.ts'
import { entryInToml, putInToml, takeFromToml } from './toml.ts'

/** What is to become of one client's file. `after` is null where the file goes. */
export interface Change {
  found: FoundClient
  /** `none`: it is as asked already. */
  kind: 'add' | 'update' | 'remove' | 'none'
  /** The file's text now; null where there is none. */
  before: string | null
  after: string | null
}

const BYTE_ORDER_MARK = '\ufeff'

/** Works out what connecting a client changes; changes nothing. Throws ConnectTrouble for a file that is not in order. */
export function planConnect(found: FoundClient, entry: Entry): Change {
  return planned(found, (text, client) => {
    const whole = { ...client.extra, ...entry }
    const after =
      client.format === 'json' ? putInJson(text, client.section, whole) : putInToml(text, client.section, whole)
    return { after, kind: entryIn(text, client) === undefined ? 'add' : 'update' }
  })
}

/**
 * The same for taking it back. Where nothing but our entry has changed since, the file becomes what it was, byte for
 * byte, and goes where it was not there before.
 */
export function planUndo(found: FoundClient, entry: Entry): Change {
  return planned(found, (text, client) => {
    if (entryIn(text, client) === undefined) return { after: text, kind: 'none' }
    const was = readText(backupOf(found.file))
    if (was !== null && isOurs(was, text, client, entry)) return { after: was, kind: 'remove' }
    const after = client.format === 'json' ? takeFromJson(text, client.section) : takeFromToml(text, client.section)
    const empty = client.format === 'json' ? isEmptyJson(after, client.section) : after.trim() === ''
    return { after: was === null && empty ? null : after, kind: 'remove' }
  })
}

/** Carries out a change; the file as it was stays beside it. Throws ConnectTrouble where it cannot be written. */
export function carryOut({ found, kind, before, after }: Change): void {
  if (kind === 'none') return
  try {
    // A link, as people keep their settings under version control by, stays a link.
    const file = existsSync(found.file) ? realpathSync(found.file) : found.file
    const backup = backupOf(found.file)
    if (readText(file) !== before) {
      throw new ConnectTrouble(`${file} was changed by another program at this moment. Nothing was done; try again.`)
    }
    if (kind === 'remove') {
      putBack(file, backup, after)
    } else {
      if (before !== null) copyFileSync(file, backup)
      writeFileSafely(file, after ?? '', before === null ? {} : { mode: statSync(file).mode & 0o777 })
    }
  } catch (error) {
    if (error instanceof ConnectTrouble) throw error
    throw new ConnectTrouble(error instanceof Error ? error.message : String(error), error)
  }
}

export const backupOf = (file: string): string => `${file}.before-tickbird`

function putBack(file: string, backup: string, after: string | null): void {
  const done = after !== null && after === readText(backup)
  if (after === null) rmSync(file)
  else writeFileSafely(file, after, { mode: statSync(file).mode & 0o777 })
  if (done) rmSync(backup)
}

function planned(
  found: FoundClient,
  work: (text: string, client: ConnectableClient) => { after: string | null; kind: Change['kind'] },
): Change {
  const before = readText(found.file)
  const mark = before?.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const text = (before ?? '').slice(mark.length)
  try {
    const { after, kind } = work(text, found.client)
    if (after === text) return { found, kind: 'none', before, after: before }
    return { found, kind, before, after: after === null || after.startsWith(mark) ? after : mark + after }
  } catch (error) {
    if (!(error instanceof ConnectTrouble)) throw error
    const next = `Mend it in ${found.client.name}, then try again.`
    throw new ConnectTrouble(`${found.file}: ${error.message}. It was left as it is. ${next}`, error)
  }
}

/** Whether connecting what was there before gives exactly what is there now, and what was there had no entry. */
function isOurs(was: string, now: string, client: ConnectableClient, entry: Entry): boolean {
  try {
    const whole = { ...client.extra, ...entry }
    const text = was.replace(BYTE_ORDER_MARK, '')
    if (entryIn(text, client) !== undefined) return false
    return (
      (client.format === 'json' ? putInJson(text, client.section, whole) : putInToml(text, client.section, whole)) ===
      now
    )
  } catch (error) {
    if (error instanceof ConnectTrouble) return false
    throw error
  }
}

const entryIn = (text: string, { format, section }: ConnectableClient): unknown =>
  format === 'json' ? entryInJson(text, section) : entryInToml(text, section)

function readText(file: string): string | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if (isAbsent(error)) return null
    throw new ConnectTrouble(`${file} cannot be read (${reason(error)}). Make it readable for your user.`, error)
  }
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) {
    throw new ConnectTrouble(`${file} is not UTF-8 text. It was left as it is; save it as UTF-8 and try again.`)
  }
  return text
}
