import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reason } from '../../home/write.ts'
import type { SpawnNode } from '../../node-child.ts'
import type { ToolSpec } from '../../tools/define.ts'
import { Fault } from '../../wire/fault.ts'
import type { ToolAnswer } from '../caller.ts'
import { fingerprint } from './fingerprint.ts'
import { type Manifest, type ManifestTool, readManifest } from './manifest.ts'
import { ToolsetProcess, type Work } from './process.ts'
import { asPython, pythonCall, resultOf } from './python.ts'
import { isPython } from './tool.ts'

export interface ToolsetSetup {
  spawn: SpawnNode
  log(text: string): void
  entry?: string | undefined
}

/** One toolset folder: what it offers now, or why it offers nothing. It is read again when its files have changed. */
export class Toolset {
  readonly folder: string
  /** Null while there is trouble. */
  manifest: Manifest | null = null
  troubles: readonly string[] = []
  readonly #setup: ToolsetSetup
  #seen = ''
  #loaded = ''
  #process: ToolsetProcess | null = null

  constructor(folder: string, setup: ToolsetSetup) {
    this.folder = folder
    this.#setup = setup
    this.#seen = fingerprint(folder)
    this.#load()
  }

  /** The manifest's name, or the folder's. */
  get name(): string {
    return this.manifest?.name ?? basename(this.folder)
  }

  /**
   * Reads the folder again if it has changed, and is at rest: what is being copied into it just now is not looked at.
   * True where anything is different.
   */
  look(): boolean {
    const now = fingerprint(this.folder)
    const atRest = now === this.#seen
    this.#seen = now
    if (!atRest || now === this.#loaded) return false
    this.#load()
    return true
  }

  #load(): void {
    const read = readManifest(this.folder)
    this.manifest = 'manifest' in read ? read.manifest : null
    this.troubles = 'troubles' in read ? read.troubles : []
    this.#loaded = this.#seen
    // Calls that run may end in the old code; the next one starts with the new.
    void this.#process?.close()
    this.#process = null
  }

  /** Runs one of its tools. `callTool` is the way to the tools of Rhino. Throws a Fault. */
  async run(
    tool: ManifestTool,
    spec: ToolSpec,
    work: Omit<Work, 'tool'>,
    callTool: (tool: ToolSpec, input: Record<string, unknown>) => Promise<ToolAnswer>,
  ): Promise<Record<string, unknown>> {
    const { manifest } = this
    if (!manifest) throw new Fault('OPERATION_FAILED', `The toolset “${this.name}” is not in order.`, this.#next())
    if (isPython(manifest)) {
      const source = this.#source(manifest)
      const given = pythonCall(source, tool.name, work.input, manifest.limits.seconds)
      return resultOf((await callTool(asPython(spec, work.input), given)).output)
    }
    this.#process ??= new ToolsetProcess({
      name: manifest.name,
      main: join(this.folder, manifest.main),
      limits: manifest.limits,
      ...this.#setup,
    })
    const output = await this.#process.run({ ...work, tool: tool.name })
    return resultOf({ result: output })
  }

  /** Ends what runs. */
  close(): void {
    this.#process?.kill()
    this.#process = null
  }

  #next(): { next: string } {
    return { next: `${this.troubles[0] ?? ''} \`tickbird toolset check\` says what is wrong.`.trim() }
  }

  #source({ main }: Manifest): string {
    try {
      return readFileSync(join(this.folder, main), 'utf8')
    } catch (error) {
      throw new Fault('OPERATION_FAILED', `The toolset “${this.name}” cannot be read (${reason(error)}).`, this.#next())
    }
  }
}
