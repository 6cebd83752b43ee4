import type { Command } from '../language/command.ts'
import { resolve } from './resolve.ts'
import { namesOf } from './solids.ts'
import { count } from './wording.ts'
import type { World } from './world.ts'

/** The full path of a layer by whatever it was called; makes one where there is none. */
export async function layerFor(name: string, world: World): Promise<string> {
  const same = (path: string) => path.toLowerCase() === name.toLowerCase()
  const found = world.layers.find(same) ?? world.layers.find((path) => same(path.split('::').at(-1) ?? ''))
  if (found) return found
  await world.call('create_layer', { name })
  world.context.layers.push({ path: name })
  return name
}

export async function makeLayer({ name, color }: Extract<Command, { do: 'layer' }>, world: World): Promise<string> {
  if (world.layers.some((path) => path.toLowerCase() === name.toLowerCase()))
    return `found the layer “${name}” there already`
  await world.call('create_layer', { name, ...(color && { color }) })
  return `made the layer “${name}”`
}

export async function changeLook({ target, look }: Extract<Command, { do: 'look' }>, world: World): Promise<string> {
  const things = await resolve(target, world)
  const before = namesOf(things)
  const layer = look.layer === undefined ? undefined : await layerFor(look.layer, world)
  const ids = things.map(({ guid }) => guid)
  await world.call('set_object_properties', { ids, ...look, ...(layer && { layer }) })
  for (const thing of things) {
    if (look.name !== undefined) thing.name = look.name
    if (layer) thing.layer = layer
  }
  world.memory.recent = ids
  const done = [
    look.name === undefined ? '' : `named ${before} “${look.name}”`,
    layer ? `put ${before} on the layer “${layer}”` : '',
    look.color ? `coloured ${before}` : '',
  ]
  return done.filter(Boolean).join(' and ')
}

export async function changeState(command: Extract<Command, { do: 'state' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const { visible, locked } = command
  const ids = things.map(({ guid }) => guid)
  await world.call('set_object_properties', {
    ids,
    ...(visible !== undefined && { visible }),
    ...(locked !== undefined && { locked }),
  })
  const verb = visible === undefined ? (locked ? 'locked' : 'unlocked') : visible ? 'showed' : 'hid'
  return `${verb} ${namesOf(things)}`
}

export async function select({ target }: Extract<Command, { do: 'select' }>, world: World): Promise<string> {
  if (!target) {
    await world.call('deselect_all', {})
    return 'selected nothing'
  }
  const things = await resolve(target, world)
  await world.call('select_objects', { ids: things.map(({ guid }) => guid), replace: true })
  world.memory.recent = things.map(({ guid }) => guid)
  return `selected ${namesOf(things)}`
}

export async function remove({ target }: Extract<Command, { do: 'delete' }>, world: World): Promise<string> {
  const things = await resolve(target, world)
  const said = things.length <= 4 ? namesOf(things) : count(things.length, 'object')
  await world.call('delete_objects', { ids: things.map(({ guid }) => guid) })
  world.remove(things.map(({ guid }) => guid))
  world.memory.recent = []
  return `deleted ${said}`
}
