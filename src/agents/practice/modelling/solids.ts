import { z } from 'zod'
import type { Command, EdgeChoice, EdgeWork, Holes } from '../language/command.ts'
import { nounOf, ROUND } from '../language/words.ts'
import { ToolFailure } from '../mcp/client.ts'
import { chooseEdges, edgeInfo, sensibleRadius } from './edges.ts'
import { type Drilling, holeCentres, type Spot } from './holes.ts'
import { resolve, resolveOne } from './resolve.ts'
import { count, length, listed } from './wording.ts'
import { CannotDo, operatedResult, readAs, type Thing, type World } from './world.ts'

export const nameOf = ({ name, kind }: Pick<Thing, 'name' | 'kind'>): string => (name ? `“${name}”` : `the ${kind}`)
export const namesOf = (things: readonly Thing[]): string =>
  things.length <= 4 ? listed(things.map(nameOf)) : count(things.length, 'object')

interface Worked {
  guid: string
  said: string
}

/** Rounds or bevels edges of one solid. */
export async function workEdges(
  guid: string,
  work: EdgeWork,
  round: boolean,
  world: World,
): Promise<Worked & { deed: string; radius: number; which: EdgeChoice }> {
  const name = nameOf(world.thing(guid) ?? { name: '', kind: 'object' })
  const which = work.which ?? (round ? 'all' : 'vertical')
  const size = work.size
    ? world.positive(work.size, work.op === 'fillet' ? 'A radius' : 'A bevel')
    : sensibleRadius(await world.boxOf(guid), which)
  const indices = await edgesOf(guid, which, world)
  const [tool, args] = work.op === 'fillet' ? ['fillet_edges', { radius: size }] : ['chamfer_edges', { distance: size }]
  const { data } = await world.call(tool as string, { brep_id: guid, edge_indices: indices, ...(args as object) })
  const left = operatedResult(data, tool as string)
  world.replace([guid], left)
  const verb = work.op === 'fillet' ? 'rounded' : 'bevelled'
  const how = work.op === 'fillet' ? `(r ${length(size, world.units)})` : `(${length(size, world.units)})`
  const said = `${which === 'all' ? 'all its edges' : `its ${which} edges`} ${verb} ${how}`
  const deed = `${verb} ${which === 'all' ? 'all edges' : `the ${which} edges`} of ${name} ${how}`
  return { guid: left[0]?.guid ?? guid, said, deed, radius: size, which }
}

async function edgesOf(guid: string, which: EdgeChoice, world: World): Promise<number[]> {
  const { data } = await world.call('get_object_info', { guid, edges: true })
  const { edges } = readAs(z.object({ edges: z.array(edgeInfo).nullish() }), data, 'get_object_info')
  if (!edges || edges.length === 0)
    throw new CannotDo('That object has no edges that could be rounded; it has to be a solid.')
  const chosen = chooseEdges(edges, which)
  if (chosen.length > 0) return chosen
  const there = which === 'vertical' ? 'Say “all edges” or “the top edges”.' : 'Say “all edges”.'
  throw new CannotDo(`That object has no ${which === 'all' ? '' : `${which} `}edges. ${there}`)
}

/** Drills vertical holes into one solid, from its top. */
export async function drill(
  guid: string,
  holes: Holes | { at: readonly Spot[]; radius: number },
  ground: { round: boolean; rounding: number },
  world: World,
): Promise<Worked> {
  const box = await world.boxOf(guid)
  const asked = 'at' in holes ? null : holes
  const radius = 'at' in holes ? holes.radius : world.positive(holes.diameter, 'A hole') / 2
  const spots =
    'at' in holes ? holes.at : holeCentres(drillingOf(holes, radius * 2, world), { box, ...ground }, world.units)
  const depth = asked?.depth ? world.positive(asked.depth, 'A depth') : null
  const high = box.max[2] - box.min[2]
  // Cutters stand out a little, because faces that lie in one plane make booleans fail.
  const spare = Math.max(high, radius) * 0.1
  const bottom = depth === null || depth >= high ? box.min[2] - spare : box.max[2] - depth
  const before = world.changes
  const cutters: string[] = []
  let left: ReturnType<typeof operatedResult>
  try {
    for (const [x, y] of spots) {
      const args = { base_center: [x, y, bottom], radius, height: box.max[2] + spare - bottom }
      const { data } = await world.call('create_cylinder', args)
      cutters.push(readAs(z.object({ guid: z.string() }), data, 'create_cylinder').guid)
    }
    const { data } = await world.call('boolean_difference', { guid_a: guid, guids_b: cutters })
    left = operatedResult(data, 'boolean_difference')
  } catch (error) {
    // Tools to drill with are nothing that anybody asked for.
    if (error instanceof ToolFailure && cutters.length > 0) {
      await world.call('delete_objects', { ids: cutters })
      world.changes = before
    }
    throw error
  }
  world.replace([guid], left)
  const deep = depth === null ? '' : `, ${length(depth, world.units)} deep`
  return {
    guid: left[0]?.guid ?? guid,
    said: `${count(spots.length, `${length(2 * radius, world.units)} hole`)}${deep}`,
  }
}

function drillingOf({ count: n, layout, inset }: Holes, diameter: number, world: World): Drilling {
  const measured: Drilling['layout'] =
    layout.as === 'points'
      ? { as: 'points', points: layout.points.map((one) => world.triple(one).slice(0, 2) as unknown as Spot) }
      : layout.as === 'ring'
        ? { as: 'ring', diameter: layout.diameter ? world.positive(layout.diameter, 'A circle') : null }
        : layout
  return { count: n, diameter, layout: measured, inset: inset ? world.positive(inset, 'A distance') : null }
}

const isRound = (thing: Thing, world: World): boolean => {
  const noun = nounOf(world.memory.nouns.get(thing.guid) ?? thing.name.toLowerCase().replace(/ \d+$/, ''))
  return noun !== undefined && ROUND.has(noun.kind)
}

export async function holes(command: Extract<Command, { do: 'holes' }>, world: World): Promise<string> {
  const thing = await resolveOne(command.target, world)
  const ground = { round: isRound(thing, world), rounding: 0 }
  const done = await drill(thing.guid, command.holes, ground, world)
  world.memory.recent = [done.guid]
  return `drilled ${done.said} into ${nameOf(thing)}`
}

export async function edges(command: Extract<Command, { do: 'edges' }>, world: World): Promise<string> {
  const said: string[] = []
  const left: string[] = []
  for (const thing of await resolve(command.target, world)) {
    const done = await workEdges(thing.guid, command.edges, isRound(thing, world), world)
    left.push(done.guid)
    said.push(done.deed)
  }
  world.memory.recent = left
  return listed(said)
}

export async function union({ target }: Extract<Command, { do: 'union' }>, world: World): Promise<string> {
  const things = await resolve(target, world)
  if (things.length < 2)
    throw new CannotDo(
      'That is only one object; a union needs two or more. Say for example: join the box and the ball.',
    )
  const { data } = await world.call('boolean_union', { guids: things.map(({ guid }) => guid) })
  return leave(things, operatedResult(data, 'boolean_union'), `joined ${namesOf(things)}`, world)
}

export async function subtract(command: Extract<Command, { do: 'subtract' }>, world: World): Promise<string> {
  const base = await resolveOne(command.from, world)
  const cutters = (await resolve(command.what, world)).filter(({ guid }) => guid !== base.guid)
  if (cutters.length === 0)
    throw new CannotDo('An object cannot be cut out of itself. Say for example: subtract the ball from the box.')
  const { data } = await world.call('boolean_difference', {
    guid_a: base.guid,
    guids_b: cutters.map(({ guid }) => guid),
  })
  world.remove(cutters.map(({ guid }) => guid))
  return leave(
    [base],
    operatedResult(data, 'boolean_difference'),
    `cut ${namesOf(cutters)} out of ${nameOf(base)}`,
    world,
  )
}

export async function intersect(command: Extract<Command, { do: 'intersect' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const others = command.with ? await resolve(command.with, world) : things.splice(1)
  if (others.length === 0)
    throw new CannotDo('An intersection needs two objects. Say for example: intersect the box with the ball.')
  const { data } = await world.call('boolean_intersection', {
    guids_a: things.map(({ guid }) => guid),
    guids_b: others.map(({ guid }) => guid),
  })
  const all = [...things, ...others]
  return leave(all, operatedResult(data, 'boolean_intersection'), `kept what ${namesOf(all)} share`, world)
}

function leave(from: readonly Thing[], left: ReturnType<typeof operatedResult>, said: string, world: World): string {
  world.replace(
    from.map(({ guid }) => guid),
    left,
  )
  world.memory.recent = left.map(({ guid }) => guid)
  return left.length === 1 ? said : `${said}; ${count(left.length, 'piece is', 'pieces are')} left`
}

export async function extrude(command: Extract<Command, { do: 'extrude' }>, world: World): Promise<string> {
  const thing = await resolveOne(command.target, world)
  const distance = world.measure(command.distance)
  if (distance === 0) throw new CannotDo('An extrusion of 0 is nothing.')
  const name = world.freeName('Extrusion')
  const { data } = await world.call('extrude_curve', {
    curve_id: thing.guid,
    direction: [0, 0, 1],
    distance,
    cap: true,
    name,
  })
  const { guid } = readAs(z.object({ guid: z.string() }), data, 'extrude_curve')
  world.add({ guid, kind: 'brep', name, layer: '', box: null }, 'extrusion')
  world.memory.recent = [guid]
  return `extruded ${nameOf(thing)} by ${length(distance, world.units)} to “${name}”`
}
