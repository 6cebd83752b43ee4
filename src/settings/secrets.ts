import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isAbsent, reason, writeFileSafely } from '../home/write.ts'
import { TroubleError } from '../shared/agent.ts'
import type { Trouble } from '../shared/event.ts'

/** The system's keychain, where there is one to be had. Both reject where it is locked or refuses. */
export interface Keychain {
  /** Whether it can be used now; on some Linux desktops there is none. */
  available(): Promise<boolean>
  seal(text: string): Promise<Buffer>
  open(sealed: Buffer): Promise<string>
}

/** A value as the file has it: sealed by the keychain, or as it is. */
const kept = z.object({ by: z.enum(['keychain', 'file']), value: z.string() })
const file = z.record(z.string(), z.record(z.string(), kept))
type Kept = z.infer<typeof file>

/**
 * Secrets of the settings, by owner (an agent's id) and name of variable. They stand in `secrets.json`, which only this
 * person can read; sealed by the system's keychain where there is one, so that a copy of the file is worth nothing. A
 * core in plain Node has no keychain: there the file's rights are what protects them, as with the agents' own keys.
 */
export class Secrets {
  readonly #path: string
  readonly #keychain: Keychain | null

  constructor(home: string, keychain: Keychain | null) {
    this.#path = join(home, 'secrets.json')
    this.#keychain = keychain
  }

  async store(): Promise<'keychain' | 'file'> {
    return (await this.#keychain?.available()) ? 'keychain' : 'file'
  }

  /** Null takes it away. Throws a TroubleError. */
  async set(owner: string, name: string, value: string | null): Promise<void> {
    const sealed = value === null ? null : await this.#sealed(value)
    const { all, trouble } = this.#read()
    if (trouble !== null) throw new TroubleError(trouble)
    const own = new Map(Object.entries(all[owner] ?? {}))
    if (sealed === null) own.delete(name)
    else own.set(name, sealed)
    this.#write({ ...all, [owner]: Object.fromEntries(own) })
  }

  /** Why the file gives nothing. Whoever reads goes on without secrets; only `set` refuses, so that none is lost. */
  get trouble(): Trouble | null {
    return this.#read().trouble
  }

  /** Names of an owner's secrets that have a value. */
  names(owner: string): string[] {
    return Object.keys(this.#read().all[owner] ?? {})
  }

  /** Values by name. `unreadable` names those that another program of ours sealed, or that the keychain does not give. */
  async values(owner: string): Promise<{ values: Record<string, string>; unreadable: string[] }> {
    const values: Record<string, string> = {}
    const unreadable: string[] = []
    for (const [name, { by, value }] of Object.entries(this.#read().all[owner] ?? {})) {
      const opened = by === 'file' ? value : await this.#opened(value)
      if (opened === null) unreadable.push(name)
      else values[name] = opened
    }
    return { values, unreadable }
  }

  async #opened(value: string): Promise<string | null> {
    if (!(await this.#keychain?.available())) return null
    try {
      return (await this.#keychain?.open(Buffer.from(value, 'base64'))) ?? null
    } catch {
      return null
    }
  }

  async #sealed(value: string): Promise<z.infer<typeof kept>> {
    if (this.#keychain === null || (await this.store()) === 'file') return { by: 'file', value }
    try {
      return { by: 'keychain', value: (await this.#keychain.seal(value)).toString('base64') }
    } catch (error) {
      throw new TroubleError({
        title: 'The secret was not kept',
        cause: `The system’s keychain refused it: ${error instanceof Error ? error.message : String(error)}`,
        next: 'Unlock the keychain, then save it again.',
      })
    }
  }

  #read(): { all: Kept; trouble: Trouble | null } {
    try {
      return { all: file.parse(JSON.parse(readFileSync(this.#path, 'utf8'))), trouble: null }
    } catch (error) {
      // A broken one holds nothing that could be used; the next secret that is set makes a new one.
      if (isAbsent(error) || error instanceof SyntaxError || error instanceof z.ZodError)
        return { all: {}, trouble: null }
      const trouble = {
        title: 'The secrets cannot be read',
        cause: `${this.#path}: ${reason(error)}.`,
        next: 'Make the file readable for your user, or delete it and enter the secrets again.',
      }
      return { all: {}, trouble }
    }
  }

  #write(all: Kept): void {
    const left = Object.fromEntries(Object.entries(all).filter(([, own]) => Object.keys(own).length > 0))
    try {
      if (Object.keys(left).length === 0) rmSync(this.#path, { force: true })
      else writeFileSafely(this.#path, `${JSON.stringify(left, null, 2)}\n`, { mode: 0o600 })
    } catch (error) {
      throw new TroubleError({
        title: 'The secret was not kept',
        cause: error instanceof Error ? error.message : String(error),
        next: 'Make room or make the folder writable, then save it again.',
      })
    }
  }
}
