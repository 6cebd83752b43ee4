import { realpathSync } from 'node:fs'
import { backupOf, type Change, carryOut, planConnect, planUndo } from '../connect/change.ts'
import { CLIENTS } from '../connect/clients.ts'
import { ConnectTrouble, type Entry, ownEntry } from '../connect/entry.ts'
import { type FoundClient, here, locateClient } from '../connect/places.ts'
import { snippet } from '../connect/snippet.ts'
import { ENTRY } from '../entries.ts'
import { say } from './output.ts'

export interface ConnectOptions {
  dryRun?: boolean
  undo?: boolean
  tools?: string
  json?: boolean
}

/**
 * `tickbird connect`: writes us into the configuration of one outside client, or of all that are on this machine. Exit 1
 * where a file could not be changed; the others are done all the same.
 */
export async function connect(id: string | undefined, options: ConnectOptions): Promise<void> {
  const found = chosen(id)
  if (!found) return
  const entry = ownEntry({ node: realpathSync(process.execPath), cli: ENTRY.cli, env: process.env }, options.tools)
  const outcomes = found.map((client) => one(client, entry, options))
  if (options.json) say.json({ clients: outcomes })
  if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = 1
}

function chosen(id: string | undefined): FoundClient[] | undefined {
  const all = CLIENTS.map((client) => locateClient(client, here()))
  const known = CLIENTS.map((client) => client.id).join(', ')
  if (id !== undefined) {
    const named = all.find(({ client }) => client.id === id.toLowerCase())
    if (named) return [named]
    say.fail(`There is no client “${id.slice(0, 40)}”. The clients are ${known}.`)
  } else {
    const present = all.filter((found) => found.present)
    if (present.length > 0) return present
    say.fail(`None of the known clients was found here. Name one to connect it all the same: ${known}.`)
  }
  process.exitCode = 1
  return undefined
}

interface Outcome {
  client: string
  file: string
  state: Change['kind'] | 'failed'
  message?: string
}

function one(found: FoundClient, entry: Entry, options: ConnectOptions): Outcome {
  const { client, file } = found
  const outcome = { client: client.id, file }
  try {
    const change = options.undo ? planUndo(found, entry) : planConnect(found, entry)
    if (!options.dryRun) carryOut(change)
    if (!options.json) for (const line of told(change, entry, options)) say.text(line)
    return { ...outcome, state: change.kind }
  } catch (error) {
    if (!(error instanceof ConnectTrouble)) throw error
    say.fail(`${client.name}: ${error.message}`)
    if (!options.json)
      say.text(options.dryRun ? snippet(client, entry) : 'To add the lines yourself: --dry-run shows them.')
    return { ...outcome, state: 'failed', message: error.message }
  }
}

function told({ found, kind, before, after }: Change, entry: Entry, { dryRun, undo }: ConnectOptions): string[] {
  const { client, file } = found
  if (kind === 'none') return [`${client.name}: ${undo ? 'not connected' : 'connected already'} (${file}).`]
  if (kind === 'remove') {
    const how = after === null ? 'its file held nothing else and goes:' : 'our entry is taken out of'
    return [`${client.name}: ${dryRun ? 'would be disconnected' : 'disconnected'}; ${how} ${file}.`]
  }
  const verb = kind === 'add' ? 'connected' : 'brought up to date'
  if (dryRun) return [`${client.name}: would be ${verb}. In ${file}:`, snippet(client, entry)]
  const kept = before === null ? '' : ` As it was: ${backupOf(file)}.`
  return [`${client.name}: ${verb} in ${file}.${kept}`, `  ${client.afterwards}`]
}
