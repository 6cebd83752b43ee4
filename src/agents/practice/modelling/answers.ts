import { z } from 'zod'
import { EXAMPLES } from '../examples.ts'
import type { Command } from '../language/command.ts'
import { resolve } from './resolve.ts'
import { nameOf } from './solids.ts'
import { count, length, listed, number, sizes } from './wording.ts'
import { asBox, readAs, type World } from './world.ts'

/** "Untitled, millimeters: 2 objects: …". */
export function describe(world: World): string {
  const { document, objects, selection } = world.context
  if (document.object_count === 0) return `${document.name} is empty. Its units are ${document.units}.`
  const briefs = objects.slice(0, 8).map(({ name, kind, size }) => {
    const flat = size?.filter((value) => value > 1e-9) ?? []
    return `${name ? `“${name}”` : `a ${kind}`}${flat.length > 0 ? `, ${sizes(flat, world.units)}` : ''}`
  })
  const rest = document.object_count - briefs.length
  const more = rest > 0 ? `; and ${number(rest)} more` : ''
  const selected = selection.count > 0 ? ` ${number(selection.count)} selected.` : ''
  return `${document.name}, in ${document.units}, has ${count(document.object_count, 'object')}: ${briefs.join('; ')}${more}.${selected}`
}

const measured = z.object({
  bounding_box: z.object({ min: z.array(z.number()), max: z.array(z.number()) }).nullish(),
  geometry: z.looseObject({ volume: z.number().nullish(), area: z.number().nullish(), length: z.number().nullish() }),
})

export async function measure({ target }: Extract<Command, { do: 'measure' }>, world: World): Promise<string> {
  const lines: string[] = []
  const things = await resolve(target, world)
  for (const thing of things.slice(0, 5)) {
    const { data } = await world.call('get_object_info', { guid: thing.guid })
    const { bounding_box, geometry } = readAs(measured, data, 'get_object_info')
    const box = asBox(bounding_box as Parameters<typeof asBox>[0])
    const extent = box ? [0, 1, 2].map((axis) => (box.max[axis] ?? 0) - (box.min[axis] ?? 0)) : []
    const facts = [
      extent.length > 0 ? sizes(extent, world.units) : '',
      geometry.length ? `${length(geometry.length, world.units)} long` : '',
      geometry.volume ? `volume ${length(geometry.volume, world.units)}³` : '',
      geometry.area ? `surface ${length(geometry.area, world.units)}²` : '',
    ]
    lines.push(`${nameOf(thing)} is ${facts.filter(Boolean).join(', ')}`)
  }
  world.memory.recent = things.map(({ guid }) => guid)
  const rest = things.length > 5 ? `; and ${number(things.length - 5)} more` : ''
  return `${lines.join('; ')}${rest}`
}

export function help(): string {
  const lines = EXAMPLES.map(
    ({ title, sentences }) => `- ${title}: ${listed(sentences.slice(0, 2).map((one) => `“${one}”`))}`,
  )
  return `I am the practice agent: no model behind me, but I understand short English sentences about modelling.\n\n${lines.join('\n')}`
}
