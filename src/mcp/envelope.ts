import type { CallToolResult, InputRequiredResult, Tool } from '@modelcontextprotocol/server'
import { type Invocation, invoke } from './invoke.ts'
import { search } from './search.ts'

/** The few tools that every set has. Their texts cost every client tokens, whatever the catalogue's size: keep them short. */
interface FixedTool {
  definition: Tool
  run(
    invocation: Invocation,
    given: Readonly<Record<string, unknown>>,
  ): CallToolResult | Promise<CallToolResult | InputRequiredResult>
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const mayDoAnything = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }
const _meta = { 'anthropic/alwaysLoad': true }

const FIXED: readonly FixedTool[] = [
  {
    definition: {
      name: 'search_dynamic',
      title: 'Search tools',
      description: 'Find Rhino tools and resources for a task in words. Gives ids for invoke_dynamic.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          processId: { type: 'integer' },
          kinds: { type: 'array', items: { type: 'string', enum: ['tool', 'resource', 'resource_template'] } },
          limit: { type: 'integer', minimum: 1, maximum: 32 },
          detail: { type: 'string', enum: ['summary', 'schema'] },
        },
      },
      annotations: readOnly,
      _meta,
    },
    run: ({ caller, catalogue, others }, given) => search(catalogue, caller.hosts(), given, others),
  },
  {
    definition: {
      name: 'invoke_dynamic',
      title: 'Use a found tool',
      description: 'Run one id from search_dynamic with its arguments, or read up to 16 resources.',
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          arguments: { type: 'object' },
          reads: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: { type: 'string' }, arguments: { type: 'object' } },
              required: ['id'],
            },
          },
        },
      },
      annotations: mayDoAnything,
      _meta,
    },
    run: invoke,
  },
  {
    definition: {
      name: 'list_processes',
      title: 'List Rhino processes',
      description: 'Connected Rhino processes.',
      inputSchema: { type: 'object', properties: {} },
      annotations: readOnly,
      _meta,
    },
    run: ({ caller, others, toolsets }) => {
      const own = caller.hosts().map(({ processId, label }) => ({ processId, label }))
      const foreign = (others?.list() ?? []).map(({ source, trouble }) => ({
        processId: source.processId,
        label: source.label,
        ...(trouble === null ? {} : { trouble }),
      }))
      const processes = [...own, ...foreign]
      const added = (toolsets?.states() ?? []).map(({ name, tools, troubles }) => ({
        name,
        tools,
        ...(troubles.length === 0 ? {} : { troubles }),
      }))
      const found = { processes, ...(added.length === 0 ? {} : { toolsets: added }) }
      return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found }
    },
  },
]

export const envelopeTools: readonly Tool[] = FIXED.map(({ definition }) => definition)

export const fixedTool = (name: string): FixedTool | undefined =>
  FIXED.find(({ definition }) => definition.name === name)
