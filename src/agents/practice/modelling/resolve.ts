import type { Target } from '../language/command.ts'
import { nounOf } from '../language/words.ts'
import { listed } from './wording.ts'
import { CannotDo, type Thing, type World } from './world.ts'

/** The objects a target means. Throws CannotDo where there are none, or where it could be several. */
export async function resolve(target: Target, world: World): Promise<Thing[]> {
  const found = await candidates(target, world)
  if (found.length === 0) throw new CannotDo(await nothingThere(target, world))
  return [...new Map(found.map((thing) => [thing.guid, thing])).values()]
}

export async function resolveOne(target: Target, world: World): Promise<Thing> {
  const found = await resolve(target, world)
  const [only, second] = found
  if (only && !second) return only
  throw new CannotDo(`That means ${found.length} objects, and this works on one at a time.`)
}

async function candidates(target: Target, world: World): Promise<Thing[]> {
  if (target.by === 'list') {
    const lists: Thing[][] = []
    for (const one of target.of) lists.push(await resolve(one, world))
    return lists.flat()
  }
  if (target.by === 'it') return await whatIsMeant(world)
  if (target.by === 'selected') return world.context.selection.objects.flatMap(({ guid }) => world.thing(guid) ?? [])
  const all = await world.everything()
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  switch (target.by) {
    case 'all':
      return all
    case 'name':
      return all.filter(({ name }) => same(name, target.name))
    case 'layer':
      return all.filter(({ layer }) => same(layer, target.layer) || same(layer.split('::').at(-1) ?? '', target.layer))
    case 'kind':
      return all.filter(({ kind }) => kind === target.kind || (target.kind === 'brep' && kind === 'extrusion'))
    default:
      return oneOfNoun(target, all, world)
  }
}

/** "it": what was worked on last, else the selection, else the only thing there is. */
async function whatIsMeant(world: World): Promise<Thing[]> {
  const recent = world.memory.recent.flatMap((guid) => world.thing(guid) ?? [])
  if (recent.length > 0) return recent
  const selected = world.context.selection.objects.flatMap(({ guid }) => world.thing(guid) ?? [])
  if (selected.length > 0) return selected
  const all = await world.everything()
  return all.length === 1 ? all : []
}

/** "the plate": named so, or made as one. "the box" is also a plate, if there is no other box. */
function oneOfNoun(target: Extract<Target, { by: 'noun' }>, all: readonly Thing[], world: World): Thing[] {
  const { memory } = world
  const called = (thing: Thing, noun: string) =>
    memory.nouns.get(thing.guid) === noun || thing.name.toLowerCase().replace(/ \d+$/, '') === noun
  const exact = all.filter((thing) => called(thing, target.noun))
  const wide =
    exact.length > 0 ? exact : all.filter((thing) => isOfKind(thing, target.kind, memory.nouns.get(thing.guid)))
  if (target.plural || wide.length < 2) return wide
  const recent = wide.filter(({ guid }) => memory.recent.includes(guid))
  if (recent.length === 1) return recent
  const plain = wide.filter(({ name }) => name.toLowerCase() === target.noun)
  if (plain.length === 1) return plain
  const names = wide.map(({ name }) => `“${name || 'without a name'}”`)
  throw new CannotDo(
    `There are ${wide.length} of these: ${listed(names.slice(0, 6))}. Say which, or say “all ${target.noun}s”.`,
  )
}

function isOfKind(thing: Thing, kind: string, noun: string | undefined): boolean {
  const made = nounOf(noun ?? thing.name.toLowerCase().replace(/ \d+$/, ''))
  return made?.kind === kind || (kind === 'box' && made?.kind === 'cube')
}

async function nothingThere(target: Target, world: World): Promise<string> {
  const all = await world.everything()
  if (all.length === 0) return 'The document is empty, so there is nothing to work on yet.'
  if (target.by === 'it') return 'I do not know which object you mean. Name it, or select it first.'
  if (target.by === 'selected') return 'Nothing is selected.'
  const what =
    target.by === 'name'
      ? `“${target.name}”`
      : target.by === 'layer'
        ? `anything on layer “${target.layer}”`
        : target.by === 'noun'
          ? `a ${target.noun}`
          : 'that'
  const names = [...new Set(all.map(({ name }) => name).filter(Boolean))].slice(0, 8).map((name) => `“${name}”`)
  const there = names.length > 0 ? ` There is ${listed(names)}.` : ''
  return `I do not find ${what} in the document.${there}`
}
