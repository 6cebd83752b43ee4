import { once } from 'node:events'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { app, type UtilityProcess, utilityProcess } from 'electron'
import { ENTRY } from '../src/entries.ts'
import { type SpawnNode, spawnNode } from '../src/node-child.ts'
import type { ToUtility } from './utility.ts'

/** How long the last words of a process that has ended may take to arrive. */
const LAST_WORDS_MS = 1000

/**
 * Starts our own Node programs from Electron. The packed app cannot be used as Node (that fuse is off), so there they are
 * utility processes; Electron as it comes from npm is Node when it is told to be.
 */
export const spawnInElectron: SpawnNode = (entry, args, { env }) =>
  app.isPackaged
    ? spawnUtility(entry, args, { env })
    : spawnNode(entry, args, { env: { ...env, ELECTRON_RUN_AS_NODE: '1' } })

/** A utility process has no stdin, and no signal that asks it to end on every system: `utility.ts` gives it both. */
const spawnUtility: SpawnNode = (entry, args, { env }) => {
  const child = utilityProcess.fork(ENTRY.utility, [entry, ...args], {
    env: Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Tickbird',
  })
  const send = (message: ToUtility) => child.postMessage(message)
  const stdout = new Heard(child.stdout)
  const stderr = new Heard(child.stderr)
  // Unheard, this event would be an exception of ours; `exit` follows it.
  child.on('error', (type, location) => stderr.words.write(`${type} at ${location}\n`))
  const ended = once(child, 'exit').then(async ([code]: number[]) => {
    await Promise.all([stdout.toEnd(), stderr.toEnd()])
    return { code: code ?? null, signal: null, failure: null }
  })
  return {
    get pid() {
      return child.pid
    },
    stdin: new Writable({
      write(chunk: Buffer, _encoding, done) {
        send({ stdin: chunk })
        done()
      },
      final(done) {
        send({ stdin: null })
        done()
      },
    }),
    stdout: stdout.words,
    stderr: stderr.words,
    kill: (how) => (how === 'ask' ? send({ ask: 'end' }) : force(child)),
    onExit: (listener) => void ended.then(listener),
  }
}

/** Electron's `kill` asks on some systems and forces on others; this always forces. */
function force(child: UtilityProcess): void {
  if (child.pid === undefined) return void child.kill()
  try {
    process.kill(child.pid, 'SIGKILL')
  } catch (error) {
    // Gone already, and Electron is about to say so.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * What a utility process says, to the last word. Electron takes all listeners off its streams when the process exits,
 * though some of it may still be on the way; ours read through a stream that stays.
 */
class Heard {
  readonly words = new PassThrough()
  readonly #source: Readable | null

  constructor(source: NodeJS.ReadableStream | null) {
    this.#source = source as Readable | null
    this.#listen()
  }

  #listen(): void {
    this.#source?.on('data', (chunk: Buffer) => this.words.write(chunk))
    this.#source?.once('end', () => this.words.end())
  }

  /** After the exit: resolves when everything has been read, or soon enough. */
  async toEnd(): Promise<void> {
    if (!this.#source || this.#source.readableEnded) this.words.end()
    else if (this.#source.listenerCount('data') === 0) this.#listen()
    // What nobody reads is let go, as Node does for its own children.
    if (this.words.readableFlowing === null) this.words.resume()
    const late = setTimeout(() => this.words.end(), LAST_WORDS_MS)
    await finished(this.words)
    clearTimeout(late)
  }
}
