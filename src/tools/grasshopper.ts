import { z } from 'zod'
import { defineTool } from './define.ts'
import { fileName, quoted } from './phrases.ts'
import { anyValue, filePath, guid, layerPath, rare } from './schema.ts'

/** GOLEM's methods on definitions. A change of the canvas is not a change of the document: undo of turns leaves it. */

const component = {
  component_nickname: z.string().max(500).describe('As on the canvas.').optional(),
  component_guid: guid('Instead of component_nickname.').optional(),
}
const componentAlias = { component_nickname: ['component_name', 'nickname', 'name'], component_guid: ['guid'] } as const
const whichComponent = [['component_nickname', 'component_guid']] as const

export const openDefinition = defineTool({
  name: 'open_grasshopper_definition',
  method: 'grasshopper.open_definition',
  title: 'Open Grasshopper definition',
  description: 'Opens a .gh or .ghx file in Grasshopper, which starts if it must.',
  keywords: ['load definition', 'gh file', 'ghx', 'parametric'],
  input: z.object({ file_path: filePath('.gh or .ghx, absolute.') }),
  output: z.object({ status: z.string(), file_path: z.string(), component_count: z.number().int() }),
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (input, output, words) =>
    `Opened ${quoted(fileName(input.file_path))}, ${words.count(output.component_count, 'component')}`,
})

export const closeDefinition = defineTool({
  name: 'close_grasshopper_definition',
  method: 'grasshopper.close_definition',
  title: 'Close Grasshopper definition',
  description: 'Closes the open definition without saving it; baked objects stay.',
  keywords: ['clear canvas', 'unload'],
  input: z.object({}),
  output: z.object({ status: z.string() }),
  effect: 'file',
  sets: ['full'],
  summarize: () => 'Closed the definition',
})

export const listComponents = defineTool({
  name: 'list_grasshopper_components',
  method: 'grasshopper.list_components',
  title: 'List Grasshopper components',
  description:
    'Components on the canvas with their inputs and outputs. read_grasshopper_graph also gives wires and errors.',
  keywords: ['canvas', 'nodes', 'definition', 'sliders', 'komponenten'],
  input: z.object({ component_type: z.string().max(200).describe('Only these: Number Slider, …').optional() }),
  output: z.object({
    components: z.array(
      z.object({
        nickname: z.string(),
        name: z.string(),
        type: z.string(),
        guid: z.string(),
        position: z.object({ x: z.number(), y: z.number() }),
        input_params: z.array(z.object({ name: z.string(), type: z.string(), value_summary: z.string() })),
        output_params: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.components.length, 'component'),
})

export const getParam = defineTool({
  name: 'get_grasshopper_value',
  method: 'grasshopper.get_param',
  title: 'Grasshopper value',
  description: 'Value of a slider, toggle, panel, value list or parameter, with its range.',
  keywords: ['read slider', 'input', 'parameter', 'schieberegler'],
  input: z.object(component),
  output: z.object({
    type: z.string(),
    value: z.unknown(),
    /** Of a slider. */
    min: z.number().optional(),
    max: z.number().optional(),
    slider_type: z.string().optional(),
    component_type: z.string().optional(),
  }),
  effect: 'read',
  sets: ['full'],
  oneOf: whichComponent,
  aliases: componentAlias,
  summarize: (input) => `Read ${quoted(input.component_nickname ?? 'a component')}`,
})

export const setParam = defineTool({
  name: 'set_grasshopper_input',
  method: 'grasshopper.set_param',
  title: 'Set Grasshopper input',
  description: 'Sets a slider, toggle, panel, value list or parameter and solves again.',
  keywords: ['change slider', 'drag slider', 'toggle', 'parameter value', 'schieberegler', 'vary'],
  input: z.object({
    ...component,
    value: anyValue('Lists and points as JSON text.'),
    run_after: rare(z.boolean().describe('Solve.').default(true)),
  }),
  output: z.object({ status: z.string(), component: z.string(), value: z.unknown() }),
  effect: 'modify',
  undoable: false,
  pace: 'heavy',
  sets: ['full'],
  oneOf: [...whichComponent, ['value']],
  aliases: componentAlias,
  summarize: (input, output) => `Set ${quoted(output.component)} to ${shortValue(input.value)}`,
})

export const bake = defineTool({
  name: 'bake_grasshopper_objects',
  method: 'grasshopper.bake',
  title: 'Bake Grasshopper objects',
  description: 'Turns what a component makes into objects of the document.',
  keywords: ['to rhino', 'convert preview', 'make real', 'backen'],
  input: z.object({ ...component, layer: layerPath('Full path; made if missing.').optional() }),
  output: z.object({ baked_guids: z.array(z.string()), count: z.number().int() }),
  effect: 'create',
  pace: 'heavy',
  sets: ['full'],
  oneOf: whichComponent,
  aliases: { ...componentAlias, component_nickname: [...componentAlias.component_nickname, 'component_names'] },
  summarize: (_input, output, words) => `Baked ${words.count(output.count, 'object')}`,
  objects: (_input, output) => output.baked_guids,
})

export const runDefinition = defineTool({
  name: 'run_grasshopper_definition',
  method: 'grasshopper.run_definition',
  title: 'Run Grasshopper definition',
  description:
    'Opens a definition (or takes the open one), sets `inputs`, solves, and bakes if asked. Returns the outputs.',
  keywords: ['execute', 'parametric', 'evaluate definition', 'generate', 'definition ausführen'],
  input: z.object({
    file_path: filePath('Default: the open definition.').optional(),
    inputs: z.record(z.string(), anyValue()).describe('Nickname to value.').default({}),
    bake: z.boolean().default(false),
    layer: layerPath('For what is baked.').optional(),
    timeout_seconds: rare(z.number().positive().max(3600).optional()),
  }),
  output: z.object({
    status: z.string(),
    /** "nickname.param" to its values. */
    outputs: z.record(z.string(), z.unknown()),
    baked_guids: z.array(z.string()),
  }),
  effect: 'create',
  pace: 'heavy',
  sets: ['full'],
  summarize: (input, output, words) => {
    const what = input.file_path ? quoted(fileName(input.file_path)) : 'the definition'
    return `Ran ${what}${output.baked_guids.length > 0 ? `, baked ${words.count(output.baked_guids.length, 'object')}` : ''}`
  },
  objects: (_input, output) => output.baked_guids,
})

/** A value on a card: whole if it is short. */
function shortValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
