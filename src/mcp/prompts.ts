import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** The usual jobs, as starters that a person picks in their client. `{{name}}` is filled from the arguments. */
interface PromptSpec extends Prompt {
  text: string
}

const PROMPTS: readonly PromptSpec[] = [
  {
    name: 'model',
    title: 'Model something',
    description: 'Make a part or shape from a description with sizes.',
    arguments: [{ name: 'what', description: 'What to make, with sizes and units.', required: true }],
    text:
      'Model this in the open Rhino document: {{what}}\n\nLook at the document first (get_context). Use its units. Name what you make. ' +
      'If a size that matters is missing, ask. At the end look at it (capture_viewport), check the sizes, and tell me in two sentences what you made.',
  },
  {
    name: 'describe',
    title: 'Describe the document',
    description: 'What is in the document, in words a colleague understands.',
    text:
      'Describe the open Rhino document: what it shows, how it is organised in layers, its units and overall size, and what is selected. ' +
      'Look at it (get_context, capture_viewport) before you write. Change nothing.',
  },
  {
    name: 'check',
    title: 'Check for making',
    description: 'Find what would stop the model from being printed, milled or handed over.',
    arguments: [{ name: 'process', description: 'How it will be made: 3D print, laser cut, CNC, …', required: false }],
    text:
      'Check the open Rhino document for making it ({{process}}): open or invalid solids, duplicates, tiny parts, walls that are too thin, wrong units, ' +
      'objects on the wrong layer. List what you find with object names and sizes, the worst first, and propose a repair for each. Change nothing yet.',
  },
  {
    name: 'tidy',
    title: 'Tidy up layers and names',
    description: 'Put objects on sensible layers and name them.',
    text:
      'Tidy up the open Rhino document: propose a short layer structure and names for the unnamed objects, tell me the plan, and after my yes carry it out. ' +
      'Geometry stays as it is.',
  },
  {
    name: 'measure',
    title: 'Measure',
    description: 'Sizes, areas and volumes of the selection, as a table.',
    text: 'Measure the selected objects (all objects if nothing is selected): name, overall size, area, and volume of closed solids, in the document’s units, as a table with totals. Change nothing.',
  },
]

export const promptList: Prompt[] = PROMPTS.map(({ text: _text, ...shown }) => shown)

/** The words of one prompt. Throws a protocol error for an unknown name or a missing argument. */
export function getPrompt(name: string, given: Record<string, string> = {}): GetPromptResult {
  const found = PROMPTS.find((prompt) => prompt.name === name)
  if (!found) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt; prompts/list names them all.')
  }
  for (const argument of found.arguments ?? []) {
    if (argument.required && !given[argument.name]?.trim()) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt "${name}" needs "${argument.name}".`)
    }
  }
  const text = found.text.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => given[key]?.trim() || 'not said')
  return {
    ...(found.description === undefined ? {} : { description: found.description }),
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
