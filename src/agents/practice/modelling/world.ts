import { z } from 'zod'
import { type BoundingBox, type Point, UNIT_SYSTEMS, type UnitSystem } from '../../../shared/geometry.ts'
import type { Triple } from '../language/command.ts'
import { inDocument, isConverted, type Length, type LengthUnit } from '../language/units.ts'
import type { ToolResult } from '../mcp/client.ts'
import { length } from './wording.ts'

/** Calls one MCP tool and reports it to whoever watches the agent. Throws a ToolFailure. */
export type CallTool = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolResult>

/** One object as far as it is known; a null box was not looked up or is out of date. */
export interface Thing {
  guid: string
  kind: string
  name: string
  layer: string
  box: BoundingBox | null
}

/** What the agent remembers between prompts of one conversation. */
export interface Memory {
  /** What was made or changed last, for "it" and "them". */
  recent: string[]
  /** By object: the noun it was made as, so that "the ball" is found although it is called "Target". */
  nouns: Map<string, string>
  /** A prompt that waits for something missing, and the clause of it where that is. */
  pending: { text: string; clause: string } | null
}

export const emptyMemory = (): Memory => ({ recent: [], nouns: new Map(), pending: null })

const coordinates = z.array(z.number()).length(3)
const box = z.object({ min: coordinates, max: coordinates }).nullish()
const kind = z.string()
const brief = z.object({
  guid: z.string(),
  kind,
  name: z.string().nullish(),
  layer: z.string().nullish(),
  size: coordinates.nullish(),
})
const context = z.object({
  document: z.object({ name: z.string(), units: z.enum(UNIT_SYSTEMS), object_count: z.number() }),
  objects: z.array(brief),
  selection: z.object({ count: z.number(), objects: z.array(brief) }),
  layers: z.array(z.object({ path: z.string() })),
})
const listing = z.object({
  objects: z.array(z.object({ guid: z.string(), type: kind, name: z.string(), layer: z.string(), bounding_box: box })),
  total: z.number(),
})
const info = z.object({ bounding_box: box })

export type Context = z.infer<typeof context>

/** The document as one prompt sees it: read once at the start, kept up to date by what the tools answer. */
export class World {
  readonly units: UnitSystem
  readonly context: Context
  readonly memory: Memory
  readonly call: CallTool
  /** Units that were written and that are not the document's. */
  readonly converted = new Set<LengthUnit>()
  /** How many calls that may change something went through. */
  changes = 0
  /** Told after each step of the plan. */
  readonly stepDone: () => void
  readonly #things = new Map<string, Thing>()
  #complete: boolean

  private constructor(call: CallTool, seen: Context, memory: Memory, stepDone: () => void) {
    this.call = async (tool, args) => {
      const result = await call(tool, args)
      if (!/^(get_|list_|capture_)/.test(tool)) this.changes++
      return result
    }
    this.stepDone = stepDone
    this.context = seen
    this.units = seen.document.units
    this.memory = memory
    for (const { guid, kind: what, name, layer } of [...seen.objects, ...seen.selection.objects]) {
      this.#things.set(guid, { guid, kind: what, name: name ?? '', layer: layer ?? '', box: null })
    }
    this.#complete = seen.objects.length >= seen.document.object_count
    memory.recent = memory.recent.filter((guid) => this.#things.has(guid) || !this.#complete)
  }

  /** Looks at the document. Throws a ToolFailure. */
  static async look(call: CallTool, memory: Memory, stepDone: () => void = () => {}): Promise<World> {
    const { data } = await call('get_context', {})
    return new World(call, readAs(context, data, 'get_context'), memory, stepDone)
  }

  /** A length in the document's units. */
  measure(written: Length): number {
    if (written.unit && isConverted(written, this.units)) this.converted.add(written.unit)
    return inDocument(written, this.units)
  }

  /** The same, for what cannot be nothing or less. */
  positive(written: Length, what: string): number {
    const value = this.measure(written)
    if (value > 0 && value < 1e9) return value
    throw new CannotDo(`${what} of ${length(value, this.units)} is not possible; it has to be more than 0.`)
  }

  triple(written: Triple): Point {
    return written.map((one) => this.measure(one)) as Point
  }

  get layers(): string[] {
    return this.context.layers.map(({ path }) => path)
  }

  /** Every object, newest first; asks for the rest where the first look showed only some. */
  async everything(): Promise<Thing[]> {
    if (!this.#complete) {
      const { data } = await this.call('list_objects', { limit: 5000 })
      for (const { guid, type, name, layer, bounding_box } of readAs(listing, data, 'list_objects').objects) {
        this.#things.set(guid, { guid, kind: type, name, layer, box: asBox(bounding_box) })
      }
      this.#complete = true
    }
    return [...this.#things.values()]
  }

  thing(guid: string): Thing | undefined {
    return this.#things.get(guid)
  }

  /** Where an object is and how large, in world axes. Throws where it has no extent. */
  async boxOf(guid: string): Promise<BoundingBox> {
    const thing = this.#things.get(guid)
    if (thing?.box) return thing.box
    const { data } = await this.call('get_object_info', { guid })
    const found = asBox(readAs(info, data, 'get_object_info').bounding_box)
    if (!found) throw new CannotDo(`${thing?.name || 'That object'} has no size that could be worked with.`)
    if (thing) thing.box = found
    return found
  }

  async boxOfAll(guids: readonly string[]): Promise<BoundingBox> {
    const boxes: BoundingBox[] = []
    for (const guid of guids) boxes.push(await this.boxOf(guid))
    const corner = (pick: 'min' | 'max', of: (...values: number[]) => number) =>
      [0, 1, 2].map((axis) => of(...boxes.map((one) => one[pick][axis] ?? 0))) as Point
    return { min: corner('min', Math.min), max: corner('max', Math.max) }
  }

  add(thing: Thing, noun: string | null): void {
    this.#things.set(thing.guid, thing)
    if (noun) this.memory.nouns.set(thing.guid, noun)
  }

  remove(guids: readonly string[]): void {
    for (const guid of guids) {
      this.#things.delete(guid)
      this.memory.nouns.delete(guid)
    }
  }

  /** An operation ate `from` and left `to`: names and nouns go on where one thing became one thing. */
  replace(from: readonly string[], to: readonly { guid: string; box: BoundingBox | null }[]): void {
    const first = this.#things.get(from[0] ?? '')
    const noun = this.memory.nouns.get(from[0] ?? '') ?? null
    this.remove(from)
    for (const { guid, box: size } of to) {
      this.add({ guid, kind: 'brep', name: first?.name ?? '', layer: first?.layer ?? '', box: size }, noun)
    }
  }

  /** Something was moved or turned: where it is now is not known until somebody asks. */
  forgetBoxes(guids: readonly string[]): void {
    for (const guid of guids) {
      const thing = this.#things.get(guid)
      if (thing) thing.box = null
    }
  }

  /** "Plate", or "Plate 2" where there is one already. */
  freeName(base: string): string {
    const taken = new Set([...this.#things.values()].map(({ name }) => name.toLowerCase()))
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base} ${n}`
      if (!taken.has(name.toLowerCase())) return name
    }
  }
}

/** Something cannot be done, for a reason that the user can understand; nothing was changed by the step itself. */
export class CannotDo extends Error {}

export const asBox = (value: z.infer<typeof box>): BoundingBox | null =>
  value ? { min: value.min as Point, max: value.max as Point } : null

/** A tool's answer in the form it is documented with. Throws CannotDo for any other. */
export function readAs<T extends z.ZodType>(schema: T, data: unknown, tool: string): z.output<T> {
  const read = schema.safeParse(data)
  if (read.success) return read.data
  throw new CannotDo(`The tool ${tool} answered in a form that I cannot read.`)
}

const operated = z.object({
  guids: z.array(z.string()).min(1),
  objects: z.array(z.object({ bounding_box: box })).optional(),
})

/** Guids and boxes of what an operation on solids left. */
export function operatedResult(data: unknown, tool: string): { guid: string; box: BoundingBox | null }[] {
  const { guids, objects } = readAs(operated, data, tool)
  return guids.map((guid, index) => ({ guid, box: asBox(objects?.[index]?.bounding_box) }))
}
