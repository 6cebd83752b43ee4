import { randomUUID } from 'node:crypto'
import type { ConversationEvent, Trouble, TurnOutcome } from '../../src/shared/event.ts'
import { plate } from './mock-model.ts'
import { changesBetween, type World } from './mock-world.ts'

type Body = ConversationEvent extends infer E ? (E extends { turn: string } ? Omit<E, 'turn'> : never) : never

/** What a script of one turn is given. Everything it awaits ends early when the person stops the turn. */
export interface Stand {
  readonly world: World
  readonly conversation: string
  readonly turn: string
  say(text: string): Promise<void>
  emit(body: Body): void
  tool(name: string, title: string, sentence: string, options?: ToolOptions): Promise<void>
  ask(title: string, detail: string): Promise<string | null>
  wait(beats: number): Promise<void>
}

interface ToolOptions {
  input?: unknown
  output?: unknown
  objects?: string[]
  pictures?: string[]
  outcome?: 'ok' | 'failed'
  act?: () => void
}

export type Script = (stand: Stand) => Promise<Trouble | null>

const USAGE = {
  input: 3_120,
  cached: 9_200,
  output: 840,
  cost: { amount: 0.0312, currency: 'USD' },
  context: { used: 24_000, size: 200_000 },
}

const PICTURES = { before: 'empty', after: 'rounded' }

/** Runs a script as one turn of a conversation, from begin to end, stopped or not. `beat` is the pace in ms. */
export async function runTurn(
  world: World,
  conversation: string,
  prompt: string,
  agent: string,
  script: Script,
  beat: number,
  more: { again?: string; queued?: string } = {},
): Promise<string> {
  const turn = randomUUID()
  const stop = new AbortController()
  world.stops.set(conversation, stop)
  const begun = Date.now()
  const before = world.scene.value
  const number = world.head(conversation).turns + 1
  if (!world.head(conversation).title) world.editHead(conversation, { title: prompt.slice(0, 60) })
  const emit = (body: Body) => world.append(conversation, { ...body, turn } as ConversationEvent)
  emit({ type: 'turn.begin', number, prompt, agent, ...more })
  const finish = async () => {
    let outcome: TurnOutcome = 'done'
    let trouble: Trouble | null = null
    try {
      trouble = await script(stand(world, conversation, turn, emit, stop.signal, beat))
      if (trouble) outcome = 'failed'
    } catch (error) {
      if (!stop.signal.aborted) throw error
      outcome = 'stopped'
    }
    const after = world.scene.value
    const changes = {
      ...changesBetween(before, after),
      volume_before: before.solids.size ? 10_000 : null,
      volume_after: after.solids.size ? 9_196.35 : null,
    }
    const changed = changes.counts.added + changes.counts.modified + changes.counts.removed > 0
    if (changed) world.record({ turn, conversation, number, label: prompt, changes, before })
    world.stops.delete(conversation)
    const told = {
      ...(outcome !== 'done' &&
        changed && { left: 'What it did is still in the model: 1 object added. Undo takes that back.' }),
      ...(agent === 'claude' && { usage: USAGE }),
    }
    const pictures = changed ? PICTURES : { before: null, after: null }
    emit({ type: 'turn.end', outcome, trouble, changes, ...pictures, units: 'mm', ms: Date.now() - begun, ...told })
    world.onEnd(conversation, outcome)
  }
  void finish()
  return turn
}

function stand(
  world: World,
  conversation: string,
  turn: string,
  emit: (body: Body) => void,
  signal: AbortSignal,
  beat: number,
): Stand {
  const wait = (beats: number) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const end = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', end)
        resolve()
      }, beats * beat)
      signal.addEventListener('abort', end)
    })
  return {
    world,
    conversation,
    turn,
    emit,
    wait,
    async say(text) {
      for (const word of text.match(/\S+\s*/g) ?? []) {
        await wait(1)
        emit({ type: 'text', text: word })
      }
    },
    async tool(
      tool,
      title,
      sentence,
      { input = {}, output = {}, objects = [], pictures = [], outcome = 'ok', act } = {},
    ) {
      const call = randomUUID()
      emit({ type: 'tool.begin', call, tool, title, input })
      try {
        await wait(6)
      } catch (error) {
        emit({
          type: 'tool.end',
          call,
          outcome: 'stopped',
          sentence: title,
          output: null,
          pictures: [],
          objects: [],
          ms: 10,
        })
        throw error
      }
      act?.()
      emit({ type: 'tool.end', call, outcome, sentence, output, pictures, objects, ms: 380 })
    },
    async ask(title, detail) {
      const request = randomUUID()
      emit({
        type: 'permission.ask',
        request,
        title,
        detail,
        options: [
          { id: 'once', label: 'Allow once', kind: 'allow_once' },
          { id: 'always', label: 'Allow in this conversation', kind: 'allow_always' },
          { id: 'no', label: 'Refuse', kind: 'reject_once' },
        ],
      })
      const option = await new Promise<string | null>((resolve, reject) => {
        world.answers.set(request, resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      emit({ type: 'permission.answer', request, option })
      return option
    },
  }
}

export const buildPlate: Script = async ({ world, emit, say, tool, wait }) => {
  const others = [...world.scene.value.solids.values()]
  const guid = `plate-${others.length}`
  emit({ type: 'thought', text: 'A plate, then the corners, then four holes through it.' })
  const steps = ['Make the plate', 'Round its vertical edges', 'Cut four holes']
  const plan = (at: number) =>
    emit({
      type: 'plan',
      steps: steps.map((text, i) => ({ text, state: i < at ? 'done' : i === at ? 'running' : 'pending' })),
    })
  plan(0)
  await say(
    'I will make the plate, round its four vertical edges by **3 mm**, then cut four 5 mm holes, 6 mm from the sides.',
  )
  await tool('create_box', 'Box', 'Box 40 × 25 × 10 mm', {
    input: { corner: [0, 0, 0], size: [40, 25, 10], name: 'Plate' },
    output: { guid, volume: 10_000 },
    objects: [guid],
    act: () => world.show([...others, plate(guid)], [guid]),
  })
  plan(1)
  await tool('fillet_edges', 'Fillet', 'Filleted 4 edges · r 3 mm · Plate', {
    input: { guid, edges: [0, 2, 5, 7], radius: 3 },
    output: { guid },
    objects: [guid],
    act: () => world.show([...others, plate(guid, { radius: 3 })], [guid]),
  })
  plan(2)
  await tool('boolean_difference', 'Difference', '4 cylinders of 5 mm cut from Plate', {
    objects: [guid],
    act: () => world.show([...others, plate(guid, { radius: 3, holes: true })], [guid]),
  })
  plan(3)
  await tool('capture_view', 'Picture', 'Picture of Perspective', { pictures: ['rounded'], objects: [guid] })
  await wait(2)
  await say('Done. The plate is 40 × 25 × 10 mm with four holes of 5 mm; its volume is 9196 mm³.')
  return null
}

export const answerOnly: Script = async ({ say }) => {
  await say(LONG_ANSWER)
  return null
}

export const askFirst: Script = async ({ ask, say, tool }) => {
  await say('This needs a script, which undo may not cover in full.')
  const option = await ask(
    'Run a Python script in the document?',
    'import rhinoscriptsyntax as rs\nrs.DeleteObjects(rs.AllObjects())',
  )
  if (option === 'no' || option === null) {
    await say('Then I leave the document as it is.')
    return null
  }
  await tool('run_python', 'Python', 'Ran a script of 2 lines')
  await say('The script ran.')
  return null
}

/** Asks for what undo does not bring back: only this once, or not. */
export const askWarned: Script = async ({ emit, say, wait }) => {
  await say('I save the model over the old file.')
  emit({
    type: 'permission.ask',
    request: 'warned',
    title: 'Save the document as',
    detail: 'file_path: /home/mia/bracket.3dm',
    options: [
      { id: 'once', label: 'Allow once', kind: 'allow_once' },
      { id: 'no', label: 'Refuse', kind: 'reject_once' },
    ],
    effect: 'file',
    warning: '/home/mia/bracket.3dm is there already and will be replaced. Undo does not bring it back.',
  })
  await wait(1e6)
  return null
}

export const failing: Script = async ({ say, tool }) => {
  await say('I fillet the edges by 30 mm.')
  await tool('fillet_edges', 'Fillet', 'The radius 30 mm is larger than the edge allows (at most 12.4 mm)', {
    outcome: 'failed',
    input: { radius: 30 },
  })
  return {
    title: 'Claude stopped answering',
    cause: 'The connection to Anthropic ended in the middle of the answer.',
    next: 'Send the prompt again. What was done before is kept and can be taken back.',
    details: 'Error: 529 overloaded_error\n    at stream (claude:120)\n    request_id req_011',
  }
}

/** Never ends by itself. */
export const endless: Script = async ({ say, wait }) => {
  for (let i = 1; ; i++) {
    await say(`Step ${i} of the search for a better shape. `)
    await wait(1)
  }
}

export const LONG_ANSWER = `There are **3 objects** in the document, all on \`Bracket\`:

| Object | Kind | Size |
| --- | --- | --- |
| Base | Polysurface | 60 × 40 × 6 mm |
| Wall | Polysurface | 6 × 40 × 40 mm |
| Verschlussschraubendichtungsring | Polysurface | 16 × 16 × 14 mm |

1. The base and the wall touch but are not joined.
2. The boss is off the centre line by 10 mm.

- See [the Rhino help](https://docs.mcneel.com/rhino/8/help/en-us/commands/boolean.htm) on joining
- <b onclick="alert(1)">Not bold</b>, [not a link](javascript:alert(1)), ![not loaded](https://example.com/x.png)

\`\`\`python
import rhinoscriptsyntax as rs
print(rs.ObjectsByLayer("Bracket"))
\`\`\`

> Sizes are along the world axes.
`
