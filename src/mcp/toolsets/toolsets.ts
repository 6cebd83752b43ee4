import { join } from 'node:path'
import { openRotatingLog } from '../../home/rotating-log.ts'
import { type SpawnNode, spawnNode } from '../../node-child.ts'
import type { ToolSpec } from '../../tools/define.ts'
import { nearest } from '../../tools/nearest.ts'
import { tools as ownTools, toolNamed } from '../../tools/registry.ts'
import { parseParams } from '../../tools/validate.ts'
import { Fault } from '../../wire/fault.ts'
import { type Additions, withCall } from '../additions.ts'
import { askUserTool } from '../ask-user.ts'
import type { ToolCaller } from '../caller.ts'
import { envelopeTools } from '../envelope.ts'
import { toolsetFolders } from './folders.ts'
import type { ManifestTool } from './manifest.ts'
import { toolSpec } from './tool.ts'
import { Toolset } from './toolset.ts'

/** How often the folders are looked at, in ms. */
const LOOK_EVERY_MS = 1000

export interface ToolsetsOptions {
  /** The data folder. */
  home: string
  /** The folders that the settings name. */
  paths?(): readonly string[]
  spawn?: SpawnNode | undefined
  /** Other tools whose names are taken. */
  taken?: readonly { name: string }[]
  /** What a person should know: a toolset that is not in order, a name that is there twice. Each is said once. */
  note?(problem: string): void
  /** The built program that JavaScript runs in; for tests. */
  entry?: string
}

/** What `tickbird toolset list` and list_processes say of one. */
export interface ToolsetState {
  name: string
  folder: string
  version: string | null
  tools: string[]
  troubles: string[]
}

interface Offered {
  toolset: Toolset
  tool: ManifestTool
  spec: ToolSpec
}

/** The tools that the user added. Their folders are watched; what is wrong with one touches no other. */
export class Toolsets implements Additions {
  readonly #options: ToolsetsOptions
  readonly #all = new Map<string, Toolset>()
  readonly #listeners = new Set<() => void>()
  readonly #told = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #offered = new Map<string, Offered>()
  #tools: readonly ToolSpec[] = []
  #clashes = new Map<Toolset, string[]>()

  constructor(options: ToolsetsOptions) {
    this.#options = options
    this.look()
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** All their tools, in the same list until something has changed. */
  tools(): readonly ToolSpec[] {
    return this.#tools
  }

  named(name: string): ToolSpec | undefined {
    return this.#offered.get(name)?.spec
  }

  states(): ToolsetState[] {
    return [...this.#all.values()].map((toolset) => ({
      name: toolset.name,
      folder: toolset.folder,
      version: toolset.manifest?.version ?? null,
      tools: [...this.#offered.values()].filter((one) => one.toolset === toolset).map(({ spec }) => spec.name),
      troubles: [...toolset.troubles, ...(this.#clashes.get(toolset) ?? [])],
    }))
  }

  /** Called when the tools are others than before; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes up what is new or has changed, and lets go of what is gone. */
  look(): void {
    const { folders, problems } = toolsetFolders(this.#options.home, this.#options.paths?.() ?? [])
    for (const problem of problems) this.#note(problem)
    let changed = false
    for (const [folder, toolset] of this.#all) {
      if (folders.includes(folder)) continue
      toolset.close()
      this.#all.delete(folder)
      changed = true
    }
    for (const folder of folders) {
      const known = this.#all.get(folder)
      if (known) changed = known.look() || changed
      else {
        this.#all.set(folder, new Toolset(folder, this.#setupOf(folder)))
        changed = true
      }
    }
    if (!changed) return
    this.#offer()
    for (const listener of [...this.#listeners]) listener()
  }

  through(caller: ToolCaller): ToolCaller {
    return withCall(caller, async (client, tool, input, options) => {
      const found = this.#offered.get(tool.name)
      if (found?.spec !== tool) return caller.call(client, tool, input, options)
      const callTool = (spec: ToolSpec, given: Record<string, unknown>) => caller.call(client, spec, given, options)
      const call = async (name: string, given: Record<string, unknown>) => {
        const spec = toolNamed(name)
        if (!spec) throw noSuchTool(name)
        return (await callTool(spec, parseParams(spec, given))).output
      }
      const output = await found.toolset.run(found.tool, tool, { input: { ...input }, options, call }, callTool)
      return { output, sentence: tool.summarize(input, output, PLAIN) }
    })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#listeners.clear()
    for (const toolset of this.#all.values()) toolset.close()
  }

  /** Gives every tool its name: its own where nothing else has it, else with its toolset's in front. */
  #offer(): void {
    const taken = new Set(
      [...ownTools, ...envelopeTools, askUserTool, ...(this.#options.taken ?? [])].map(({ name }) => name),
    )
    const all = [...this.#all.values()].flatMap((toolset) =>
      (toolset.manifest?.tools ?? []).map((tool) => ({ toolset, tool })),
    )
    const count = new Map<string, number>()
    for (const { tool } of all) count.set(tool.name, (count.get(tool.name) ?? 0) + 1)
    const offered = new Map<string, Offered>()
    this.#clashes = new Map()
    for (const { toolset, tool } of all) {
      const { manifest } = toolset
      if (!manifest) continue
      const free = !taken.has(tool.name) && count.get(tool.name) === 1
      const name = free ? tool.name : `${manifest.name.replaceAll('-', '_')}_${tool.name}`
      const twice = offered.has(name) || taken.has(name)
      if (!free) this.#clash(toolset, clashSentence(tool.name, twice ? null : name))
      if (twice) continue
      offered.set(name, { toolset, tool, spec: toolSpec(manifest, tool, name) })
    }
    this.#offered = offered
    this.#tools = [...offered.values()].map(({ spec }) => spec)
    for (const { name, troubles } of this.states()) for (const one of troubles) this.#note(`Toolset “${name}”: ${one}`)
  }

  #clash(toolset: Toolset, sentence: string): void {
    this.#clashes.set(toolset, [...(this.#clashes.get(toolset) ?? []), sentence])
  }

  #setupOf(folder: string) {
    const { home, spawn = spawnNode, entry } = this.#options
    const file = join(home, 'logs', 'toolsets.log')
    const log = openRotatingLog(file, (why) => this.#note(why))
    return { spawn, entry, log: (text: string) => log(`${new Date().toISOString()} ${folder}: ${text.trimEnd()}`) }
  }

  #note(problem: string): void {
    if (this.#told.has(problem)) return
    this.#told.add(problem)
    this.#options.note?.(problem)
  }
}

const clashSentence = (tool: string, name: string | null): string =>
  name === null
    ? `The tool ${tool} is not offered: another toolset of the same name has it.`
    : `The tool ${tool} is offered as ${name}, because another tool is called ${tool}.`

function noSuchTool(name: string): Fault {
  const meant = nearest(
    name,
    ownTools.map((tool) => tool.name),
  )
  const next = meant === undefined ? 'docs/tools.md names every tool.' : `Did you mean ${meant}?`
  return new Fault('NOT_FOUND', `There is no tool ${name.slice(0, 60)}.`, { next })
}

const PLAIN = { unit: '', length: String, number: String, count: (n: number, one: string) => `${n} ${one}` }
