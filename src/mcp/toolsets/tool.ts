import { z } from 'zod'
import type { ToolSpec } from '../../tools/define.ts'
import { type Manifest, type ManifestTool, zodObject } from './manifest.ts'

/** The wire method that a Python toolset runs through; a host that has it not is not offered its tools. */
const PYTHON = 'scripting.execute_python'

export const isPython = ({ main }: Pick<Manifest, 'main'>): boolean => main.endsWith('.py')

/** A toolset's tool in the form that all our tools have: the list, the search and the validation take it as one of them. */
export function toolSpec(manifest: Manifest, tool: ManifestTool, name: string): ToolSpec {
  const title = tool.title ?? titled(tool.name)
  return {
    name,
    method: isPython(manifest) ? PYTHON : `toolset.${manifest.name}.${tool.name}`,
    title,
    description: tool.description,
    keywords: [...tool.keywords, manifest.title ?? manifest.name],
    input: zodObject(tool.input),
    output: tool.output ? zodObject(tool.output) : z.looseObject({}),
    effect: tool.effect,
    sets: ['essentials', 'full'],
    pace: 'heavy',
    summarize: (input, output) => filled(tool.sentence, { ...input, ...output }) ?? title,
    ...(tool.picture === undefined ? {} : { picture: tool.picture }),
  }
}

const titled = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** "Made {count} steps" with what stands in braces; undefined where something of it is not there. */
function filled(sentence: string | undefined, values: Record<string, unknown>): string | undefined {
  let whole = true
  const text = sentence?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    if (['string', 'number', 'boolean'].includes(typeof value)) return String(value).slice(0, 80)
    if (Array.isArray(value)) return String(value.length)
    whole = false
    return ''
  })
  return whole ? text : undefined
}
