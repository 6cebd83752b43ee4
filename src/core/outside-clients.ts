import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { findProgram } from '../agents/detect/find.ts'
import { placesFor } from '../agents/detect/places.ts'
import { versionOf } from '../agents/detect/program.ts'
import { carryOut, planConnect, planUndo } from '../connect/change.ts'
import { CLIENTS } from '../connect/clients.ts'
import { ConnectTrouble, type Entry, ownEntry } from '../connect/entry.ts'
import { type FoundClient, here, locateClient, type Surroundings } from '../connect/places.ts'
import { ENTRY, ROOT } from '../entries.ts'
import { TroubleError } from '../shared/agent.ts'
import type { Trouble } from '../shared/event.ts'
import type { OutsideClient } from '../shared/outside.ts'

export interface OutsideClientsOptions {
  /** The Node that clients are to start us with, by its full path; null where there is none. */
  node(): Promise<string | null>
  around?: Surroundings
}

/** The oldest Node that runs Tickbird. */
const OLDEST = { major: 20, minor: 19 }

const NO_NODE: Trouble = {
  title: 'Node.js is needed to connect other programs',
  cause: 'They start Tickbird’s tools with Node.js 20.19 or newer, and none was found on this computer.',
  next: 'Install it from nodejs.org, then open this window again.',
}

/** Connecting the programs of this computer from the panel: what `tickbird connect` does, for people without a terminal. */
export class OutsideClients {
  readonly #options: OutsideClientsOptions

  constructor(options: OutsideClientsOptions) {
    this.#options = options
  }

  async list(): Promise<{ clients: OutsideClient[]; command: string | null; trouble: Trouble | null }> {
    const entry = await this.#entry()
    const clients = CLIENTS.map((client) => told(locateClient(client, this.#around()), isEntry(entry) ? entry : null))
    const command = ROOT.endsWith('.asar') ? null : 'npm run -s tickbird -- connect'
    return { clients, command, trouble: isEntry(entry) ? null : entry }
  }

  /** Throws a TroubleError for a client that is not known, a file that cannot be read or written, or no Node. */
  async connect(id: string, connected: boolean): Promise<OutsideClient> {
    const client = CLIENTS.find((known) => known.id === id)
    if (!client) {
      throw new TroubleError({
        title: 'Nothing was connected',
        cause: 'This program is not known.',
        next: 'Choose one of the list.',
      })
    }
    const found = locateClient(client, this.#around())
    const entry = await this.#entry()
    if (!isEntry(entry)) throw new TroubleError(entry)
    try {
      carryOut(connected ? planConnect(found, entry) : planUndo(found, entry))
    } catch (error) {
      if (!(error instanceof ConnectTrouble)) throw error
      throw new TroubleError(troubleFor(found, error))
    }
    return told(locateClient(client, this.#around()), entry)
  }

  #around(): Surroundings {
    return this.#options.around ?? here()
  }

  async #entry(): Promise<Entry | Trouble> {
    const node = await this.#options.node()
    if (!node) return NO_NODE
    try {
      return ownEntry({ node, cli: ENTRY.cli, env: this.#around().env })
    } catch (error) {
      if (!(error instanceof ConnectTrouble)) throw error
      return { title: 'Other programs cannot be connected from here', cause: error.message, next: '' }
    }
  }
}

const isEntry = (value: Entry | Trouble): value is Entry => 'command' in value

function told(found: FoundClient, entry: Entry | null): OutsideClient {
  const { client, file, present } = found
  const about = { id: client.id, name: client.name, present, file, afterwards: client.afterwards, trouble: null }
  if (!entry) return { ...about, state: 'not_connected' }
  try {
    const { kind } = planConnect(found, entry)
    return { ...about, state: kind === 'none' ? 'connected' : kind === 'update' ? 'old' : 'not_connected' }
  } catch (error) {
    if (!(error instanceof ConnectTrouble)) throw error
    return { ...about, state: 'unreadable', trouble: troubleFor(found, error) }
  }
}

const troubleFor = ({ client }: FoundClient, error: ConnectTrouble): Trouble => ({
  title: `The settings of ${client.name} were not changed`,
  cause: error.message,
  next: 'Nothing is lost: the file is as it was.',
})

/** The Node that runs us, or, where Electron does, the first one on this computer that is new enough. */
export async function nodeForClients(): Promise<string | null> {
  if (!process.versions.electron) return realpathSync(process.execPath)
  const { env, platform } = process
  const around = { env, platform, userFolder: homedir(), shell: env.SHELL ?? null, places: placesFor(platform) }
  for (const path of await findProgram('node', around)) {
    const version = (await versionOf({ command: path, args: [], pathFolders: [] }, env)) ?? ''
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return path
  }
  return null
}
