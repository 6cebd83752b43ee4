import { z } from 'zod'
import type { Point } from '../../../shared/geometry.ts'
import type { Axis, Center, Command } from '../language/command.ts'
import { cornerFor } from './place.ts'
import { resolve } from './resolve.ts'
import { namesOf } from './solids.ts'
import { count, length, number, point } from './wording.ts'
import { CannotDo, readAs, type Thing, type World } from './world.ts'

/** More copies than this at once are surely a slip of the pen. */
const MOST_COPIES = 200

const AXES: Readonly<Record<Axis, Point>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
const ids = (things: readonly Thing[]): string[] => things.map(({ guid }) => guid)

function touched(things: readonly Thing[], world: World): void {
  world.forgetBoxes(ids(things))
  world.memory.recent = ids(things)
}

export async function move({ target, by }: Extract<Command, { do: 'move' }>, world: World): Promise<string> {
  const things = await resolve(target, world)
  const translation = world.triple(by)
  await world.call('move_objects', { ids: ids(things), translation })
  touched(things, world)
  return `moved ${namesOf(things)} by ${way(translation, world)}`
}

export async function placeThings({ target, place }: Extract<Command, { do: 'place' }>, world: World): Promise<string> {
  const things = await resolve(target, world)
  const box = await world.boxOfAll(ids(things))
  const size = box.max.map((value, axis) => value - (box.min[axis] ?? 0)) as Point
  const corner = await cornerFor(place, { size, anchor: [0, 0, 0] }, world)
  const translation = corner.map((value, axis) => Number((value - (box.min[axis] ?? 0)).toFixed(9))) as Point
  if (translation.every((value) => value === 0)) return `left ${namesOf(things)} where it was: it is there already`
  await world.call('move_objects', { ids: ids(things), translation })
  touched(things, world)
  const where =
    place.at === 'point' ? `so that the lowest corner is at ${point(corner)}` : `by ${way(translation, world)}`
  return `moved ${namesOf(things)} ${where}`
}

export async function copy(command: Extract<Command, { do: 'copy' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const step = world.triple(command.by)
  limit(command.count * things.length)
  if (step.every((value) => value === 0))
    throw new CannotDo('Copies in the same place would lie in one another. Say how far apart.')
  const made: string[] = []
  for (let i = 1; i <= command.count; i++) {
    made.push(...(await copyBy(things, step.map((value) => value * i) as Point, world)))
  }
  world.memory.recent = command.count === 1 ? made : [...ids(things), ...made]
  const many = command.count === 1 ? 'a copy' : count(command.count, 'copy', 'copies')
  return `made ${many} of ${namesOf(things)}, ${command.count === 1 ? 'moved by' : 'each by'} ${way(step, world)}`
}

export async function grid(command: Extract<Command, { do: 'grid' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const [columns, rows] = command.counts
  const [dx, dy] = command.spacing.map((one) => world.positive(one, 'A distance')) as [number, number]
  if (![columns, rows].every((n) => Number.isInteger(n) && n >= 1))
    throw new CannotDo('A grid has a whole number of rows and columns.')
  limit(columns * rows * things.length)
  const made: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (row + column > 0) made.push(...(await copyBy(things, [column * dx, row * dy, 0], world)))
    }
  }
  world.memory.recent = [...ids(things), ...made]
  return `repeated ${namesOf(things)} in a grid of ${columns} × ${rows}, every ${length(dx, world.units)}`
}

async function copyBy(things: readonly Thing[], translation: Point, world: World): Promise<string[]> {
  const { data } = await world.call('copy_objects', { ids: ids(things), translation })
  return remember(readAs(z.object({ new_ids: z.array(z.string()) }), data, 'copy_objects').new_ids, things, world)
}

/** Copies are called and count as what they are copies of. */
function remember(made: readonly string[], things: readonly Thing[], world: World): string[] {
  made.forEach((guid, index) => {
    const like = things[index % things.length]
    if (like) world.add({ ...like, guid, box: null }, world.memory.nouns.get(like.guid) ?? null)
  })
  return [...made]
}

export async function ring(command: Extract<Command, { do: 'ring' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  if (command.count < 2) throw new CannotDo('A ring needs two or more.')
  limit(command.count * things.length)
  const center = command.center === null ? ([0, 0, 0] as Point) : await centerOf(command.center, things, world)
  const full = Math.abs(command.degrees) >= 360
  const step = command.degrees / (full ? command.count : command.count - 1)
  const made: string[] = []
  for (let i = 1; i < command.count; i++) {
    const args = { ids: ids(things), center, angle: step * i, axis: AXES[command.axis], copy: true }
    const { data } = await world.call('rotate_objects', args)
    made.push(
      ...remember(
        readAs(z.object({ result_ids: z.array(z.string()) }), data, 'rotate_objects').result_ids,
        things,
        world,
      ),
    )
  }
  world.memory.recent = [...ids(things), ...made]
  return `placed ${number(command.count)} of ${namesOf(things)} in a ring around ${point(center)}`
}

export async function rotate(command: Extract<Command, { do: 'rotate' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const center = await centerOf(command.center, things, world)
  const { data } = await world.call('rotate_objects', {
    ids: ids(things),
    center,
    angle: command.degrees,
    axis: AXES[command.axis],
    copy: command.copy,
  })
  settle(command.copy, data, 'rotate_objects', things, world)
  const about = command.center === null ? 'its own centre' : point(center)
  return `turned ${command.copy ? 'a copy of ' : ''}${namesOf(things)} by ${number(command.degrees)}° around ${command.axis.toUpperCase()} through ${about}`
}

export async function scale(command: Extract<Command, { do: 'scale' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const origin = await centerOf(command.center, things, world)
  await world.call('scale_objects', { ids: ids(things), origin, scale_factor: command.factors })
  touched(things, world)
  const [x, y, z] = command.factors
  const by = x === y && y === z ? number(x) : command.factors.map(number).join(', ')
  return `scaled ${namesOf(things)} by ${by}`
}

export async function mirror(command: Extract<Command, { do: 'mirror' }>, world: World): Promise<string> {
  const things = await resolve(command.target, world)
  const start = await centerOf(command.center, things, world)
  const { data } = await world.call('mirror_objects', {
    ids: ids(things),
    start,
    normal: AXES[command.axis],
    copy: command.copy,
  })
  settle(command.copy, data, 'mirror_objects', things, world)
  const about = command.center === null ? 'its own middle' : `the plane through ${point(start)}`
  return `mirrored ${command.copy ? 'a copy of ' : ''}${namesOf(things)} in ${command.axis.toUpperCase()} across ${about}`
}

function settle(copied: boolean, data: unknown, tool: string, things: readonly Thing[], world: World): void {
  if (!copied) {
    touched(things, world)
    return
  }
  const { result_ids } = readAs(z.object({ result_ids: z.array(z.string()) }), data, tool)
  world.memory.recent = remember(result_ids, things, world)
}

async function centerOf(center: Center, things: readonly Thing[], world: World): Promise<Point> {
  if (Array.isArray(center)) return world.triple(center)
  const around = center ? await resolve(center.middleOf, world) : things
  const { min, max } = await world.boxOfAll(ids(around))
  return min.map((value, axis) => (value + (max[axis] ?? 0)) / 2) as Point
}

function limit(copies: number): void {
  if (copies > MOST_COPIES)
    throw new CannotDo(`That would be ${number(copies)} objects; I make at most ${MOST_COPIES} copies at a time.`)
}

/** "10 mm in X" for one axis, else the whole vector. */
function way(by: Point, world: World): string {
  const axes = by.flatMap((value, axis) => (value === 0 ? [] : [`${length(value, world.units)} in ${'XYZ'[axis]}`]))
  return axes.length === 1 ? (axes[0] ?? '') : point(by)
}
