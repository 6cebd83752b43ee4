import { z } from 'zod'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { anyValue, guid, rare } from './schema.ts'

/**
 * Building definitions on the canvas of Grasshopper 1 and, in Rhino 9, Grasshopper 2. Undo of turns leaves the canvas:
 * it has an undo of its own.
 */

const version = z
  .number()
  .int()
  .min(1)
  .max(2)
  .describe('1 or 2 (needs Rhino 9); default: the canvas that is open.')
  .optional()
const canvas = { undoable: false, pace: 'heavy', sets: ['full'] } as const

const selector = (description: string) => z.string().min(1).max(200).describe(description)
const place = {
  x: z.number().min(-1e6).max(1e6).describe('Pixels on the canvas.').optional(),
  y: z.number().min(-1e6).max(1e6).optional(),
}
/** One parameter of a component as search and describe tell of it. */
const parameter = z.object({
  name: z.string(),
  nickname: z.string(),
  type: z.string(),
  description: z.string(),
  access: z.enum(['item', 'list', 'tree']),
  optional: z.boolean(),
})
const message = z.object({
  component: z.string(),
  guid: z.string(),
  level: z.enum(['error', 'warning', 'remark']),
  text: z.string(),
})
const solution = {
  /** Whether everything was solved without an error. */
  solved: z.boolean(),
  messages: z.array(message),
}

/** "2 errors", empty where there is none. */
const errorsIn = (messages: readonly z.output<typeof message>[]) =>
  messages.filter(({ level }) => level === 'error').length

export const searchComponents = defineTool({
  name: 'search_grasshopper_components',
  method: 'grasshopper.search',
  title: 'Search Grasshopper components',
  description: 'Components that can be placed, found by name, tab or description, best first.',
  keywords: ['find component', 'node library', 'which component'],
  input: z.object({ query: z.string().min(1).max(200), limit: z.number().int().min(1).max(100).default(12), version }),
  output: z.object({
    components: z.array(
      z.object({
        guid: z.string(),
        name: z.string(),
        category: z.string(),
        subcategory: z.string(),
        description: z.string(),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (input, output, words) =>
    `Found ${words.count(output.components.length, 'component')} for ${quoted(input.query)}`,
})

export const describeComponent = defineTool({
  name: 'describe_grasshopper_component',
  method: 'grasshopper.describe',
  title: 'Describe Grasshopper component',
  description:
    'Inputs and outputs of a component: names, types, item, list or tree. An ambiguous name gives the candidates.',
  keywords: ['component help', 'parameters', 'inputs'],
  input: z.object({ component: selector('Name, or guid from search_grasshopper_components.'), version }),
  output: z.object({
    guid: z.string(),
    name: z.string(),
    description: z.string(),
    inputs: z.array(parameter),
    outputs: z.array(parameter),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output) => `Looked at ${quoted(output.name)}`,
})

export const placeComponent = defineTool({
  name: 'place_grasshopper_component',
  method: 'grasshopper.place',
  title: 'Place Grasshopper component',
  description:
    'Puts a component on the canvas; sliders also take `min`, `max`, `decimals`. For several, apply_grasshopper_graph does it at once.',
  keywords: ['add node', 'add slider', 'new component', 'panel', 'drop'],
  input: z.object({
    component: selector('Name or guid: "Number Slider", "Circle CNR", …'),
    nickname: z.string().max(200).optional(),
    ...place,
    value: anyValue('For sliders, panels, toggles.').optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    decimals: z.number().int().min(0).max(12).optional(),
    solve: rare(z.boolean().default(true)),
    version,
  }),
  output: z.object({ guid: z.string(), name: z.string(), nickname: z.string() }),
  effect: 'create',
  ...canvas,
  summarize: (_input, output) => `Placed ${quoted(output.nickname || output.name)}`,
})

const END = 'Name, nickname or index; default the first.'

export const connectComponents = defineTool({
  name: 'connect_grasshopper_components',
  method: 'grasshopper.connect',
  title: 'Connect Grasshopper components',
  description: 'Draws a wire from an output to an input, or takes it away with `disconnect`.',
  keywords: ['wire', 'link', 'plug', 'join nodes', 'disconnect'],
  input: z.object({
    source: selector('Component: guid or nickname.'),
    source_param: z.string().max(200).describe(END).default(''),
    target: selector('Component: guid or nickname.'),
    target_param: z.string().max(200).describe(END).default(''),
    disconnect: z.boolean().default(false),
    solve: rare(z.boolean().default(true)),
    version,
  }),
  output: z.object({ connected: z.boolean(), source: z.string(), target: z.string() }),
  effect: 'modify',
  ...canvas,
  aliases: { source: ['source_component'], target: ['target_component'] },
  summarize: (input, output) =>
    `${input.disconnect ? 'Disconnected' : 'Connected'} ${quoted(output.source)} and ${quoted(output.target)}`,
})

export const readGraph = defineTool({
  name: 'read_grasshopper_graph',
  method: 'grasshopper.read_graph',
  title: 'Read Grasshopper graph',
  description: 'The canvas: components with values, wires, errors and warnings; with `data`, samples of what flows.',
  keywords: ['canvas', 'definition', 'wires', 'connections', 'nodes', 'understand definition'],
  input: z.object({
    guids: z.array(guid()).max(10_000).describe('Only these components.').optional(),
    data: z.boolean().default(false),
    sample: rare(z.number().int().min(0).max(100).describe('Values a parameter.').default(3)),
    version,
  }),
  output: z.object({
    components: z.array(
      z.object({
        guid: z.string(),
        name: z.string(),
        nickname: z.string(),
        position: z.object({ x: z.number(), y: z.number() }),
        value: z.unknown(),
        inputs: z.array(z.unknown()),
        outputs: z.array(z.unknown()),
      }),
    ),
    connections: z.array(
      z.object({
        source_component: z.string(),
        source_param: z.string(),
        target_component: z.string(),
        target_param: z.string(),
      }),
    ),
    messages: z.array(message),
  }),
  effect: 'read',
  sets: ['full'],
  twins: [{ method: 'grasshopper.get_connections' }],
  summarize: (_input, { components, connections }, words) =>
    `${words.count(components.length, 'component')}, ${words.count(connections.length, 'wire')}`,
})

export const applyGraph = defineTool({
  name: 'apply_grasshopper_graph',
  method: 'grasshopper.apply_graph',
  title: 'Build Grasshopper graph',
  description:
    'Places components, draws wires between them and solves, all or nothing. A wire names its ends by a key of this call, or by guid or nickname on the canvas.',
  keywords: ['create definition', 'author', 'parametric model', 'script nodes', 'whole graph'],
  input: z.object({
    components: z
      .array(
        z.object({
          key: selector('Your name for it.'),
          component: selector('Name or guid.'),
          nickname: z.string().max(200).optional(),
          ...place,
          value: anyValue().optional(),
          min: z.number().optional(),
          max: z.number().optional(),
          decimals: z.number().int().min(0).max(12).optional(),
        }),
      )
      .max(1000)
      .default([]),
    wires: z
      .array(
        z.object({
          source: selector('key, guid or nickname.'),
          source_param: z.string().max(200).describe(END).default(''),
          target: selector('key, guid or nickname.'),
          target_param: z.string().max(200).describe(END).default(''),
        }),
      )
      .max(10_000)
      .default([]),
    remove: z.array(selector('guid or nickname.')).max(10_000).describe('Components to take away.').default([]),
    solve: z.boolean().default(true),
    version,
  }),
  output: z.object({
    placed: z.array(z.object({ key: z.string(), guid: z.string() })),
    wires: z.number().int(),
    removed: z.number().int(),
    ...solution,
  }),
  effect: 'modify',
  ...canvas,
  summarize: (_input, output, words) => {
    const errors = errorsIn(output.messages)
    return (
      `Placed ${words.count(output.placed.length, 'component')}, ${words.count(output.wires, 'wire')}` +
      (errors > 0 ? `, ${words.count(errors, 'error')}` : '')
    )
  },
})

export const solve = defineTool({
  name: 'recompute_grasshopper',
  method: 'grasshopper.solve',
  title: 'Solve Grasshopper',
  description: 'Solves the open definition again and says which components have errors or warnings.',
  keywords: ['recompute', 'update', 'refresh', 'errors', 'diagnose', 'neu berechnen'],
  input: z.object({ version }),
  output: z.object({ status: z.string(), solution_state: z.string(), ...solution }),
  effect: 'view',
  pace: 'heavy',
  sets: ['full'],
  twins: [{ method: 'grasshopper.recompute' }],
  summarize: (_input, output, words) => {
    const errors = errorsIn(output.messages)
    return errors > 0 ? `Solved with ${words.count(errors, 'error')}` : 'Solved without errors'
  },
})
