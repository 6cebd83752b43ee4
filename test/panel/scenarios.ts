import { BoxGeometry } from 'three'
import type { ConversationEvent } from '../../src/shared/event.ts'
import { bracket, plate, solid } from './mock-model.ts'
import { changesBetween, World } from './mock-world.ts'
import { asking, MANY } from './questions.ts'
import { answerOnly, askFirst, askWarned, buildPlate, endless, failing, type Script } from './scripts.ts'

export interface Scenario {
  readonly world: World
  readonly script: Script
}

/** Worlds to look at the panel in, by name. */
export const scenarios: Record<string, () => Scenario> = {
  empty: () => ({ world: new World(), script: buildPlate }),
  model: () => ({ world: withModel(), script: answerOnly }),
  question: () => ({ world: new World(), script: askFirst }),
  asks: () => ({ world: withModel(), script: asking(MANY) }),
  warned: () => ({ world: withModel(), script: askWarned }),
  many: () => ({ world: withGrid(3_000), script: buildPlate }),
  error: () => ({ world: withModel(), script: failing }),
  endless: () => ({ world: withModel(), script: endless }),
  long: () => ({ world: withHistory(200), script: buildPlate }),
  lost: () => {
    const world = withModel()
    world.host('lost', {
      title: 'The built-in modeller stopped',
      cause: 'It ended in the middle of a boolean. The document was written to the journal before.',
      next: 'Restart it: the document comes back as it was before the last call.',
    })
    return { world, script: buildPlate }
  },
  busy: () => {
    const world = withModel()
    world.host('busy', { title: 'Rhino is busy', cause: 'A command is active.', next: 'Trim is waiting for you' })
    return { world, script: buildPlate }
  },
}

function withModel(): World {
  const world = new World()
  world.show(bracket())
  world.status.edit((status) => ({
    ...status,
    document: status.document && { ...status.document, name: 'bracket.3dm' },
  }))
  return world
}

/** A document of many parts, side by side. */
function withGrid(count: number): World {
  const world = new World()
  const across = Math.ceil(Math.sqrt(count))
  const box = (i: number) =>
    solid(new BoxGeometry(8, 8, 4).translate((i % across) * 10, Math.floor(i / across) * 10, 2), {
      guid: `box-${i}`,
      name: `Box ${i}`,
    })
  world.show(Array.from({ length: count }, (_, i) => box(i)))
  return world
}

/** A long conversation: 25 events a turn. */
export function withHistory(turns: number): World {
  let now = Date.now() - turns * 60_000
  const world = new World(() => now)
  world.show([plate('plate', { radius: 3, holes: true })])
  const { id } = world.createConversation('Lochplatte mit Verschlussschraubendichtungsringen')
  const empty = { solids: new Map(), selection: [], changed: [] }
  const changes = { ...changesBetween(empty, world.scene.value), volume_before: null, volume_after: 9196.35 }
  for (let n = 1; n <= turns; n++) {
    const turn = `turn-${n}`
    const add = (event: ConversationEvent) => {
      now += 2_000
      world.append(id, event)
    }
    add({
      type: 'turn.begin',
      turn,
      number: n,
      prompt: `Change ${n}: move the holes ${n} mm inwards`,
      agent: 'practice',
    })
    for (let i = 0; i < 5; i++) {
      add({ type: 'text', turn, text: `Step ${i + 1}: the holes move by ` })
      add({ type: 'text', turn, text: `**${n} mm** towards the middle.` })
      add({ type: 'tool.begin', turn, call: `c${i}`, tool: 'move', title: 'Move', input: { by: [n, 0, 0] } })
      add({
        type: 'tool.end',
        turn,
        call: `c${i}`,
        outcome: 'ok',
        sentence: `Moved ${i + 1} holes by ${n} mm`,
        output: { moved: i + 1 },
        pictures: [],
        objects: ['plate'],
        ms: 120,
      })
    }
    add({ type: 'text', turn, text: 'Done.' })
    add({ type: 'notice', turn, level: 'info', text: 'Rhino recorded this turn as one undo step.' })
    add({
      type: 'turn.end',
      turn,
      outcome: 'done',
      trouble: null,
      changes,
      before: 'empty',
      after: 'rounded',
      units: 'mm',
      ms: 42_000,
    })
  }
  now = Date.now()
  return world
}
