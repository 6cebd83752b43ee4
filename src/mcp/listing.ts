import type { Tool } from '@modelcontextprotocol/server'
import { TOOL_SETS, type ToolSpec } from '../tools/define.ts'
import { inputSchema, outputSchema } from '../tools/json-schema.ts'
import { toolsOf } from '../tools/registry.ts'
import { annotationsOf } from './annotations.ts'
import { CONFIRM_PROPERTIES, mayNeedConfirming } from './confirm.ts'

/** `envelope`: search and invoke only. `essentials`: everyday tools as well. `full`: every tool. */
export const OFFERED_SETS = ['envelope', ...TOOL_SETS] as const
export type OfferedSet = (typeof OFFERED_SETS)[number]

export const DEFAULT_SET: OfferedSet = 'essentials'

/** The set a client asked for with `?tools=`; undefined for a word that is none. */
export function setNamed(word: string | null): OfferedSet | undefined {
  if (word === null || word === '') return DEFAULT_SET
  return OFFERED_SETS.find((set) => set === word)
}

/**
 * Claude's clients hide MCP tools behind a search of their own unless this is set; with it the model sees them at once.
 * Only for the everyday ones: on the rest of the full set that search is a help.
 */
const ALWAYS_LOAD = { 'anthropic/alwaysLoad': true }

/** Clients show the name where there is no title: "Create box" need not be sent beside create_box. */
const saysMore = ({ name, title }: ToolSpec) => title.toLowerCase().replaceAll(' ', '_') !== name

/** One tool as `tools/list` shows it. */
export function definitionOf(tool: ToolSpec): Tool {
  return {
    name: tool.name,
    ...(saysMore(tool) ? { title: tool.title } : {}),
    description: tool.description,
    inputSchema: shownInput(tool),
    // A tool with a picture gives no structured content (result.ts), so it promises none.
    ...(tool.picture === undefined ? { outputSchema: outputSchema(tool) as Tool['inputSchema'] } : {}),
    annotations: annotationsOf(tool),
    ...(tool.sets.includes('essentials') ? { _meta: ALWAYS_LOAD } : {}),
  }
}

/** The tool's own arguments, and for one that may need confirming, those for that. */
function shownInput(tool: ToolSpec): Tool['inputSchema'] {
  const schema = inputSchema(tool) as Tool['inputSchema']
  if (!mayNeedConfirming(tool.name)) return schema
  return { ...schema, properties: { ...schema.properties, ...CONFIRM_PROPERTIES } }
}

const cached = new Map<OfferedSet, readonly Tool[]>()
const shown = new WeakMap<ToolSpec, Tool>()

/** The typed tools of a set, as `tools/list` shows them; built once. */
export function definitionsOf(set: OfferedSet): readonly Tool[] {
  const known = cached.get(set)
  if (known) return known
  const made = set === 'envelope' ? [] : toolsOf(set).map(definitionOf)
  cached.set(set, made)
  return made
}

/** Tools beside those of the wire, as `tools/list` shows them. */
export function addedTo(set: OfferedSet, added: readonly ToolSpec[]): readonly Tool[] {
  if (set === 'envelope') return []
  return added
    .filter(({ sets }) => sets.includes(set))
    .map((tool) => {
      const known = shown.get(tool) ?? definitionOf(tool)
      shown.set(tool, known)
      return known
    })
}

const everyday = new Set(toolsOf('essentials').map(({ name }) => name))

/** The tools of one list; where not all of them are taken, those that must not be missed come first. */
export function inOrder(typed: readonly Tool[], fixed: readonly Tool[], most: number | null): readonly Tool[] {
  if (most === null || typed.length + fixed.length <= most) return [...typed, ...fixed]
  const first = typed.filter(({ name }) => everyday.has(name))
  return [...fixed, ...first, ...typed.filter(({ name }) => !everyday.has(name))]
}
