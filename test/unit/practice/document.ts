import { ToolFailure, type ToolResult } from '../../../src/agents/practice/mcp/client.ts'
import { emptyMemory, type Memory } from '../../../src/agents/practice/modelling/world.ts'
import { answerPrompt } from '../../../src/agents/practice/turn.ts'
import type { UnitSystem } from '../../../src/shared/geometry.ts'
import { toolNamed } from '../../../src/tools/registry.ts'

interface Thing {
  guid: string
  kind: string
  name: string
  layer: string
  box: { min: number[]; max: number[] }
}

export interface Called {
  tool: string
  args: Record<string, unknown>
}

/**
 * A document that is nothing but boxes, behind the practice agent's tools: enough to see which calls it makes. Every
 * call is checked against the real tool's input schema, so that the agent cannot drift from the tools.
 */
export class FakeDocument {
  readonly things = new Map<string, Thing>()
  readonly calls: Called[] = []
  readonly memory: Memory = emptyMemory()
  readonly plans: string[][] = []
  selection: string[] = []
  units: UnitSystem = 'millimeters'
  /** Makes the next call of this tool fail with this sentence. */
  fails: Record<string, string> = {}
  #last = 0

  add(
    name: string,
    size: readonly [number, number, number] = [10, 10, 10],
    at: readonly number[] = [0, 0, 0],
    kind = 'brep',
  ): string {
    const guid = `g${++this.#last}`
    const max = size.map((side, axis) => side + (at[axis] ?? 0))
    this.things.set(guid, { guid, kind, name, layer: 'Default', box: { min: [...at], max } })
    return guid
  }

  /** What the agent says to a prompt. */
  async say(prompt: string): Promise<string> {
    let said = ''
    await answerPrompt(prompt, this.memory, (tool, args) => this.#call(tool, { ...args }), {
      say: (text) => {
        said += text
      },
      plan: (steps) => this.plans.push(steps.map(({ text, state }) => `${state} ${text}`)),
    })
    return said
  }

  /** The calls that changed something, without the looking. */
  get work(): Called[] {
    return this.calls.filter(({ tool }) => !/^(get_|list_)/.test(tool))
  }

  async #call(tool: string, args: Record<string, unknown>): Promise<ToolResult> {
    const spec = toolNamed(tool)
    if (!spec) throw new Error(`There is no tool ${tool}.`)
    const fit = spec.input.strict().safeParse(args)
    if (!fit.success) throw new Error(`${tool} does not take ${JSON.stringify(args)}: ${fit.error.message}`)
    this.calls.push({ tool, args })
    const failure = this.fails[tool]
    if (failure) throw new ToolFailure(failure)
    return { sentence: tool, data: this.#result(tool, args) }
  }

  #result(tool: string, args: Record<string, unknown>): Record<string, unknown> {
    const ids = (args.ids ?? []) as string[]
    if (tool === 'get_context') return this.#context()
    if (tool === 'list_objects') return { objects: this.#listing(), total: this.things.size }
    if (tool === 'get_object_info') return this.#info(String(args.guid))
    if (tool.startsWith('create_') && tool !== 'create_layer') return this.#created(tool, args)
    if (tool === 'extrude_curve') return { guid: this.add('Extrusion') }
    if (tool.startsWith('boolean_') || tool.endsWith('_edges')) return this.#operated(args)
    if (tool === 'copy_objects') return { new_ids: ids.map((id) => this.#copied(id)), count: ids.length }
    if (tool === 'rotate_objects' || tool === 'mirror_objects') {
      return { result_ids: args.copy ? ids.map((id) => this.#copied(id)) : ids, count: ids.length }
    }
    if (tool === 'delete_objects') this.#delete(ids)
    if (tool === 'undo_turn' || tool === 'redo_turn') return { labels: ['AI 1: a box'] }
    if (tool === 'set_object_properties' && args.name) for (const id of ids) this.#thing(id).name = String(args.name)
    return {}
  }

  #delete(ids: readonly string[]): void {
    for (const id of ids) this.things.delete(id)
    this.selection = this.selection.filter((id) => !ids.includes(id))
  }

  #thing(guid: string): Thing {
    const thing = this.things.get(guid)
    if (!thing) throw new ToolFailure(`There is no object ${guid}.`)
    return thing
  }

  #context() {
    const brief = ({ guid, kind, name, layer, box }: Thing) => ({
      guid,
      kind,
      name,
      layer,
      size: box.max.map((v, i) => v - (box.min[i] ?? 0)),
    })
    const selected = this.selection.map((guid) => brief(this.#thing(guid)))
    return {
      document: { name: 'Untitled', units: this.units, object_count: this.things.size },
      objects: [...this.things.values()].slice(-50).map(brief),
      selection: { count: selected.length, objects: selected },
      layers: [{ path: 'Default' }, { path: 'Arch::Walls' }],
    }
  }

  #listing() {
    return [...this.things.values()].map(({ guid, kind, name, layer, box }) => ({
      guid,
      type: kind,
      name,
      layer,
      bounding_box: box,
    }))
  }

  /** A box's twelve edges, as the kernel numbers nothing in particular: four bottom, four top, four upright. */
  #info(guid: string) {
    const { box } = this.#thing(guid)
    const [a, b] = [box.min, box.max] as [number[], number[]]
    const corner = (x: number, y: number, z: number) => [(x ? b : a)[0] ?? 0, (y ? b : a)[1] ?? 0, (z ? b : a)[2] ?? 0]
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
    const level = (z: number) =>
      ring.map(([x, y], i) => [corner(x, y, z), corner(...(ring[(i + 1) % 4] as [number, number]), z)])
    const upright = ring.map(([x, y]) => [corner(x, y, 0), corner(x, y, 1)])
    const edges = [...level(0), ...level(1), ...upright].map(([start = [], end = []], index) => {
      const along = end.map((value, axis) => value - (start[axis] ?? 0))
      const length = Math.hypot(...along)
      const middle = start.map((value, axis) => (value + (end[axis] ?? 0)) / 2)
      return {
        index,
        type: 'line',
        start,
        end,
        middle,
        length,
        direction: along.map((value) => value / length),
        radius: null,
      }
    })
    const volume = a.reduce((product, low, axis) => product * ((b[axis] ?? 0) - low), 1)
    return { guid, bounding_box: box, geometry: { volume, area: null }, edges }
  }

  #created(tool: string, args: Record<string, unknown>) {
    const list = (value: unknown) => (Array.isArray(value) ? (value as number[]) : [0, 0, 0])
    const { width, depth, height, radius } = args as Record<string, number>
    const size =
      tool === 'create_box'
        ? [width, depth, height]
        : [2 * (radius ?? 1), 2 * (radius ?? 1), height ?? 2 * (radius ?? 1)]
    const middle = list(args.center ?? args.base_center)
    const low =
      tool === 'create_box'
        ? list(args.corner)
        : middle.map((value, axis) => value - (axis < 2 || args.center ? (size[axis] ?? 0) / 2 : 0))
    const guid = this.add(
      String(args.name ?? ''),
      size as [number, number, number],
      low,
      /box|sphere|cyl|cone|torus/.test(tool) ? 'brep' : 'curve',
    )
    return { guid, type: 'brep', bounding_box: this.#thing(guid).box }
  }

  /** The first one stays, with a new id, and eats the others. */
  #operated(args: Record<string, unknown>) {
    const all = [args.guid_a, args.brep_id, args.guids, args.guids_a, args.guids_b]
      .flat()
      .filter((id) => typeof id === 'string')
    const [first = '', ...rest] = all
    const kept = this.#thing(first)
    for (const id of [first, ...rest]) this.things.delete(id)
    const guid = `g${++this.#last}`
    this.things.set(guid, { ...kept, guid })
    return { guids: [guid], objects: [{ bounding_box: kept.box }] }
  }

  #copied(guid: string): string {
    const { name, box, kind } = this.#thing(guid)
    const size = box.max.map((value, axis) => value - (box.min[axis] ?? 0)) as [number, number, number]
    return this.add(name, size, box.min, kind)
  }
}
