import { z } from 'zod'
import type { Command } from '../language/command.ts'
import { describe, help, measure } from './answers.ts'
import { create } from './create.ts'
import { changeLook, changeState, makeLayer, remove, select } from './properties.ts'
import { resolve } from './resolve.ts'
import { edges, extrude, holes, intersect, namesOf, subtract, union } from './solids.ts'
import { copy, grid, mirror, move, placeThings, ring, rotate, scale } from './transform.ts'
import { count, listed } from './wording.ts'
import { readAs, type World } from './world.ts'

/** What was done: a phrase that follows "I" ("made “Plate”, …"), or a whole answer to a question. */
export interface Done {
  said: string
  isAnswer: boolean
}

const did = (said: string): Done => ({ said, isAnswer: false })
const answer = (said: string): Done => ({ said, isAnswer: true })

/** Does one command. Throws a ToolFailure or CannotDo where it cannot; what was done before stays. */
export async function carryOut(command: Command, world: World): Promise<Done> {
  const done = await perform(command, world)
  // What is made counts its own steps: the thing itself and each feature.
  if (command.do !== 'create') world.stepDone()
  return done
}

async function perform(command: Command, world: World): Promise<Done> {
  switch (command.do) {
    case 'create':
      return did(await create(command, world))
    case 'holes':
      return did(await holes(command, world))
    case 'edges':
      return did(await edges(command, world))
    case 'union':
      return did(await union(command, world))
    case 'subtract':
      return did(await subtract(command, world))
    case 'intersect':
      return did(await intersect(command, world))
    case 'extrude':
      return did(await extrude(command, world))
    case 'move':
      return did(await move(command, world))
    case 'place':
      return did(await placeThings(command, world))
    case 'copy':
      return did(await copy(command, world))
    case 'grid':
      return did(await grid(command, world))
    case 'ring':
      return did(await ring(command, world))
    case 'rotate':
      return did(await rotate(command, world))
    case 'scale':
      return did(await scale(command, world))
    case 'mirror':
      return did(await mirror(command, world))
    case 'delete':
      return did(await remove(command, world))
    case 'look':
      return did(await changeLook(command, world))
    case 'state':
      return did(await changeState(command, world))
    case 'select':
      return did(await select(command, world))
    case 'layer':
      return did(await makeLayer(command, world))
    case 'undo':
    case 'redo':
      return did(await takeBack(command.do, world))
    case 'picture':
      return did(await picture(command.view, world))
    case 'zoom':
      return did(await zoom(command, world))
    case 'describe':
      return answer(describe(world))
    case 'measure':
      return answer(await measure(command, world))
    case 'help':
      return answer(help())
  }
}

async function takeBack(what: 'undo' | 'redo', world: World): Promise<string> {
  const tool = what === 'undo' ? 'undo_turn' : 'redo_turn'
  const { data } = await world.call(tool, {})
  const { labels } = readAs(z.object({ labels: z.array(z.string()) }), data, tool)
  const turns = labels.length > 0 ? listed(labels.map((label) => `“${label}”`)) : count(1, 'turn')
  world.memory.recent = []
  return what === 'undo' ? `took back ${turns}` : `brought back ${turns}`
}

async function picture(view: string | null, world: World): Promise<string> {
  if (view) await world.call('set_view', { view_name: view })
  await world.call('capture_viewport', {})
  return view ? `took a picture of the ${view.toLowerCase()} view` : 'took a picture of the view'
}

async function zoom({ target }: Extract<Command, { do: 'zoom' }>, world: World): Promise<string> {
  if (!target) {
    await world.call('zoom_extents', {})
    return 'zoomed to everything'
  }
  const things = await resolve(target, world)
  await world.call('zoom_objects', { ids: things.map(({ guid }) => guid) })
  return `zoomed to ${namesOf(things)}`
}
